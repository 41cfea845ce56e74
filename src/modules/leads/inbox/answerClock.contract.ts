// The site promises an answer within 15 minutes. For a lead that arrives while the office is closed, the 15 minutes
// start at the next opening, so a page at night says "entro le 06:15".

import { minutesOf, timeOf } from '../../../kernel/clockTime.ts'
import { clockOf, dayAfter, romanDay, romanMoment } from '../../../kernel/romanDay.ts'
import { promisedMinutes } from '../../settings/company/sentences.contract.ts'

export interface OpeningHours {
  /** `from` and `to` are minutes since midnight in Rome; 1440 is the midnight at the end of the day. */
  from: number
  to: number
}

/** Opening hours that apply until staff enter other hours. */
export const standardHours: OpeningHours = { from: 6 * 60, to: 24 * 60 }

/** Minutes from the lead's arrival, or from the next opening, until staff are reminded (`dueAt`). */
export const reminderMinutes = 10

const minuteMs = 60_000

export function isOpen(moment: Date, { from, to }: OpeningHours = standardHours): boolean {
  const minutes = minutesOf(clockOf(moment))
  return minutes >= from && minutes < to
}

/** Returns the time `minutes` after `arrived` or, if the office is closed at `arrived`, after the next opening. */
export function dueAt(arrived: Date, minutes: number, hours: OpeningHours = standardHours): Date {
  const start = isOpen(arrived, hours) ? arrived : nextOpening(arrived, hours)
  return new Date(start.getTime() + minutes * minuteMs)
}

/** `moment` must be outside opening hours. */
function nextOpening(moment: Date, { from }: OpeningHours): Date {
  const day = romanDay(moment)
  const isToday = minutesOf(clockOf(moment)) < from
  return romanMoment(isToday ? day : dayAfter(day), timeOf(from))
}

interface Waiting {
  createdAt: Date
  answeredAt: Date | null
}

/** Returns whether staff answered late, or have not answered although the promised time has passed. */
export function isLate(
  { createdAt, answeredAt }: Waiting,
  now: Date,
  hours: OpeningHours = standardHours,
): boolean {
  return (answeredAt ?? now).getTime() > dueAt(createdAt, promisedMinutes, hours).getTime()
}
