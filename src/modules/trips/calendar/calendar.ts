import { answer } from '../../../kernel/message.ts'
import { comparable } from '../../../kernel/pasted.ts'
import { clockOf, romanDay } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { positionsByName } from '../../catalog/places/placePages.queries.ts'
import { hasEconomyFrom } from '../../catalog/search/search.queries.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'
import { refuseUnknownDays } from '../../leads/lead/days.queries.ts'
import { isJoined } from '../rides/rides.queries.ts'
import { isOpen } from '../trips/contract.ts'
import { refuseLongPeriod, shownTrip, type TripRow, tripsBetween } from '../trips/trips.queries.ts'
import { type PoolEntry, ReadCalendar } from './contract.ts'
import { poolsOf } from './pooling.ts'
import { type LegOfLead, legsBetween, untimedLegs } from './upcoming.queries.ts'

export const readCalendar = answer(ReadCalendar, async (read, { from, to }) => {
  refuseUnknownDays({ from, to })
  refuseLongPeriod(from, to)
  const [trips, legs, untimed, positions] = await Promise.all([
    tripsBetween(read, from, to),
    legsBetween(read, from, to),
    untimedLegs(read),
    positionsByName(read),
  ])
  const withTrips = await withTheirTrips(read, legs)
  const items = withoutTrip(withTrips).map(({ entry }) => entry)
  const [{ undated }] = await read<[{ undated: number }]>`
    select count(*) as undated from requests
    where status <> 'persa' and kind <> 'contact' and date is null and created_at > now() - interval '90 days'`
  const { pools, uncounted } = poolsOf(poolable(withTrips), hasEconomyFrom, (place) =>
    positions.get(comparable(place)),
  )
  return {
    trips: trips.map(shownTrip),
    items,
    undated,
    pools,
    uncounted,
    untimed: untimed.filter(
      ({ id, kind, leg }) => !items.some((one) => one.id === id && one.kind === kind && one.leg === leg),
    ),
  }
})

type PartyTrip = Pick<TripRow, 'state' | 'vehicleKind' | 'pickupAt'> & {
  leadKind: string
  leadId: number
  direction: string
  tripId: number
  isShared: boolean
}

interface LegWithTrip extends LegOfLead {
  trip: PartyTrip | undefined
}

/** Adds to each leg the trip that serves it, if there is one. */
export async function withTheirTrips(read: Sql, legs: LegOfLead[]): Promise<LegWithTrip[]> {
  // leadKind and leadId are never null: the condition compares them with those of leads.
  const rows = await read<PartyTrip[]>`
    select lead_kind, lead_id, ride.direction, trip_id, ${isJoined(read)} as is_shared, state, vehicle_kind, trips.pickup_at
    from planned_rides ride join trips on trips.id = trip_id
    where ${isOfLeads(
      read,
      legs.map(({ lead }) => lead),
    )}`
  const keyOf = (kind: string, id: number, direction: string) => `${kind} ${id} ${direction}`
  const byLeg = new Map(rows.map((row) => [keyOf(row.leadKind, row.leadId, row.direction), row]))
  return legs.map((one) => ({
    ...one,
    trip: byLeg.get(keyOf(one.lead.kind, one.lead.id, one.leg.direction)),
  }))
}

/** Returns the legs that no trip serves. If the lead is no longer confirmed, its cancelled trip counts as no trip. */
export function withoutTrip(legs: LegWithTrip[]): LegWithTrip[] {
  return legs.filter(
    ({ lead, trip }) => !trip || (trip.state === 'cancelled' && lead.status !== 'confermata'),
  )
}

/** Leaves out legs whose trip carries several requests, has started, is cancelled or was booked as private. */
function poolable(legs: LegWithTrip[]): PoolEntry[] {
  return legs.flatMap(({ entry, trip }): PoolEntry[] => {
    if (!trip) return [{ ...entry, tripId: null }]
    if (!isOpen(trip) || trip.isShared || (trip.vehicleKind !== null && trip.vehicleKind !== 'economy'))
      return []
    return [{ ...entry, date: romanDay(trip.pickupAt), time: clockOf(trip.pickupAt), tripId: trip.tripId }]
  })
}
