import { perContext } from '../../../kernel/context.ts'
import { handle } from '../../../kernel/message.ts'
import type { Retention } from '../../../kernel/retention.ts'
import { searchDays, unmetSearchDays } from '../../settings/privacy/contract.ts'
import { RecordSearches } from './contract.ts'

/** Minimum minutes between two reloads of the catalog that counted searches cause. */
const renewalMinutes = 10
const lastRenewal = perContext(() => ({ at: 0 }))
/** Maximum rows of `unmet_searches`. */
const unmetRowsMax = 5_000

export const recordSearches = handle(RecordSearches, async (tx, { found, unmet }, _, context) => {
  const renewal = lastRenewal(context)
  const now = context.clock.now().getTime()
  const isQuiet = now - renewal.at < renewalMinutes * 60_000
  if (isQuiet) await tx`select set_config('app.quiet', 'on', true)`
  else renewal.at = now
  if (found.length > 0) {
    await tx`
      with counted as (
        select "routeId", sum(searches)::int as searches
        from jsonb_to_recordset(${tx.json(found)}) as c ("routeId" bigint, searches int) group by "routeId"
      ), bumped as (
        update route_prices r set ricerche = ricerche + searches from counted where r.id = "routeId"
        returning r.id, searches
      )
      insert into route_searches (route_id) select id from bumped, generate_series(1, searches)`
  }
  if (unmet.length > 0) {
    await tx`
      insert into unmet_searches as u (departure, destination, searches)
      select departure, destination, sum(searches)::int
      from jsonb_to_recordset(${tx.json(unmet)}) as c (departure text, destination text, searches int)
      group by departure, destination
      on conflict (departure, destination)
      do update set searches = u.searches + excluded.searches, last_searched_at = now()`
    // Deletes the rarest searches first, so that invented searches cannot displace repeated searches.
    await tx`
      delete from unmet_searches where (departure, destination) in (
        select departure, destination from unmet_searches
        order by searches desc, last_searched_at desc offset ${unmetRowsMax})`
  }
  return {}
})

/** Single searches and searched pairs without a route. The counters of routes stay. */
export const oldSearches: Retention[] = [
  { table: 'route_searches', what: 'ricerche', by: 'created_at', kept: { days: searchDays } },
  {
    table: 'unmet_searches',
    what: 'ricerche senza tratta',
    by: 'last_searched_at',
    kept: { days: unmetSearchDays },
  },
  // Rare searches end sooner, because they may contain personal data.
  {
    table: 'unmet_searches',
    what: 'ricerche rare senza tratta',
    by: 'last_searched_at',
    kept: { days: 14 },
    where: 'searches < 3',
  },
]
