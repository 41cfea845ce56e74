import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { type Context, perContext } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Retention } from '../../../kernel/retention.ts'
import { encodedPath, parametersOf } from '../../../kernel/sitePath.ts'
import type { Tx } from '../../../platform/db.ts'
import { redirects } from '../addresses/redirects.queries.ts'
import { finalPath, sortedQuery } from '../addresses/rules.queries.ts'
import {
  DismissMissedPage,
  ListMissedPages,
  type MissedPage,
  missedPageDismissed,
  RecordPageVisits,
} from './contract.ts'
import { hasText } from './pathSearch.ts'

// The API process counts visits to redirected and unknown paths in memory and writes the counts in batches, so that
// many requests cause few writes. A crash loses the counts of a few seconds.

type Visits = Static<typeof RecordPageVisits.input>

const counted = perContext(() => ({
  redirected: new Map<string, number>(),
  missed: new Map<string, Missed>(),
}))

interface Missed {
  hits: number
  referrerHost: string | null
  askedFrom: number
  /** Visits by query. */
  queries: Map<string, number>
}

/** Maximum number of distinct redirected paths, and of unknown paths, between two writes. Only robots exceed it. */
const batchMax = 200
/**
 * Maximum rows of `not_found`, not counting dismissed rows. Paths requested from the fewest networks are
 * deleted first, so that one visitor's invented paths do not displace paths that several visitors miss.
 */
const rowsMax = 2_000
/** Number of groups of networks: enough groups to count a few networks, too few to identify a network. */
export const networkGroups = 32
const keptDays = 60

/** Maximum queries of a path that are counted. The others count for the path only. */
const queriesMax = 10

/** Paths that robots try on many sites. No page of this site links to them. */
const probe = /\.(php|aspx?|env|git|cgi|jsp|sql|bak|zip)\b|\/(wp-|\.|cgi-bin|vendor\/)/i

/**
 * A path with the key of a status page, review or calendar, such as `/Richiesta/<key>/`. The key still opens the page at the
 * right path, so it must not stand in a list of staff.
 */
const withKey = /\/(?:[a-z\d]{6}|a?\d{1,9})-[\w-]{22}(?![\w-])/i

export function countRedirect(context: Context, fromPath: string): void {
  const { redirected } = counted(context)
  if (redirected.has(fromPath) || redirected.size < batchMax)
    redirected.set(fromPath, (redirected.get(fromPath) ?? 0) + 1)
}

interface MissedVisit {
  /** Decoded path of the URL. */
  path: string
  search: string
  referrerHost: string | null
  group: number
}

export function countMissed(context: Context, { path, search, referrerHost, group }: MissedVisit): void {
  const encoded = encodedPath(path)
  if (encoded === null) return
  const key = finalPath(encoded)
  const query = pageQuery(search)
  // Old shops and blogs had all their pages at this path, so it counts with a query.
  const isProbe = probe.test(key) && !(query && /\/index\.php$/i.test(key))
  if (key.length > 300 || isProbe || withKey.test(key)) return
  const { missed } = counted(context)
  const known = missed.get(key)
  if (!known && missed.size >= batchMax) return
  const visits = known ?? { hits: 0, referrerHost: null, askedFrom: 0, queries: new Map<string, number>() }
  visits.hits += 1
  visits.referrerHost = referrerHost ?? visits.referrerHost
  visits.askedFrom |= 1 << group
  if (query && (visits.queries.has(query) || visits.queries.size < queriesMax))
    visits.queries.set(query, (visits.queries.get(query) ?? 0) + 1)
  missed.set(key, visits)
}

/** Parameters that say where a visitor comes from or who the visitor is, not which page is asked for. */
const notOfPage =
  /^(utm_|mc_|pk_|_|g?clid|gad|wbraid|gbraid|fbclid|msclkid|ref|tel|sid)|mail|name|nome|phone|token|key|pass|sess|auth|code|user/i

/** Returns the parameters that name a page, such as `page_id=12`, sorted; '' if there are none. Stores no personal data. */
function pageQuery(search: string): string {
  const named = parametersOf(search).filter(
    ({ name, value }) =>
      /^[a-z][\w-]{0,29}$/i.test(name) && !notOfPage.test(name) && /^[\w-]{1,40}$/.test(value),
  )
  const query = sortedQuery(named).slice(1)
  return query.length <= 200 ? query : ''
}

/** Returns the counts since the previous call and resets them; null if there are none. */
export function takePageVisits(context: Context): Visits | null {
  const { redirected, missed } = counted(context)
  if (redirected.size === 0 && missed.size === 0) return null
  const visits = {
    redirected: [...redirected].map(([path, hits]) => ({ path, hits })),
    missed: [...missed].map(([path, { queries, ...visits }]) => ({
      path,
      ...visits,
      queries: [...queries].map(([query, hits]) => ({ query, hits })),
    })),
  }
  redirected.clear()
  missed.clear()
  return visits
}

