import { romanMoment } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import { partyOf } from '../../catalog/fares/counts.contract.ts'
import { rideMinutes } from '../../catalog/fares/rideTimes.queries.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { type Lead, readLead } from '../../leads/lead/lead.queries.ts'
import { type Direction, isTimed, legOf, type TimedLeg } from '../../leads/lead/leg.contract.ts'
import { inItalian } from '../../leads/lead/placeNames.queries.ts'
import type { OfferLine } from '../offers/contract.ts'
import { isJoined } from '../rides/rides.queries.ts'
import { insertTrip, keepKnownRides, lockedTrip, lockParties, takeOut } from './rides.writes.ts'

/** Minutes of a ride if the catalog lacks one of its places or the position of such a place. */
const unknownMinutes = 60
/** Minimum minutes of a ride, because the period of a trip must not be empty. */
const rideMin = 10

/** Returns the expected minutes of a ride. */
export async function rideLength(tx: Tx, from: string, to: string): Promise<number> {
  const [minutes] = await rideMinutes(tx, [[from, to]])
  return Math.max(rideMin, minutes ?? unknownMinutes)
}

/** Changes of a lead that its trips follow. Without them, a trip keeps what staff have changed on the trip alone. */
export interface RideChanges {
  isMoved?: boolean | undefined
  isReaddressed?: boolean | undefined
}

/**
 * Gives a confirmed lead a trip for each direction with day and time, and cancels the trips of any other lead. Moves
 * trips only with `isMoved`, and never changes a started trip. The caller must have locked the lead.
 */
export async function syncTrips(
  tx: Tx,
  { kind, id }: { kind: LeadKind; id: number },
  { isMoved = false, isReaddressed = false }: RideChanges,
): Promise<void> {
  const written = await readLead(tx, kind, id)
  if (!written) return
  // Drivers and service sheets need the Italian names, whatever the customer's language.
  const [lead = written] = await inItalian(tx, [written])
  await lockParties(tx)
  if (isMoved || isReaddressed) await keepKnownRides(tx, tx`lead_kind = ${kind} and lead_id = ${id}`)
  const lines = await acceptedLines(tx, lead)
  const legs = await confirmedLegs(tx, lead)
  await leaveShared(tx, lead, legs, isMoved)
  await cancelTrips(tx, lead, legs)
  for (const leg of legs) {
    const line = lines?.find(({ direction }) => direction === leg.direction)
    const isNew = await addTrip(tx, lead, leg, line)
    if (!isNew) await reopenTrip(tx, lead, leg, isMoved)
  }
  if (isReaddressed) await readdressTrips(tx, lead)
}

/** Stores the lead's street address on its trips, and on its rides of joined trips, that have not started. */
async function readdressTrips(tx: Tx, { kind, id }: Lead): Promise<void> {
  const rides = await tx<{ tripId: number }[]>`
    update rides ride set address = asked_address from trips
    where trips.id = ride.trip_id and lead_kind = ${kind} and lead_id = ${id} and trips.state in ('planned', 'assigned')
    returning trip_id`
  await tx`
    update trips set updated_at = now(),
      address = (select string_agg(distinct rides.address, ', ') from rides where trip_id = trips.id)
    where id = any(${rides.map(({ tripId }) => tripId)})`
}

/** Moves the ride out of a joined trip if the lead lost the ride or, with `isMoved`, if the pick-up has changed. */
async function leaveShared(tx: Tx, lead: Lead, legs: TimedLeg[], isMoved: boolean): Promise<void> {
  const shared = await tx<{ tripId: number; direction: string; pickupAt: Date }[]>`
    select trip_id, ride.direction, ride.pickup_at from planned_rides ride join trips on trips.id = trip_id
    where lead_kind = ${lead.kind} and lead_id = ${lead.id} and ${isJoined(tx)} and trips.state in ('planned', 'assigned')
    order by trip_id`
  for (const { tripId, direction, pickupAt } of shared) {
    const leg = legs.find((one) => one.direction === direction)
    const isSame = leg && romanMoment(leg.day, leg.time).getTime() === pickupAt.getTime()
    if (leg && (isSame || !isMoved)) continue
    await takeOut(tx, await lockedTrip(tx, tripId), {
      parties: [{ leadKind: lead.kind, leadId: lead.id }],
      addedIds: [],
    })
  }
}

