import { likeOf } from '../../../kernel/list.ts'
import { readModel } from '../../../kernel/readModel.ts'
import { encodedPath, sitePath, storedForm } from '../../../kernel/sitePath.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'

interface Target {
  statusCode: 301 | 410
  toPath: string | null
}

interface Redirects {
  active: Map<string, Target>
  /** Why the site ignores a redirect (an invalid path, or a target on another site), by id of the redirect. */
  off: Map<number, string>
}

export const redirects = readModel(['redirects'], async (read): Promise<Redirects> => {
  const rows = await read<(Target & { id: number; fromPath: string })[]>`
    select id, from_path, to_path, status_code from redirects`
  const active = new Map<string, Target>()
  const off = new Map<number, string>()
  for (const { id, fromPath, ...target } of rows) {
    const reason = offReason(fromPath, target.toPath)
    if (reason) off.set(id, reason)
    else active.set(fromPath, target)
  }
  return { active, off }
})

function offReason(fromPath: string, toPath: string | null): string | null {
  if (redirectPath(storedForm(fromPath)) !== fromPath)
    return 'l’indirizzo vecchio non è una pagina di questo sito'
  if (toPath !== null && redirectPath(storedForm(toPath)) !== toPath)
    return 'l’indirizzo nuovo porta fuori da questo sito oppure non è valido'
  return null
}

/** Returns an SQL condition. Stored paths are encoded, so the condition also searches for the encoded text. */
export function hasText(sql: Sql, column: string, search = '') {
  const typed = sql`${sql(column)} ilike ${likeOf(search)}`
  return search.isWellFormed() ? sql`(${typed} or ${sql(column)} ilike ${likeOf(encodeURI(search))})` : typed
}

/** Returns the redirect from a decoded path; undefined if there is none. */
export async function redirectAt(read: Sql, path: string): Promise<Target | undefined> {
  const encoded = encodedPath(path)
  return encoded === null ? undefined : (await redirects(read)).active.get(finalPath(encoded))
}

/** Paths must be shorter than this number of characters: nginx responds with 502 to a redirect with 4 KB of headers. */
const pathMax = 2_000

/** Returns the stored form of an entered path or URL; null if it is no path of this site. */
export function storedPath(text: string, siteOrigin: string): string | null {
  return redirectPath(sitePath(text, siteOrigin))
}

function redirectPath(path: string | null): string | null {
  return path !== null && path.length < pathMax ? finalPath(path) : null
}

/** Adds the final slash, except after a file name. */
export function finalPath(path: string): string {
  return path.endsWith('/') || /\.[a-z0-9]{1,5}$/i.test(path) ? path : `${path}/`
}

interface Move {
  fromPath: string
  toPath: string
}

/** Redirects a page's old path to its new path. Redirects to the old path then lead directly to the new path. */
export const moved = (tx: Tx, fromPath: string, toPath: string) => moveAll(tx, [{ fromPath, toPath }])

/** Redirects several pages as `moved` does. No new path may be among the old paths. */
export async function moveAll(tx: Tx, moves: Move[]): Promise<void> {
  const rows = tx`jsonb_to_recordset(${jsonb(tx, moves)}) as moves ("fromPath" text, "toPath" text)`
  await lockRedirects(tx)
  await tx`delete from redirects where from_path in (select "toPath" from ${rows})`
  await tx`
    update redirects set to_path = "toPath", updated_at = now() from ${rows} where to_path = "fromPath"`
  await tx`
    insert into redirects (from_path, to_path, status_code) select distinct on ("fromPath") "fromPath", "toPath", 301 from ${rows}
    on conflict (from_path) do update set to_path = excluded.to_path, status_code = 301, updated_at = now()
    where redirects.to_path is distinct from excluded.to_path`
  await tx`delete from not_found where path in (select "fromPath" from ${rows})`
}

/** Marks a path as gone (410), and also the paths that redirect to this path. */
export async function gone(tx: Tx, path: string): Promise<void> {
  await lockRedirects(tx)
  await tx`
    update redirects set to_path = null, status_code = 410, updated_at = now()
    where to_path = ${path}`
  await tx`
    insert into redirects (from_path, to_path, status_code) values (${path}, null, 410)
    on conflict (from_path) do update set to_path = null, status_code = 410, updated_at = now()
    where redirects.to_path is not null`
}

/** Prevents concurrent changes from creating a chain or loop of redirects. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await tx`lock table redirects in share row exclusive mode`
}
