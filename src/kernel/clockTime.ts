// The one notion of a clock time. Plain text functions, so that commands, schemas and browsers share them.

/** Patterns for schemas: of a stored clock time, from `00:00` to `23:59`; also `9:30`; also `24:00`, the end of a day. */
export const clockPattern = '^([01]\\d|2[0-3]):[0-5]\\d$'
export const shortClockPattern = '^([01]?\\d|2[0-3]):[0-5]\\d$'
export const dayEndPattern = '^(([01]\\d|2[0-3]):[0-5]\\d|24:00)$'

/** Italians also write `9,30`, and the French `9 h 30`. */
const typed = /^(\d|[01]\d|2[0-3]) ?[:.,h] ?([0-5]\d)(:[0-5]\d)?$/i
const within = /(?<![\d:.])(\d|[01]\d|2[0-3])[:.h]([0-5]\d)(?![\d:.])/i
const shaped = /^\d{1,3} ?[:.,h] ?\d{1,3}([:.]\d{1,3})?$/i

/** Returns `09:30` for `9:30`, `9.30`, `9,30`, `9 h 30` or `09:30:00`; null for any other text, such as `24:00` or `sera`. */
export const readClock = (text: string | null | undefined): string | null => clockIn(text?.match(typed))

/** Returns the first clock time within other words, such as `09:30` in `FR 1234, atterra alle 9.30`; else null. */
export const findClock = (text: string): string | null => clockIn(text.match(within))

/** Returns whether somebody who typed this text meant a clock time: true for `24:00` and `25:10`, false for `sera`. */
export const isMeantAsClock = (text: string) => shaped.test(text.trim())

/** Returns the minutes since midnight of a clock time such as `14:30`. */
export const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** Returns for example `14:30` for 870 minutes since midnight, and `24:00` for 1440. */
export const timeOf = (minutes: number) =>
  [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')

/** Returns whether a text is a clock time from 22:00 to 06:00, when other prices may apply. Other texts mean the day. */
export function isAtNight(text: string | null | undefined): boolean {
  const time = readClock(text) ?? '12:00'
  return time >= '22:00' || time < '06:00'
}

function clockIn(found: RegExpMatchArray | null | undefined): string | null {
  const [, hours, minutes] = found ?? []
  return hours && minutes ? `${hours.padStart(2, '0')}:${minutes}` : null
}
