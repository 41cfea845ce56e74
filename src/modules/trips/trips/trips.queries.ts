import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { whole } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { dayAfter, romanMidnight } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { isOfPerson } from '../../leads/customers/customers.queries.ts'
import { type Fragment, hasMail, isJoined } from '../rides/rides.queries.ts'
import { allFits } from './clashes.ts'
import { daysMax, ListCustomerTrips, ListTrips, ReadTrip, ReadTripFits, type Trip } from './contract.ts'

export interface TripRow extends Omit<Trip, 'pickupAt' | 'endsAt' | 'updatedAt'> {
  pickupAt: Date
  endsAt: Date
  updatedAt: Date
  /** Number of changes of the trip. */
  rideVersion: number
}

export const tripRows = (sql: Sql | Tx, where: Fragment) => sql<TripRow[]>`
  select trips.id, trips.direction, trips.from_place as "from", trips.to_place as "to", trips.address,
    trips.pickup_at, trips.ends_at,
    trips.passengers, trips.bags, trips.flight_or_train, vehicle_id, driver_id, state,
    regexp_replace(trips.total::text, '[.]00$', '') as total, vehicle_kind, trips.updated_at, plate,
    coalesce((select version from ride_versions v where v.kind = 'trip' and v.id = trips.id), 0) as ride_version,
    drivers.name as driver_name,
    first.lead_kind, first.lead_id, leads.code, leads.name, leads.phone,
    coalesce((
      select jsonb_agg(jsonb_build_object('leadKind', lead_kind, 'leadId', lead_id, 'code', who.code, 'name', who.name,
        'from', ride.from_place, 'to', ride.to_place, 'pickupAt', ride.pickup_at, 'passengers', ride.passengers,
        'bags', ride.bags) order by ride.pickup_at, lead_kind, lead_id)
      from planned_rides ride join leads who on who.kind = lead_kind and who.id = lead_id
      where ride.trip_id = trips.id), '[]') as parties,
    coalesce((
      select jsonb_agg(jsonb_build_object('id', ride.id, 'from', ride.from_place, 'to', ride.to_place,
        'pickupAt', ride.pickup_at, 'passengers', ride.passengers, 'bags', ride.bags) order by ride.pickup_at, ride.id)
      from planned_rides ride where ride.trip_id = trips.id and ride.lead_kind is null and ${isJoined(sql)}), '[]') as added,
    exists (
      select from planned_rides ride join leads who on who.kind = lead_kind and who.id = lead_id
      where ride.trip_id = trips.id and not ${hasMail(sql, 'who')}) as needs_call,
    coalesce((
      select jsonb_agg(jsonb_build_object('event', event, 'at', at, 'receivedAt', received_at,
        'isReceiptTime', is_receipt_time, 'km', km) order by e.id)
      from driver_events e where e.trip_id = trips.id), '[]') as events
  from trips
    left join vehicles on vehicles.id = vehicle_id
    left join drivers on drivers.id = driver_id
    left join lateral (
      select lead_kind, lead_id from planned_rides ride where ride.trip_id = trips.id and lead_kind is not null
      order by ride.pickup_at, lead_kind, lead_id limit 1
    ) as first on true
    left join leads on leads.kind = first.lead_kind and leads.id = first.lead_id
  where ${where} order by trips.pickup_at, trips.id`

export const listTrips = answer(ListTrips, async (read, { from, to }) => {
  refuseLongPeriod(from, to)
  const rows = await tripsBetween(read, from, to)
  return { page: 1, totalPages: 1, total: rows.length, items: rows.map(shownTrip) }
})

/** Throws HttpError 422 if the period ends before it begins or has more than 62 days. */
export function refuseLongPeriod(from: string, to: string): void {
  if (to >= from && to < dayAfter(from, daysMax)) return
  throw refusal('to', `Scegli da 1 a ${daysMax} giorni.`)
}

/** Returns the trips whose pick-up is on the days from `from` to `to` in Rome, both included, earliest first. */
export const tripsBetween = (read: Sql, from: string, to: string) =>
  tripRows(
    read,
    read`trips.pickup_at >= ${romanMidnight(from)} and trips.pickup_at < ${romanMidnight(dayAfter(to))}`,
  )

export const listCustomerTrips = answer(ListCustomerTrips, async (read, { id }) => {
  const isMine = read`
    trips.id in (select trip_id from planned_rides where ${isOfPerson(read, id)} order by trip_id desc limit 100)`
  return whole((await tripRows(read, isMine)).map(shownTrip).reverse())
})

export const readTrip = answer(ReadTrip, async (read, { id }) => shownTrip(await findTrip(read, id)))

export const readTripFits = answer(ReadTripFits, async (read, { id }) =>
  allFits(read, await findTrip(read, id)),
)

/** Throws HttpError 404 if the trip does not exist. */
export async function findTrip(sql: Sql | Tx, id: number): Promise<TripRow> {
  const [row] = await tripRows(sql, sql`trips.id = ${id}`)
  if (!row) throw new HttpError(404, 'Viaggio non trovato.')
  return row
}

export function shownTrip({
  pickupAt,
  endsAt,
  updatedAt,
  events,
  added,
  rideVersion: _,
  ...row
}: TripRow): Trip {
  return {
    ...row,
    // PostgreSQL writes timestamps inside jsonb with an offset. The API returns ISO 8601 with `Z`.
    added: added.map((ride) => ({ ...ride, pickupAt: new Date(ride.pickupAt).toISOString() })),
    events: events.map(({ at, receivedAt, ...event }) => ({
      ...event,
      at: new Date(at).toISOString(),
      receivedAt: new Date(receivedAt).toISOString(),
    })),
    pickupAt: pickupAt.toISOString(),
    endsAt: endsAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  }
}

/** Returns the fields of a trip for the audit log, which is never deleted and therefore contains no personal data. */
export const impersonal = (trip: TripRow) => {
  const { state, vehicleId, driverId, pickupAt, endsAt, passengers, bags, total } = trip
  return {
    state,
    vehicleId,
    driverId,
    passengers,
    bags,
    total,
    pickupAt: pickupAt.toISOString(),
    endsAt: endsAt.toISOString(),
  }
}
