import { emitAll } from '../../../kernel/outbox.ts'
import { romanDay } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { messageSettings } from '../../settings/company/company.queries.ts'
import { hasMail } from '../rides/rides.queries.ts'
import { driverNamed, gapsFound, rideMoved } from './contract.ts'
import { driverHours, gapHours, isAwake, isSendable } from './due.contract.ts'
import { openTrips } from './gaps.queries.ts'
import { isMoved } from './moves.queries.ts'
import { isAhead, type NamedTrip, namedTrips } from './notices.queries.ts'

/** Number of rows per transaction, few enough to keep locks short. */
const together = 200

/** Emits an event for each due message about a trip. Returns the number of events. */
export async function remindOfTrips(write: Sql, now: Date): Promise<number> {
  const announced = await announceDrivers(write, now)
  return announced + (await announceMoves(write, now)) + (await announceGaps(write, now))
}

/**
 * Emits `driverNamed` for each party whose first notice is due, or whose driver, vehicle or time has changed. A notice
 * about a change waits while `isAwake` returns false.
 */
async function announceDrivers(write: Sql, now: Date): Promise<number> {
  if (!(await messageSettings(write)).sendsDriver) return 0
  // No first notice is due earlier than 25 hours before the pick-up.
  const trips = await write<NamedTrip[]>`
    select ${namedTrips(write)}
    where ${isAhead(write, now)} and (trips.pickup_at < ${now}::timestamptz + interval '25 hours' or last.number is not null)
      and ${hasMail(write)}`
  const due = trips.filter(
    ({ content, told, pickupAt }) =>
      content !== told && (told === null ? isSendable(pickupAt, driverHours, now) : isAwake(pickupAt, now)),
  )
  let announced = 0
  for (let from = 0; from < due.length; from += together)
    announced += await write.begin(async (tx) => {
      const rows = due.slice(from, from + together).map((trip) => ({
        lead_kind: trip.leadKind,
        lead_id: trip.leadId,
        direction: trip.direction,
        number: trip.notices + 1,
        content: trip.content,
        via: 'email',
        created_at: now,
      }))
      // The number of a notice is unique, so a concurrent worker adds no second notice.
      const added = await tx<{ id: number }[]>`
        insert into driver_notices ${tx(rows)} on conflict do nothing returning id`
      await emitAll(
        tx,
        driverNamed,
        added.map(({ id }) => ({ noticeId: id })),
      )
      // The mail that names the driver also states pick-up and places.
      await tx`
        update rides set known_ride = null
        where (lead_kind, lead_id, direction) in (
          select lead_kind, lead_id, direction from driver_notices where id = any(${added.map(({ id }) => id)}))`
      return added.length
    })
  return announced
}

/** Minutes without a change after which a moved ride is announced, so that customers read only the last change. */
const restMinutes = 5

/**
 * Emits `rideMoved` for each lead whose confirmed ride differs from the ride that its customer knows. By night the event
 * waits like a notice about a change. Returns the number of events.
 */
async function announceMoves(write: Sql, now: Date): Promise<number> {
  if (!(await messageSettings(write)).sendsDriver) return 0
  const changed = await write<ChangedRide[]>`
    select ride.lead_kind, ride.lead_id, ride.direction, ride.pickup_at,
      ${isMoved(write, now)} as is_moved, ${hasMail(write)} as has_mail
    from planned_rides ride
      join trips on trips.id = ride.trip_id
      join leads on leads.kind = ride.lead_kind and leads.id = ride.lead_id
    where known_ride is not null
      and trips.updated_at < ${now}::timestamptz - make_interval(mins => ${restMinutes})`
  // A move that no mail can announce stays in Oggi until staff have notified the customer.
  const due = changed.filter(
    ({ isMoved, hasMail, pickupAt }) => !isMoved || (hasMail && isAwake(pickupAt, now)),
  )
  if (due.length === 0) return 0
  return write.begin(async (tx) => {
    // A concurrent worker waits for these rows and then finds no known ride.
    const moved = await tx<{ kind: LeadKind; leadId: number }[]>`
      with due as (
        select lead_kind, lead_id, direction, is_moved from unnest(${due.map(({ leadKind }) => leadKind)}::text[],
          ${due.map(({ leadId }) => leadId)}::bigint[], ${due.map(({ direction }) => direction)}::text[],
          ${due.map(({ isMoved }) => String(isMoved))}::text[]) as given (lead_kind, lead_id, direction, is_moved)
      ), cleared as (
        update rides ride set known_ride = null from due
        where ride.lead_kind = due.lead_kind and ride.lead_id = due.lead_id and ride.direction = due.direction
          and known_ride is not null
        returning ride.lead_kind, ride.lead_id, is_moved
      )
      select distinct lead_kind as kind, lead_id from cleared where is_moved = 'true'`
    await emitAll(tx, rideMoved, moved)
    return moved.length
  })
}

interface ChangedRide {
  leadKind: LeadKind
  leadId: number
  direction: string
  pickupAt: Date
  /** False if the ride is again as the customer knows it, or if it is not ahead any more. */
  isMoved: boolean
  hasMail: boolean
}

/** Emits `gapsFound` for each trip with missing details, at most once a day. Returns the number of events. */
async function announceGaps(write: Sql, now: Date): Promise<number> {
  if (!(await messageSettings(write)).sendsGaps) return 0
  const due = (await openTrips(write, now)).filter(({ pickupAt }) => isSendable(pickupAt, gapHours, now))
  if (due.length === 0) return 0
  return write.begin(async (tx) => {
    const rows = due.map(({ tripId }) => ({ trip_id: tripId, day: romanDay(now) }))
    const added = await tx<{ tripId: number }[]>`
      insert into gap_notices ${tx(rows)} on conflict do nothing returning trip_id`
    await emitAll(tx, gapsFound, added)
    return added.length
  })
}
