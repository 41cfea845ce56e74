import { dayAfter, romanMidnight, romanMoment } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { type Direction, directionsOf, timesOf } from '../lead/leg.contract.ts'

/** Progress of a lead's rides, from the reports of the drivers and from the clock. */
export interface Progress {
  /** A trip has started or is over, so the customer can no longer cancel the request. */
  hasBegun: boolean
  isOver: boolean
  /** The drivers found nobody, and no ride took place. */
  isMissed: boolean
  /** The outbound ride is over, the return is not. */
  isReturnAhead: boolean
  /** Latest report of the driver of the current ride. Null for a joined ride, because it stops at several places. */
  report: 'started' | 'onSite' | 'aboard' | null
}

/** Expected minutes of a ride for which staff have planned no trip. */
const usualMinutes = 60
/** A ride without a report counts as over this many hours after its expected end, because flights are late. */
const lateHours = 5
/** A ride that the driver started and did not end counts as over this many hours after its expected end. */
const startedHours = 24

interface Trip {
  direction: Direction
  state: 'planned' | 'assigned' | 'started' | 'onSite' | 'aboard' | 'finished' | 'noShow' | 'cancelled'
  endsAt: Date
  isJoined: boolean
}

export async function rideOf(read: Sql | Tx, lead: Lead, now: Date): Promise<Progress> {
  const trips = await read<Trip[]>`
    select r.direction, state, r.ends_at, (select count(*) from rides where trip_id = trips.id) > 1 as is_joined
    from planned_rides r join trips on trips.id = r.trip_id
    where lead_kind = ${lead.kind} and lead_id = ${lead.id}`
  const known = directionsOf(lead).map((direction) => ({
    trip: trips.find((one) => one.direction === direction),
    endsAt: endOf(lead, direction),
  }))
  const taken = known.filter(({ trip }) => trip?.state !== 'cancelled')
  const legs = (taken.length > 0 ? taken : known).map((leg) => progressOf(leg, now))
  const last = legs.at(-1)
  const isOver = last?.isOver ?? false
  return {
    hasBegun: legs.some((leg) => leg.hasBegun),
    isOver,
    isMissed:
      isOver &&
      trips.some(({ state }) => state === 'noShow') &&
      !trips.some(({ state }) => state === 'finished'),
    isReturnAhead: !isOver && legs.length > 1 && legs[0]?.isOver === true,
    report: legs.find(({ isOver, report }) => report && !isOver)?.report ?? null,
  }
}

/** Returns when a leg ends according to the lead; null if its day is unknown. */
function endOf(lead: Lead, direction: Direction): Date | null {
  const { day, time } = timesOf(lead, direction)
  if (day === null) return null
  return time === null
    ? romanMidnight(dayAfter(day))
    : new Date(romanMoment(day, time).getTime() + usualMinutes * 60_000)
}

function progressOf({ trip, endsAt }: { trip: Trip | undefined; endsAt: Date | null }, now: Date) {
  if (trip?.state === 'finished' || trip?.state === 'noShow')
    return { hasBegun: true, isOver: true, report: null }
  const state = trip?.state
  const report = state === 'started' || state === 'onSite' || state === 'aboard' ? state : null
  const hasStarted = report !== null
  const isTimed = trip && trip.state !== 'cancelled'
  const end = isTimed ? trip.endsAt : endsAt
  const isOver =
    end !== null && now.getTime() >= end.getTime() + (hasStarted ? startedHours : lateHours) * 3_600_000
  return { hasBegun: hasStarted || isOver, isOver, report: trip?.isJoined ? null : report }
}
