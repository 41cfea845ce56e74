import { HttpError } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import { rideMinutes } from '../../catalog/fares/rideTimes.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import type { Direction } from '../../leads/lead/leg.contract.ts'
import { type Fragment, rideFacts } from '../rides/rides.queries.ts'
import { type Ride, refuseClashes } from './clashes.ts'
import { isOpen, ridesOf } from './contract.ts'
import { findTrip, type TripRow } from './trips.queries.ts'

export interface Party {
  leadKind: LeadKind
  leadId: number
}

/** Rides that leave a trip; `addedIds` are those of rides that staff added without a request. */
export interface Leaving {
  parties: Party[]
  addedIds: number[]
}

/** Lets only one transaction at a time move rides between trips. */
export async function lockParties(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('rides'))`
}

export function refuseStarted(trip: TripRow): void {
  if (!isOpen(trip) && trip.state !== 'cancelled')
    throw new HttpError(409, 'Il viaggio è già cominciato: non si può più cambiare.')
}

/** Columns that say what a ride is, in a trip and in its rides. */
export interface RideColumns {
  direction?: Direction
  from_place: string
  to_place: string
  address: string | null
  pickup_at: Date
  ends_at: Date
  passengers: number
  bags: number
  flight_or_train: string | null
  total: string | number | null
}

/** Stores a trip that drives the ride, and returns its id. */
export async function insertTrip(tx: Tx, ride: RideColumns, trip: object = {}): Promise<number> {
  const [{ id }] = await tx<[{ id: number }]>`insert into trips ${tx({ ...ride, ...trip })} returning id`
  return id
}

/** Stores a trip with a ride that staff add, which has no lead. Returns the id of the trip. */
export async function addRideOfStaff(tx: Tx, ride: RideColumns, trip: object = {}): Promise<number> {
  const id = await insertTrip(tx, ride, trip)
  await tx`insert into rides ${tx({ ...ride, trip_id: id })}`
  return id
}

/** Deletes `others`. Throws HttpError 409 if the host's vehicle or driver cannot take all rides. */
export async function takeOver(tx: Tx, host: TripRow, others: TripRow[]): Promise<void> {
  const ids = others.map(({ id }) => id)
  await tx`update rides set trip_id = ${host.id} where trip_id = any(${ids})`
  await tx`
    update trips set vehicle_kind = coalesce(vehicle_kind, (
      select vehicle_kind from trips where id = any(${ids}) and vehicle_kind is not null limit 1))
    where id = ${host.id}`
  await tx`delete from trips where id = any(${ids})`
  const way = await wayOf(tx, host.id)
  if (host.vehicleId !== null && host.driverId !== null)
    await refuseClashes(tx, way, host.vehicleId, host.driverId)
  await store(tx, way)
}

/** Returns the id of the new trip. The old trip loses vehicle and driver if they cannot do the remaining rides. */
export async function takeOut(tx: Tx, trip: TripRow, { parties, addedIds }: Leaving): Promise<number> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into trips (direction, from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_kind)
    select direction, from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_kind
    from trips where id = ${trip.id}
    returning id`
  for (const { leadKind, leadId } of parties)
    await tx`
      update rides set trip_id = ${id}
      where trip_id = ${trip.id} and lead_kind = ${leadKind} and lead_id = ${leadId}`
  await tx`update rides set trip_id = ${id} where trip_id = ${trip.id} and id = any(${addedIds})`
  await store(tx, await wayOf(tx, id))
  const rest = await wayOf(tx, trip.id)
  if (
    trip.vehicleId !== null &&
    trip.driverId !== null &&
    !(await fits(tx, rest, trip.vehicleId, trip.driverId))
  )
    await tx`update trips set state = 'planned', vehicle_id = null, driver_id = null where id = ${trip.id}`
  await store(tx, rest)
  return id
}

/** Stores a change of a trip in its rides. Those of a joined trip only move by the same time. */
export async function changeRides(tx: Tx, before: TripRow, after: RideColumns): Promise<void> {
  if (ridesOf(before) <= 1) {
    await tx`update rides set ${tx({ ...after })} where trip_id = ${before.id}`
    return
  }
  const seconds = (after.pickup_at.getTime() - before.pickupAt.getTime()) / 1000
  await tx`
    update rides set pickup_at = pickup_at + make_interval(secs => ${seconds}),
      ends_at = ends_at + make_interval(secs => ${seconds})
    where trip_id = ${before.id}`
}

/**
 * Stores the rides as their customers know them, so that `announceMoves` finds every later change. Locks the rides, so
 * that it cannot announce them before the change.
 */
export async function keepKnownRides(tx: Tx, isOfRides: Fragment): Promise<void> {
  await tx`
    update rides ride set known_ride = coalesce(known_ride, ${rideFacts(tx)})
    from trips
    where trips.id = ride.trip_id and trips.state in ('planned', 'assigned') and lead_kind is not null and ${isOfRides}`
}

/** Locks and returns the trip. Throws HttpError 404 if it does not exist. */
export async function lockedTrip(tx: Tx, id: number): Promise<TripRow> {
  await tx`select id from trips where id = ${id} for update`
  return findTrip(tx, id)
}

async function fits(tx: Tx, ride: Ride, vehicleId: number, driverId: number): Promise<boolean> {
  try {
    await refuseClashes(tx, ride, vehicleId, driverId)
    return true
  } catch (error) {
    if (error instanceof HttpError) return false
    throw error
  }
}

type SingleRide = Omit<Ride, 'id'>

/** The vehicle waits for the last passengers, then drives to all destinations. */
async function wayOf(tx: Tx, id: number): Promise<Ride> {
  const rides = await tx<SingleRide[]>`
    select from_place as "from", to_place as "to", pickup_at, ends_at, passengers, bags
    from planned_rides where trip_id = ${id} order by pickup_at, lead_kind, lead_id, id`
  const [first, last] = [rides[0], rides.at(-1)]
  if (!first || !last) throw new Error(`trip ${id} has no ride`)
  if (rides.length === 1) return { id, ...first }
  const stops = await stopsAfter(tx, last.from, [...new Set(rides.map(({ to }) => to))])
  const arrivals = rides.map(({ endsAt }) => endsAt.getTime())
  const minutes = stops.reduce((sum, stop) => sum + stop.minutes, 0)
  return {
    id,
    from: first.from,
    to: stops.at(-1)?.place ?? last.to,
    pickupAt: first.pickupAt,
    endsAt: new Date(Math.max(...arrivals, last.pickupAt.getTime() + minutes * 60_000)),
    passengers: rides.reduce((sum, { passengers }) => sum + passengers, 0),
    bags: rides.reduce((sum, { bags }) => sum + bags, 0),
  }
}

/** Returns the destinations, the nearest to `from` first, each with the minutes from the stop before. */
async function stopsAfter(tx: Tx, from: string, places: string[]) {
  const direct = await rideMinutes(
    tx,
    places.map((place) => [from, place]),
  )
  const order = places
    .map((place, index) => ({ place, direct: direct[index] ?? 0 }))
    .sort((one, other) => one.direct - other.direct)
    .map(({ place }) => place)
  const minutes = await rideMinutes(
    tx,
    order.map((place, index) => [order[index - 1] ?? from, place]),
  )
  return order.map((place, index) => ({ place, minutes: minutes[index] ?? 0 }))
}

/** Only the last place and the end depend on the way. The database derives the rest from the rides. */
async function store(tx: Tx, { id, to, endsAt }: Ride): Promise<void> {
  await tx`update trips set to_place = ${to}, ends_at = ${endsAt} where id = ${id}`
  await tx`select follow_rides(${id})`
}
