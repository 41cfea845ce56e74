import { HttpError } from '../../../kernel/httpError.ts'
import type { Tx } from '../../../platform/db.ts'
import { rideMinutes } from '../../catalog/fares/rideTimes.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { type Fragment, rideFacts, withRide } from '../rides/rides.queries.ts'
import { type Ride, refuseClashes } from './clashes.ts'
import { isOpen } from './contract.ts'
import { findTrip, type TripRow } from './trips.queries.ts'

export interface Party {
  leadKind: LeadKind
  leadId: number
}

/** Rides that leave a trip; `addedIds` are the ids of rides that staff added without a request. */
export interface Leaving {
  parties: Party[]
  addedIds: number[]
}

/** Lets only one transaction at a time move parties between trips. */
export async function lockParties(tx: Tx): Promise<void> {
  await tx`select pg_advisory_xact_lock(hashtext('trip_parties'))`
}

export function refuseStarted(trip: TripRow): void {
  if (!isOpen(trip) && trip.state !== 'cancelled')
    throw new HttpError(409, 'Il viaggio è già cominciato: non si può più cambiare.')
}

/** Deletes `others`. Throws HttpError 409 if the host's vehicle or driver cannot take all rides. */
export async function takeOver(tx: Tx, host: TripRow, others: TripRow[]): Promise<void> {
  const ids = others.map(({ id }) => id)
  await keepRides(tx, [host.id, ...ids])
  await tx`update trip_parties set trip_id = ${host.id} where trip_id = any(${ids})`
  await tx`update trip_added_rides set trip_id = ${host.id} where trip_id = any(${ids})`
  await tx`
    update trips set vehicle_kind = coalesce(vehicle_kind, (
      select vehicle_kind from trips where id = any(${ids}) and vehicle_kind is not null limit 1))
    where id = ${host.id}`
  await tx`delete from trips where id = any(${ids})`
  const ride = await rideOfParties(tx, host.id)
  if (host.vehicleId !== null && host.driverId !== null)
    await refuseClashes(tx, ride, host.vehicleId, host.driverId)
  await store(tx, ride)
}

/** Returns the id of the new trip. The old trip loses vehicle and driver if they cannot do the remaining rides. */
export async function takeOut(tx: Tx, trip: TripRow, { parties, addedIds }: Leaving): Promise<number> {
  await keepRides(tx, [trip.id])
  const [{ id }] = await tx<[{ id: number }]>`
    insert into trips (direction, from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_kind)
    select direction, from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_kind
    from trips where id = ${trip.id}
    returning id`
  for (const { leadKind, leadId } of parties)
    await tx`
      update trip_parties set trip_id = ${id}
      where trip_id = ${trip.id} and lead_kind = ${leadKind} and lead_id = ${leadId}`
  await tx`update trip_added_rides set trip_id = ${id} where trip_id = ${trip.id} and id = any(${addedIds})`
  await store(tx, await rideOfParties(tx, id))
  const rest = await rideOfParties(tx, trip.id)
  if (
    trip.vehicleId !== null &&
    trip.driverId !== null &&
    !(await fits(tx, rest, trip.vehicleId, trip.driverId))
  )
    await tx`update trips set state = 'planned', vehicle_id = null, driver_id = null where id = ${trip.id}`
  await store(tx, rest)
  return id
}

/** A single party gets the trip's passengers and bags. In a joined trip only the times of the rides change. */
export async function changeParties(
  tx: Tx,
  before: TripRow,
  after: { pickup_at: Date; passengers: number; bags: number },
): Promise<void> {
  if (before.parties.length === 1 && before.added.length === 0)
    await tx`
      update trip_parties set passengers = ${after.passengers}, bags = ${after.bags} where trip_id = ${before.id}`
  const seconds = (after.pickup_at.getTime() - before.pickupAt.getTime()) / 1000
  await tx`
    update trip_parties set pickup_at = pickup_at + make_interval(secs => ${seconds}),
      ends_at = ends_at + make_interval(secs => ${seconds})
    where trip_id = ${before.id} and pickup_at is not null`
  await tx`
    update trip_added_rides set pickup_at = pickup_at + make_interval(secs => ${seconds}),
      ends_at = ends_at + make_interval(secs => ${seconds})
    where trip_id = ${before.id}`
}

/**
 * Stores the rides as their customers know them, so that `announceMoves` finds every later change. Locks the rides, so
 * that it cannot announce them before the change.
 */
export async function keepKnownRides(tx: Tx, isOfRides: Fragment): Promise<void> {
  await tx`
    update trip_parties set known_ride = coalesce(known_ride, known.facts)
    from (
      select p.lead_kind, p.lead_id, p.direction, ${rideFacts(tx)} as facts
      from trip_parties p join trips on trips.id = p.trip_id ${withRide(tx)}
      where state in ('planned', 'assigned') and ${isOfRides}
    ) as known
    where (trip_parties.lead_kind, trip_parties.lead_id, trip_parties.direction)
      = (known.lead_kind, known.lead_id, known.direction)`
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

/** Copies an unjoined trip's ride to `trip_parties` or `trip_added_rides`, before rides move between trips. */
async function keepRides(tx: Tx, tripIds: number[]): Promise<void> {
  await tx`
    update trip_parties p set from_place = t.from_place, to_place = t.to_place, address = t.address,
      pickup_at = t.pickup_at, ends_at = t.ends_at, flight_or_train = t.flight_or_train, total = t.total
    from trips t where t.id = p.trip_id and p.from_place is null and trip_id = any(${tripIds})`
  await tx`
    insert into trip_added_rides (trip_id, direction, from_place, to_place, address, pickup_at, ends_at, passengers,
      bags, flight_or_train, total)
    select id, direction, from_place, to_place, address, pickup_at, ends_at, passengers, bags, flight_or_train, total
    from trips
    where id = any(${tripIds}) and not exists (select from trip_rides r where r.trip_id = trips.id)
    order by id`
}

type SingleRide = Omit<Ride, 'id'>

/** The vehicle waits for the last passengers, then drives to all destinations. */
async function rideOfParties(tx: Tx, id: number): Promise<Ride> {
  // from, to, pickupAt and endsAt are never null: the callers have run keepRides for the trip.
  const rides = await tx<SingleRide[]>`
    select from_place as "from", to_place as "to", pickup_at, ends_at, passengers, bags
    from trip_rides where trip_id = ${id} order by pickup_at, lead_kind, lead_id, added_id`
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

/** If one ride is left, removes the copy of the ride, because the trip's row contains the same data. */
async function store(tx: Tx, { id, from, to, pickupAt, endsAt }: Ride): Promise<void> {
  await tx`
    update trips set from_place = ${from}, to_place = ${to}, pickup_at = ${pickupAt}, ends_at = ${endsAt},
      direction = (
        select r.direction from trip_rides r where r.trip_id = ${id}
        order by r.pickup_at, lead_kind, lead_id, added_id limit 1)
    where id = ${id}`
  await tx`select sum_parties(${id})`
  await tx`
    update trip_parties set from_place = null, to_place = null, address = null, pickup_at = null, ends_at = null,
      flight_or_train = null, total = null
    where trip_id = ${id} and (select count(*) from trip_rides r where r.trip_id = ${id}) = 1`
  await tx`
    delete from trip_added_rides
    where trip_id = ${id} and (select count(*) from trip_rides r where r.trip_id = ${id}) = 1`
}
