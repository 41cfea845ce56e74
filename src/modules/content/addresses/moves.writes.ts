import { jsonb, type Tx } from '../../../platform/db.ts'

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
  const newTarget = tx`"toPath" || substr(to_path, length("fromPath") + 1)`
  // The page is at the new path now, and no redirect may lead to itself.
  await tx`
    delete from redirects using ${rows}
    where from_path = "toPath" or (page_of_target(to_path) = lower("fromPath") and from_path = ${newTarget})`
  await tx`
    update redirects set to_path = ${newTarget}, updated_at = now()
    from ${rows} where page_of_target(to_path) = lower("fromPath")`
  await tx`
    insert into redirects (from_path, to_path, status_code) select distinct on ("fromPath") "fromPath", "toPath", 301 from ${rows}
    on conflict (from_path) do update set to_path = excluded.to_path, status_code = 301, updated_at = now()
    where redirects.to_path is distinct from excluded.to_path`
  await tx`delete from not_found where path in (select "fromPath" from ${rows})`
}

/** Marks a path as gone (410), and also the addresses that redirect to this path. */
export async function gone(tx: Tx, path: string): Promise<void> {
  await lockRedirects(tx)
  await tx`
    update redirects set to_path = null, status_code = 410, updated_at = now()
    where page_of_target(to_path) = lower(${path})`
  await tx`
    insert into redirects (from_path, to_path, status_code) values (${path}, null, 410)
    on conflict (from_path) do update set to_path = null, status_code = 410, updated_at = now()
    where redirects.to_path is not null`
}

/** Deletes the redirects from paths that pages have again. */
export async function clear(tx: Tx, paths: string[]): Promise<void> {
  await tx`delete from redirects where from_path = any(${paths})`
}

/** Prevents concurrent changes from creating a chain or loop of redirects. */
export async function lockRedirects(tx: Tx): Promise<void> {
  await tx`lock table redirects in share row exclusive mode`
}
