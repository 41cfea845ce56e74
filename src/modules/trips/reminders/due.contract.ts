import { clockOf, dayAfter, romanDay, romanMoment } from '../../../kernel/romanDay.ts'

// The worker sends the messages before a trip by wall time in Rome, and not at night unless the trip is at night.

const hourMs = 3_600_000

/** Hours before the pick-up at which the worker notifies the customer of the driver. */
export const driverHours = 12
/** From this many hours before the pick-up, the worker notifies the office of missing details. */
export const gapHours = 24

/** Night in Rome, when the worker sends a message only if `isAwake` or `graceMs` allows the message. */
const night = { from: '22:00', to: '07:00' }
/** Time on the evening before at which the worker sends a message that would be due at night. */
const evening = '20:00'

/** Milliseconds for which a late worker may still send a message that was due just before the night. */
const graceMs = 15 * 60_000

export function isNight(moment: Date): boolean {
  const time = clockOf(moment)
  return time >= night.from || time < night.to
}

/** Returns when a message planned for `hours` before the pick-up is due. */
export function dueBefore(pickupAt: Date, hours: number): Date {
  const due = new Date(pickupAt.getTime() - hours * hourMs)
  if (!isNight(due)) return due
  const day = romanDay(due)
  return romanMoment(clockOf(due) < night.to ? dayAfter(day, -1) : day, evening)
}

/** Returns whether a message may be sent now: by day, or in the 12 hours (`driverHours`) before a pick-up at night. */
export function isAwake(pickupAt: Date, now: Date): boolean {
  return !isNight(now) || (isNight(pickupAt) && pickupAt.getTime() - now.getTime() <= driverHours * hourMs)
}

/** At night, a message that is more than `graceMs` late waits until `isAwake` returns true. */
export function isSendable(pickupAt: Date, hours: number, now: Date): boolean {
  const lateMs = now.getTime() - dueBefore(pickupAt, hours).getTime()
  return lateMs >= 0 && (isAwake(pickupAt, now) || lateMs <= graceMs)
}
