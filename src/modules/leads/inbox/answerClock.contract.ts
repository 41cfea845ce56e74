// The site promises an answer "entro 15 minuti" within opening hours. For a lead that arrives outside opening hours,
// the time starts at the next opening, so the site promises "entro le 06:15" at night.

import { promisedMinutes } from '../../settings/company/sentences.contract.ts'

export { promisedMinutes }

export interface OpeningHours {
  /** Minutes since midnight in Rome; 1440 is the midnight at the end of the day. */
  from: number
  to: number
}

/** Hours used until staff set others. */
export const standardHours: OpeningHours = { from: 6 * 60, to: 24 * 60 }

/** Minutes of opening time after which staff are reminded of an unanswered lead. */
export const reminderMinutes = 10

const minuteMs = 60_000

export interface RomanClock {
  /** `2026-12-24` */
  day: string
  minutes: number
}

const wall = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Europe/Rome',
  dateStyle: 'short',
  timeStyle: 'medium',
})

export function romanClock(moment: Date): RomanClock {
  const [day = '', time = ''] = wall.format(moment).split(' ')
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return { day, minutes: hours * 60 + minutes }
}

/** Returns the moment of a wall time in Rome. A time that the change to summer time skips becomes one hour later. */
export function romanMoment({ day, minutes }: RomanClock): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs
  const guess = shown - offsetAt(shown)
  return new Date(shown - offsetAt(guess))
}

/** Returns milliseconds. */
function offsetAt(ms: number): number {
  const { day, minutes } = romanClock(new Date(ms))
  return Date.parse(`${day}T00:00:00Z`) + minutes * minuteMs - Math.floor(ms / minuteMs) * minuteMs
}

export function isOpen(moment: Date, { from, to }: OpeningHours = standardHours): boolean {
  const { minutes } = romanClock(moment)
  return minutes >= from && minutes < to
}

/** Returns when a lead that arrived at `arrived` has waited `minutes` of opening time. */
export function dueAt(arrived: Date, minutes: number, hours: OpeningHours = standardHours): Date {
  const start = isOpen(arrived, hours) ? arrived : nextOpening(arrived, hours)
  return new Date(start.getTime() + minutes * minuteMs)
}

/** Returns the next opening. `moment` must be outside opening hours. */
function nextOpening(moment: Date, { from }: OpeningHours): Date {
  const { day, minutes } = romanClock(moment)
  const isToday = minutes < from
  return romanMoment({ day: isToday ? day : dayAfter(day), minutes: from })
}

/** Returns for example `2027-01-01` for `2026-12-31`. */
export function dayAfter(day: string, days = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 24 * 60 * minuteMs).toISOString().slice(0, 10)
}

interface Waiting {
  createdAt: Date
  answeredAt: Date | null
}

/** Returns whether staff answered after the promised time, or have not answered although that time has passed. */
export function isLate(
  { createdAt, answeredAt }: Waiting,
  now: Date,
  hours: OpeningHours = standardHours,
): boolean {
  return (answeredAt ?? now).getTime() > dueAt(createdAt, promisedMinutes, hours).getTime()
}
