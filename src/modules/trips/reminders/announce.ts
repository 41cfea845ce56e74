import { emitAll } from '../../../kernel/outbox.ts'
import { romanDay } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { messageSettings } from '../../settings/site/queries.ts'
import { driverNamed, gapsFound } from './contract.ts'
import { driverHours, gapHours, isAwake, isSendable } from './due.contract.ts'
import { openTrips } from './gaps.queries.ts'
import { isAhead, type NamedTrip, namedTrips } from './notices.queries.ts'

/** Number of rows per transaction, few enough to keep locks short. */
const together = 200

/** Emits an event for each due message about a trip. Returns the number of events. */
export async function remindOfTrips(write: Sql, now: Date): Promise<number> {
  return (await announceDrivers(write, now)) + (await announceGaps(write, now))
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
      and leads.email is not null and not leads.call_instead`
  const due = trips.filter(
    ({ content, told, pickupAt }) =>
      content !== told && (told === null ? isSendable(pickupAt, driverHours, now) : isAwake(pickupAt, now)),
  )
  let announced = 0
  for (let from = 0; from < due.length; from += together)
    announced += await write.begin(async (tx) => {
      const rows = due.slice(from, from + together).map((trip) => ({
        ...{ lead_kind: trip.leadKind, lead_id: trip.leadId, direction: trip.direction },
        ...{ number: trip.notices + 1, content: trip.content, via: 'email', created_at: now },
      }))
      // The number of a notice is unique, so a concurrent worker adds no second notice.
      const added = await tx<{ id: number }[]>`
        insert into driver_notices ${tx(rows)} on conflict do nothing returning id`
      await emitAll(
        tx,
        driverNamed,
        added.map(({ id }) => ({ noticeId: id })),
      )
      return added.length
    })
  return announced
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
