import { readClock } from '../../../kernel/clockTime.ts'
import { readMoment } from '../../../kernel/moment.ts'
import { clockOf, isDayForm, romanDay, romanMoments } from '../../../kernel/romanDay.ts'

// Values of the fields for days and times. Text that is no day or time, such as `metà luglio`, becomes an empty value.

export const dayValue = (text: string | null): string => (isDayForm(text) ? text : '')

export const timeValue = (text: string | null): string => readClock(text) ?? ''

// Values of fields for moments, such as `2026-11-22T09:00`, are times in Rome, like all times of the panel. The server
// reads them so, too (moment.ts). The second of two equal times of the night in October has its offset.

/** Returns the value of a moment; empty for a text that is none. */
export function dateTimeValue(moment: string | Date): string {
  const at = typeof moment === 'string' ? readMoment(moment) : moment
  if (!(at instanceof Date)) return ''
  const [day, time] = [romanDay(at), clockOf(at)]
  const [, second] = romanMoments(day, time)
  return second && at >= second ? chosenMoment(second) : `${day}T${time}`
}

const standardOffset = '+01:00'

/** Returns the value of the second of two equal times. */
export const chosenMoment = (second: Date) => `${romanDay(second)}T${clockOf(second)}${standardOffset}`

export const isSecond = (value: string) => value.endsWith(standardOffset)

/** Returns what an input of the type `datetime-local` shows. */
export const wallTimeOf = (value: string) => value.slice(0, 16)
