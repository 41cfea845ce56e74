import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import type { OfferLine } from '../offers/contract.ts'
import { type PlannedRide, rideColumns } from '../rides/rides.queries.ts'
import type { TripState } from '../trips/contract.ts'

// A party is one direction of a lead. A notice records the driver, vehicle and time of which the customer was notified.

/** States of a trip in which the customer needs the driver's data, because the customer is not in the car yet. */
export const toldStates: TripState[] = ['assigned', 'started', 'onSite']

export interface NamedTrip extends PlannedRide {
  tripId: number
  leadKind: LeadKind
  leadId: number
  driverName: string
  driverPhone: string
  vehicleKind: OfferLine['vehicle']
  plate: string
  /** Hash of driver, vehicle and pick-up time as they are now. */
  content: string
  /** Number of notices so far. */
  notices: number
  /** Hash of driver, vehicle and pick-up time in the latest notice; null without a notice. */
  told: string | null
}

/** Columns and `from` clause, with one row for each party of a confirmed lead whose trip has driver and vehicle. */
export const namedTrips = (sql: Sql | Tx) => sql`
  trips.id as trip_id, ride.lead_kind, ride.lead_id, ${rideColumns(sql)},
  drivers.name as driver_name, drivers.phone as driver_phone, vehicles.kind as vehicle_kind, plate,
  ${contentOf(sql)} as content, coalesce(last.number, 0) as notices, last.content as told
  from planned_rides ride
    join trips on trips.id = ride.trip_id
    join drivers on drivers.id = driver_id
    join vehicles on vehicles.id = vehicle_id
    join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id and ride.is_confirmed
    left join lateral (
      select id, number, content, via, created_at from driver_notices n
      where n.lead_kind = ride.lead_kind and n.lead_id = ride.lead_id and n.direction = ride.direction
      order by number desc limit 1) as last on true`

/** Returns the SQL expression for the hash of driver, vehicle and pick-up time. */
export const contentOf = (sql: Sql | Tx) => sql`
  md5(concat_ws(' ', driver_id, drivers.phone, vehicle_id, plate, extract(epoch from ride.pickup_at)))`

/** Returns the SQL condition for current and coming trips whose customer may still be notified. */
export const isAhead = (sql: Sql | Tx, now: Date) => sql`
  trips.state = any(${toldStates}) and trips.ends_at > ${now}::timestamptz
  and trips.pickup_at > ${now}::timestamptz - interval '1 day'`

/** Returns null if the notice is outdated, or if the customer need not be notified any more. */
export async function tripOfNotice(
  sql: Sql | Tx,
  id: number,
  now: Date,
): Promise<(NamedTrip & { createdAt: Date }) | null> {
  const [trip] = await sql<[(NamedTrip & { createdAt: Date })?]>`
    select last.created_at, ${namedTrips(sql)}
    where (ride.lead_kind, ride.lead_id, ride.direction) = (
        select lead_kind, lead_id, direction from driver_notices where id = ${id})
      and last.id = ${id} and last.content = ${contentOf(sql)} and ${isAhead(sql, now)}`
  return trip ?? null
}
