import { clockOf, romanDay, romanMoment } from '../../../kernel/romanDay.ts'

// Values of the fields for days and times. Text that is no day or time, such as `metà luglio`, becomes an empty value.

export const dayValue = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : ''

export const timeValue = (text: string | null): string =>
  text !== null && /^\d\d:\d\d$/.test(text) ? text : ''

// Values of `datetime-local` fields, such as `2026-11-22T09:00`.

/** Returns the value for a moment in the time zone of the user's computer. */
export const localValue = (moment: Date): string =>
  new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Returns the value for a moment in Rome. */
export const romanValue = (moment: string): string =>
  `${romanDay(new Date(moment))}T${clockOf(new Date(moment))}`

/** Returns the moment of a value in Rome. */
export const momentOfRoman = (value: string): string =>
  romanMoment(value.slice(0, 10), value.slice(11, 16)).toISOString()
