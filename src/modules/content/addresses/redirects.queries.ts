import { readModel } from '../../../kernel/readModel.ts'
import type { Sql } from '../../../platform/db.ts'
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
