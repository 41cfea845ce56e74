import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from '../../../platform/db.ts'

/** Part of an SQL statement. */
export type Fragment = PendingQuery<Row[]>

/** SQL expression: what the customer must know about the row `ride` of `rides`, as jsonb that can be compared. */
export const rideFacts = (sql: Sql | Tx) => sql`
  jsonb_build_object('from', ride.from_place, 'to', ride.to_place, 'address', ride.address,
    'pickupAt', extract(epoch from ride.pickup_at))`

/** SQL condition: the trip of the row `ride` takes other rides, too. */
export const isJoined = (sql: Sql | Tx) => sql`
  exists (select from rides other where other.trip_id = ride.trip_id and other.id <> ride.id)`

/** SQL condition: mails reach the customer of the row `lead` of the table `leads`. */
export const hasMail = (sql: Sql | Tx, lead = 'leads') => sql`
  (${sql(lead)}.email is not null and not ${sql(lead)}.call_instead)`
