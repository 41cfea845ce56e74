import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import { type Context, perContext } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { encodedPath } from '../../../kernel/sitePath.ts'
import type { Sql } from '../../../platform/db.ts'
import { DismissMissedPage, ListMissedPages, type MissedPage, RecordPageVisits } from './contract.ts'
import { finalPath, hasText, redirects } from './queries.ts'

// The API process counts visits to redirected and unknown paths in memory and writes the counts in batches, so that
// many requests cause few writes. A crash loses the counts of a few seconds.

type Visits = Static<typeof RecordPageVisits.input>

const counted = perContext(() => ({
  redirected: new Map<string, number>(),
  missed: new Map<string, { hits: number; referrerHost: string | null; askedFrom: number }>(),
}))

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

/** Paths that robots try on many sites. No page of this site links to them. */
const probe = /\.(php|aspx?|env|git|cgi|jsp|sql|bak|zip)\b|\/(wp-|\.|cgi-bin|vendor\/)/i

export function countPageVisit(
  context: Context,
  status: number,
  path: string,
  { referrerHost, group }: { referrerHost: string | null; group: number },
): void {
  const encoded = encodedPath(path)
  if (encoded === null) return
  const { redirected, missed } = counted(context)
  const key = finalPath(encoded)
  if (status !== 404) {
    if (redirected.has(key) || redirected.size < batchMax) redirected.set(key, (redirected.get(key) ?? 0) + 1)
    return
  }
  if (key.length > 300 || probe.test(key)) return
  const known = missed.get(key)
  if (known) {
    known.hits += 1
    known.referrerHost = referrerHost ?? known.referrerHost
    known.askedFrom |= 1 << group
  } else if (missed.size < batchMax) missed.set(key, { hits: 1, referrerHost, askedFrom: 1 << group })
}

/** Returns the counts since the previous call and resets them; null if there are none. */
export function takePageVisits(context: Context): Visits | null {
  const { redirected, missed } = counted(context)
  if (redirected.size === 0 && missed.size === 0) return null
  const visits = {
    redirected: [...redirected].map(([path, hits]) => ({ path, hits })),
    missed: [...missed].map(([path, visits]) => ({ path, ...visits })),
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
    // Keeps dismissed rows. If such a row were deleted, a later visit would list its path again.
    await tx`
      delete from not_found where id in (
        select id from not_found where dismissed_at is null
        order by bit_count(asked_from::bit(32)) desc, last_seen_at desc, id desc offset ${rowsMax})`
  }
  return {}
})

interface MissedPageRow extends Omit<MissedPage, 'firstSeenAt' | 'lastSeenAt'> {
  firstSeenAt: Date
  lastSeenAt: Date
}

export const listMissedPages = answer(ListMissedPages, async (read, asked) => {
  const { off } = await redirects(read)
  // Leaves out paths that staff dismissed or redirected. Visits to dismissed paths are still counted.
  const where = read`
    ${hasText(read, 'path', asked.search)} and dismissed_at is null
    and not exists (select from redirects r where from_path = path and r.id <> all(${[...off.keys()]}))`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from not_found where ${where}`
  const order = { path: 'path', hits: 'hits', lastSeenAt: 'last_seen_at' }
  const rows = await read<MissedPageRow[]>`
    select id, path, hits, referrer_host, first_seen_at, last_seen_at from not_found where ${where}
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
  await audit(tx, caller, 'content:missedPageDismissed', `not_found/${id}`, row, null)
  return {}
})

export async function purgeMissedPages(write: Sql): Promise<number> {
  const { count } = await write`
    delete from not_found where last_seen_at < now() - make_interval(days => ${keptDays})
      or hits < 3 and last_seen_at < now() - interval '14 days'`
  return count
}
