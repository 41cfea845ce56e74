import type { Sentence } from '../languages/translate.ts'
import { readClock } from './clockTime.ts'
import { isDay, romanMoments } from './romanDay.ts'

// The one reader of moments: of the API, the command line, files and the fields of the panel.

const written =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?\s?(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?$/i

/** `unreadable`: no day with a clock time, such as `2026-02-30T10:00` or `24:00`. `skipped`: summer time skips it. */
export type MomentFault = 'unreadable' | 'skipped'

/**
 * Reads ISO 8601. A text without an offset is a time in Rome, whatever the time zone of the machine; if clocks there show
 * the time twice, the first counts, and an offset chooses the second.
 */
export function readMoment(text: string): Date | MomentFault {
  const [, day = '', clock = '', seconds = '00', fraction = '0', offset] = text.trim().match(written) ?? []
  if (!isDay(day) || readClock(clock) === null) return 'unreadable'
  const ms = Number(seconds) * 1000 + Math.floor(Number(`0.${fraction}`) * 1000)
  if (offset) return new Date(Date.parse(`${day}T${clock}:00${offsetOf(offset)}`) + ms)
  const [first] = romanMoments(day, clock)
  return first ? new Date(first.getTime() + ms) : 'skipped'
}

const offsetOf = (text: string) =>
  text.length === 5 ? `${text.slice(0, 3)}:${text.slice(3)}` : text.toUpperCase()

export const isMoment = (text: string): boolean => readMoment(text) instanceof Date

/** Returns the moment in ISO 8601 and UTC, as responses state it; null if the text is no moment. */
export function momentText(text: string): string | null {
  const moment = readMoment(text)
  return moment instanceof Date ? moment.toISOString() : null
}

/** Sentence for a clock time that does not exist on its day, because summer time begins. */
export const skippedHour =
  (time: string): Sentence =>
  (t) =>
    t('check.skippedHour', { time })

/** Returns the sentence of a day and time of which summer time skips the hour; null for any other texts. */
export function skippedTime(
  day: string | null | undefined,
  time: string | null | undefined,
): Sentence | null {
  const clock = readClock(time)
  return day && isDay(day) && clock && romanMoments(day, clock).length === 0 ? skippedHour(clock) : null
}

/** Returns the sentence of a moment in the hour that summer time skips; null for any other text. */
export const skippedMoment = (text: string): Sentence | null =>
  readMoment(text) === 'skipped' ? skippedHour(text.trim().slice(11, 16)) : null
