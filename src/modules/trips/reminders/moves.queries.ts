import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeNamesIn } from '../../catalog/places/placePages.queries.ts'
import type { Lead } from '../../leads/lead/lead.queries.ts'
import { placesOf } from '../../leads/requests/address.contract.ts'
import { directionKeys, type PlannedRide, rideColumns, rideFacts } from '../rides/rides.queries.ts'
import { whenWords } from './cards.queries.ts'

/** SQL condition: the confirmed ride is ahead, and differs from the ride that its customer knows. */
export const isMoved = (sql: Sql | Tx, now: Date) => sql`
  (known_ride is not null and known_ride <> ${rideFacts(sql)} and trips.state in ('planned', 'assigned')
    and ride.pickup_at > ${now}::timestamptz and ride.is_confirmed)`

/** Returns the rides of a confirmed lead that have not begun, the earliest first. */
export function comingRides(
  sql: Sql | Tx,
  { kind, id, status }: Pick<Lead, 'kind' | 'id' | 'status'>,
  now: Date,
): Promise<PlannedRide[]> {
  return sql<PlannedRide[]>`
    select ${rideColumns(sql)}
    from planned_rides ride join trips on trips.id = ride.trip_id
    where ride.lead_kind = ${kind} and ride.lead_id = ${id} and ${status} = 'confermata'
      and state in ('planned', 'assigned') and ride.pickup_at > ${now}::timestamptz
    order by ride.pickup_at`
}

/** Returns the rides in words: when, and from where to where. */
export async function rideRows(
  read: Sql,
  t: Translate,
  rides: PlannedRide[],
): Promise<{ label: string; value: string }[]> {
  const nameOf = await placeNamesIn(read, t.language)
  return rides.map((ride) => {
    const { from, to } = placesOf({ ...ride, from: nameOf(ride.from), to: nameOf(ride.to) })
    return { label: t(directionKeys[ride.direction]), value: `${whenWords(t, ride)}, ${from} → ${to}` }
  })
}
