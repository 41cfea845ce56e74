import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Leg } from '../../leads/lead/leg.contract.ts'

/** Part of an SQL statement. */
export type Fragment = PendingQuery<Row[]>

/** A leg that a trip drives, with the street address of the request. */
export interface PlannedRide extends Pick<Leg, 'direction' | 'from' | 'to'> {
  address: string | null
  pickupAt: Date
}

/** SQL columns of a `PlannedRide`, from the row `ride` of `planned_rides`. */
export const rideColumns = (sql: Sql | Tx) => sql`
  ride.direction, ride.from_place as "from", ride.to_place as "to", ride.address, ride.pickup_at`

/** Messages that name the direction of a ride. */
export const directionKeys = { there: 'proposal.there', back: 'lead.return' } as const

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
