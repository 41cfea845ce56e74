import { clockOf, romanDay, romanMoment } from '../../../kernel/romanDay.ts'

// Values of the fields for days and times. Text that is no day or time, such as `metà luglio`, becomes an empty value.

export const dayValue = (text: string | null): string =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? text : ''

export const timeValue = (text: string | null): string =>
  text !== null && /^\d\d:\d\d$/.test(text) ? text : ''

// Values of `datetime-local` fields, such as `2026-11-22T09:00`, are times in Rome, like all times of the panel.

export const dateTimeValue = (moment: string | Date): string =>
  `${romanDay(new Date(moment))}T${clockOf(new Date(moment))}`

/** Returns the moment of a value that is not empty, in ISO 8601 and UTC. */
export const momentOf = (value: string): string =>
  romanMoment(value.slice(0, 10), value.slice(11, 16)).toISOString()
