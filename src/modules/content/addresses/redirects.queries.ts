import { readModel } from '../../../kernel/readModel.ts'
import { jsonb, type Sql, type Tx } from '../../../platform/db.ts'
import {
  anyOrigin,
  isPlain,
  locationOf,
  newAddress,
  oldAddress,
  type Rule,
  RuleBook,
} from './rules.queries.ts'

interface Redirects {
  /** Redirects that the site does not ignore. */
  active: Rule[]
  rules: RuleBook
  /** True if any rule has parameters. */
  hasQueries: boolean
  /** Why the site ignores a redirect (an invalid address, or a target on another site), by id of the redirect. */
  off: Map<number, string>
}

export const redirects = readModel(['redirects'], async (read): Promise<Redirects> => {
  const rows = await read<Rule[]>`select id, from_path, to_path, status_code from redirects`
  const off = new Map<number, string>()
  const active: Rule[] = []
  for (const row of rows) {
    const reason = offReason(row)
    if (reason) off.set(row.id, reason)
    else active.push(row)
  }
  return {
    active,
    rules: new RuleBook(active),
    hasQueries: active.some(({ fromPath }) => fromPath.includes('?')),
    off,
  }
})

function offReason({ fromPath, toPath }: Rule): string | null {
  if (isPlain(fromPath) && (toPath === null || isPlain(toPath))) return null
  if (!fromPath.startsWith('/') || oldAddress(fromPath, anyOrigin) !== fromPath)
    return 'l’indirizzo vecchio non è una pagina di questo sito'
  if (toPath !== null && (!toPath.startsWith('/') || newAddress(toPath, anyOrigin) !== toPath))
    return 'l’indirizzo nuovo porta fuori da questo sito oppure non è valido'
  return null
}

/** Returns the redirect from a decoded path, whatever the query is; undefined if there is none. */
export async function redirectAt(read: Sql, path: string): Promise<Rule | undefined> {
  return (await redirects(read)).rules.at(path)?.rule
}

interface Asked {
  /** Decoded path. */
  path: string
  /** Text after `?`. */
  query: string
}

interface Redirected {
  rule: Rule
  /** Null if the page is gone (410). */
  location: string | null
}

/**
 * Returns the redirect that applies before any page: from a path with a query, or from a path that no page can have
 * (`hasNoPage`). Pages come before all other redirects (`redirectAt`). Costs nothing if no redirect has parameters. Some
 * circles need a query that no rule has as its target, or a page that was renamed, so those are found only here.
 */
export async function redirectBeforePages(
  read: Sql,
  { path, query }: Asked,
  hasNoPage: boolean,
): Promise<Redirected | undefined> {
  const { rules, hasQueries } = await redirects(read)
  if (!hasNoPage && !(hasQueries && query !== '' && rules.hasQueryAt(path))) return undefined
  const found = rules.at(path, query)
  if (!found || !(hasNoPage || found.rule.fromPath.includes('?'))) return undefined
  const { rule, rest } = found
  if (rule.toPath === null) return { rule, location: null }
  const location = locationOf(rule.toPath, rest)
  return rules.way(location).isLoop ? undefined : { rule, location }
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