export const recordPageVisits = handle(RecordPageVisits, async (tx, visits) => {
  // No page of the site shows these counts, so the update must not reload read models.
  await tx`select set_config('app.quiet', 'on', true)`
  if (visits.redirected.length > 0)
    await tx`
      update redirects r set hits = r.hits + c.hits, last_hit_at = now()
      from jsonb_to_recordset(${tx.json(visits.redirected)}) as c (path text, hits int) where from_path = c.path`
  if (visits.missed.length > 0) {
    await tx`
      insert into not_found as n (path, hits, referrer_host, asked_from)
      select path, hits, "referrerHost", "askedFrom" from jsonb_to_recordset(${tx.json(visits.missed)})
        as c (path text, hits int, "referrerHost" text, "askedFrom" int)
      on conflict (path) do update set hits = n.hits + excluded.hits, last_seen_at = now(),
        referrer_host = coalesce(excluded.referrer_host, n.referrer_host),
        asked_from = n.asked_from | excluded.asked_from`
    const queries = visits.missed.flatMap(({ path, queries }) => queries.map((one) => ({ path, ...one })))
    if (queries.length > 0) await storeQueries(tx, queries)
    // Keeps dismissed rows. If such a row were deleted, a later visit would list its path again.
    await tx`
      delete from not_found where id in (
        select id from not_found where dismissed_at is null
        order by bit_count(asked_from::bit(32)) desc, last_seen_at desc, id desc offset ${rowsMax})`
  }
  return {}
})

async function storeQueries(tx: Tx, queries: { path: string; query: string; hits: number }[]): Promise<void> {
  await tx`
    insert into not_found_queries as q (not_found_id, query, hits)
    select n.id, c.query, c.hits
    from jsonb_to_recordset(${tx.json(queries)}) as c (path text, query text, hits int) join not_found n using (path)
    on conflict (not_found_id, query) do update set hits = q.hits + excluded.hits, last_seen_at = now()`
  await tx`
    delete from not_found_queries q using (
      select not_found_id, query, row_number() over (
        partition by not_found_id order by o.hits desc, o.last_seen_at desc, query) as place
      from not_found_queries o join not_found n on n.id = not_found_id
      where n.path = any(${queries.map(({ path }) => path)})
    ) counted
    where counted.place > ${queriesMax} and q.not_found_id = counted.not_found_id and q.query = counted.query`
}

/** Removes old addresses, which now lead elsewhere, from the list of missed pages. */
export async function forgetMissed(tx: Tx, fromPaths: string[]): Promise<void> {
  const rows = tx`
    select lower(split_part(address, '?', 1)) as path, split_part(address, '?', 2) as query
    from unnest(${fromPaths}::text[]) as address`
  await tx`delete from not_found n using (${rows}) r where lower(n.path) = r.path and r.query = ''`
  await tx`
    delete from not_found_queries q using not_found n, (${rows}) r
    where n.id = q.not_found_id and lower(n.path) = r.path and q.query = r.query`
}

interface MissedPageRow extends Omit<MissedPage, 'firstSeenAt' | 'lastSeenAt'> {
  firstSeenAt: Date
  lastSeenAt: Date
}

export const listMissedPages = answer(ListMissedPages, async (read, asked) => {
  const { off } = await redirects(read)
  // Leaves out paths that staff dismissed or redirected. Visits to dismissed paths are still counted.
  const where = read`
    ${hasText(read, 'path', asked.search)} and dismissed_at is null
    and not exists (select from redirects r where lower(from_path) = lower(path) and r.id <> all(${[...off.keys()]}))`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from not_found where ${where}`
  const order = { path: 'path', hits: 'hits', lastSeenAt: 'last_seen_at' }
  const rows = await read<MissedPageRow[]>`
    select id, path, hits, referrer_host, first_seen_at, last_seen_at, coalesce((
      select jsonb_agg(jsonb_build_object('query', query, 'hits', q.hits) order by q.hits desc, query)
      from not_found_queries q where not_found_id = not_found.id), '[]') as queries
    from not_found where ${where}
    ${pageOf(read, asked, order, '-hits')}`
  return {
    ...pages(asked, total),
    items: rows.map(({ firstSeenAt, lastSeenAt, ...row }) => ({
      ...row,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  }
})

export const dismissMissedPage = handle(DismissMissedPage, async (tx, { id }, caller) => {
  const [row] = await tx<[{ path: string }?]>`
    update not_found set dismissed_at = now() where id = ${id} and dismissed_at is null returning path`
  if (!row) throw new HttpError(404, 'Indirizzo non trovato nell’elenco.')
  await audit(tx, caller, missedPageDismissed, `not_found/${id}`, row, null)
  return {}
})

export const forgottenPages: Retention[] = [
  { table: 'not_found', what: 'pagine non trovate', by: 'last_seen_at', kept: { days: keptDays } },
  {
    table: 'not_found',
    what: 'pagine non trovate rare',
    by: 'last_seen_at',
    kept: { days: 14 },
    where: 'hits < 3',
  },
]