/** Returns the legs that are to be driven. Leaves out legs without day or time. */
async function confirmedLegs(tx: Tx, lead: Lead): Promise<TimedLeg[]> {
  const rides = await tx<{ direction: Direction }[]>`
    select direction from rides
    where lead_kind = ${lead.kind} and lead_id = ${lead.id} and state = 'confirmed' order by direction desc`
  return rides.flatMap(({ direction }) => {
    const leg = legOf(lead, direction)
    return leg && isTimed(leg) ? [leg] : []
  })
}

async function acceptedLines(tx: Tx, { kind, id }: Lead): Promise<OfferLine[] | null> {
  const [offer] = await tx<[{ lines: OfferLine[] }?]>`
    select lines from offers where lead_kind = ${kind} and lead_id = ${id} and state = 'accepted'
    order by accepted_at desc limit 1`
  return offer?.lines ?? null
}

/** Cancels the lead's unjoined trips that have not started and whose direction is not in `legs`. */
async function cancelTrips(tx: Tx, { kind, id }: Lead, legs: TimedLeg[]): Promise<void> {
  await tx`
    update trips set state = 'cancelled', vehicle_id = null, driver_id = null, updated_at = now()
    from planned_rides ride
    where ride.trip_id = trips.id and lead_kind = ${kind} and lead_id = ${id} and not ${isJoined(tx)}
      and trips.state in ('planned', 'assigned') and not ride.direction = any(${legs.map(({ direction }) => direction)})`
}

/** Adds the trip of a direction. Returns false, without a change, if the direction already has a trip. */
async function addTrip(tx: Tx, lead: Lead, leg: TimedLeg, line: OfferLine | undefined): Promise<boolean> {
  const [ride] = await tx<
    [{ id: number; tripId: number | null; address: string | null; flight: string | null }?]
  >`
    select id, trip_id, asked_address as address, asked_flight as flight from rides
    where lead_kind = ${lead.kind} and lead_id = ${lead.id} and direction = ${leg.direction}`
  if (!ride) throw new Error(`${lead.kind} ${lead.id} has no ride ${leg.direction}`)
  if (ride.tripId !== null) return false
  const { passengers, bags } = partyOf(lead) ?? { passengers: 1, bags: 0 }
  const pickup = romanMoment(leg.day, leg.time)
  const minutes = await rideLength(tx, leg.from, leg.to)
  const chosen = lead.fare?.chosen ?? null
  const planned = {
    direction: leg.direction,
    from_place: leg.from,
    to_place: leg.to,
    address: ride.address,
    pickup_at: pickup,
    ends_at: new Date(pickup.getTime() + minutes * 60_000),
    passengers,
    bags,
    flight_or_train: ride.flight,
    total: line?.total ?? null,
  }
  const tripId = await insertTrip(tx, planned, { vehicle_kind: line?.vehicle ?? chosen })
  await tx`update rides set ${tx({ ...planned, trip_id: tripId })} where id = ${ride.id}`
  return true
}

/** Reopens a cancelled trip and, with `isMoved`, moves a trip that has not started. A joined trip stays unchanged. */
async function reopenTrip(tx: Tx, lead: Lead, leg: TimedLeg, isMoved: boolean): Promise<void> {
  const pickup = tx`${romanMoment(leg.day, leg.time)}::timestamptz`
  await tx`
    with moved as (
      update trips set state = 'planned', vehicle_id = null, driver_id = null, pickup_at = ${pickup},
        ends_at = ${pickup} + (trips.ends_at - trips.pickup_at), updated_at = now()
      from planned_rides ride
      where ride.trip_id = trips.id and lead_kind = ${lead.kind} and lead_id = ${lead.id}
        and ride.direction = ${leg.direction} and not ${isJoined(tx)}
        and (trips.state = 'cancelled' or ${isMoved} and trips.state in ('planned', 'assigned') and trips.pickup_at <> ${pickup})
      returning trips.id, trips.pickup_at, trips.ends_at)
    update rides set pickup_at = moved.pickup_at, ends_at = moved.ends_at from moved where rides.trip_id = moved.id`
}
