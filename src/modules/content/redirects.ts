import type { Sql, Tx } from '../../db.ts'
import { readModel } from '../../readModel.ts'

interface Target {
  statusCode: 301 | 410
  toPath: string | null
}

const redirects = readModel(['redirects'], async (read) => {
  const rows = await read<(Target & { fromPath: string })[]>`
    select from_path, to_path, status_code from redirects`
  return new Map(rows.map(({ fromPath, ...target }) => [fromPath, target]))
})

/** Where an address leads at which no page stands (any more). */
export async function redirectAt(read: Sql, path: string): Promise<Target | undefined> {
  return (await redirects(read)).get(finalPath(path))
}

/** A path as redirects are stored: with its final slash, unless its last part names a file. */
export function finalPath(path: string): string {
  return path.endsWith('/') || /\.[a-z0-9]{1,5}$/i.test(path) ? path : `${path}/`
}

/** A page has got another address: the old one, and all that led to it, lead there in one hop. */
export async function moved(tx: Tx, fromPath: string, toPath: string): Promise<void> {
  await lockRedirects(tx)
  await tx`delete from redirects where from_path = ${toPath}`
  await tx`
    update redirects set to_path = ${toPath}, updated_at = now()
    where to_path = ${fromPath}`
  await tx`
    insert into redirects (from_path, to_path, status_code) values (${fromPath}, ${toPath}, 301)
    on conflict (from_path) do update set to_path = excluded.to_path, status_code = 301, updated_at = now()`
  await tx`delete from not_found where path = ${fromPath}`
}

/** A page is gone for good: its address, and all that led to it, say so. */
export async function gone(tx: Tx, path: string): Promise<void> {
  await lockRedirects(tx)
  await tx`
    update redirects set to_path = null, status_code = 410, updated_at = now()
    where to_path = ${path}`
  await tx`
    insert into redirects (from_path, to_path, status_code) values (${path}, null, 410)
    on conflict (from_path) do update set to_path = null, status_code = 410, updated_at = now()`
}

/** Two changes at once would each shorten a chain that the other is making longer. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await tx`lock table redirects in share row exclusive mode`
}
