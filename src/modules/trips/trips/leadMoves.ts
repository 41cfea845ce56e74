import { clockOf, romanDay } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Asked } from '../../leads/lead/askedFields.contract.ts'
import type { Direction } from '../../leads/lead/leg.contract.ts'
import { changeRides } from '../../leads/lead/rides.writes.ts'
import type { Party } from './rides.writes.ts'
import type { TripRow } from './trips.queries.ts'

// The customer's page and mails show the lead, so a command that moves a trip also changes the leads of the trip.

/** Prevents deadlocks if it runs before a command locks the trip: reactions lock a lead before its trips. */
export async function lockLeads(tx: Tx, tripId: number): Promise<void> {
  await tx`
    select id from leads
    where (kind, id) in (select lead_kind, lead_id from rides where trip_id = ${tripId})
    order by kind, id for no key update`
}

type Places = Partial<Pick<Asked, 'departure' | 'destination' | 'address'>>

/**
 * Stores what has changed of the trip, because its request may say something newer that the trip does not follow yet:
 * day and time, and places only if the trip is not joined and the lead asks for no return trip.
 */
export async function moveLeads(tx: Tx, before: TripRow, after: TripRow): Promise<void> {
  const isMoved = before.pickupAt.getTime() !== after.pickupAt.getTime()
  const places = before.parties.length === 1 && before.added.length === 0 ? changedPlaces(before, after) : {}
  const rides = await tx<(Party & { direction: Direction; pickupAt: Date; isOnly: boolean })[]>`
    select ride.lead_kind, ride.lead_id, ride.direction, ride.pickup_at,
      not exists (
        select from rides other
        where other.lead_kind = ride.lead_kind and other.lead_id = ride.lead_id and other.direction = 'back') as is_only
    from planned_rides ride
      join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
    where ride.trip_id = ${after.id} order by ride.lead_kind, ride.lead_id`
  for (const { leadKind, leadId, direction, pickupAt, isOnly } of rides) {
    const change = { ...(isMoved && momentOf(direction, pickupAt)), ...(isOnly && places) }
    if (Object.keys(change).length === 0) continue
    await changeRides(tx, { kind: leadKind, id: leadId }, change)
    await tx`
      update leads set updated_at = clock_timestamp() where kind = ${leadKind} and id = ${leadId}`
  }
}

function momentOf(direction: Direction, pickupAt: Date): Partial<Asked> {
  const [day, time] = [romanDay(pickupAt), clockOf(pickupAt)]
  return direction === 'there' ? { date: day, time } : { returnDate: day, returnTime: time }
}

function changedPlaces(before: TripRow, { from, to, address }: TripRow): Places {
  return {
    ...(from !== before.from && { departure: from }),
    ...(to !== before.to && { destination: to }),
    ...(address !== before.address && { address }),
  }
}
