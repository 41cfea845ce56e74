import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from '../../../platform/db.ts'

/** Part of an SQL statement. */
export type Fragment = PendingQuery<Row[]>

/**
 * SQL join that adds the ride `ride` to a row `p` of `trip_parties` or `trip_rides` and its trip `trips`. Only the rides
 * of a joined trip have columns of their own; the row of any other trip contains its single ride.
 */
export const withRide = (sql: Sql | Tx) => sql`
  cross join lateral (
    select coalesce(p.from_place, trips.from_place) as "from", coalesce(p.to_place, trips.to_place) as "to",
      case when p.from_place is null then trips.address else p.address end as address,
      coalesce(p.pickup_at, trips.pickup_at) as pickup_at, coalesce(p.ends_at, trips.ends_at) as ends_at,
      case when p.from_place is null then trips.flight_or_train else p.flight_or_train end as flight_or_train,
      case when p.from_place is null then trips.total else p.total end as total
  ) as ride`

/** SQL expression: what the customer must know about `ride`, as jsonb that can be compared. */
export const rideFacts = (sql: Sql | Tx) => sql`
  jsonb_build_object('from', ride."from", 'to', ride."to", 'address', ride.address,
    'pickupAt', extract(epoch from ride.pickup_at))`

/** SQL condition: mails reach the customer of the row `lead` of the view `leads`. */
export const hasMail = (sql: Sql | Tx, lead = 'leads') => sql`
  (${sql(lead)}.email is not null and not ${sql(lead)}.call_instead)`
