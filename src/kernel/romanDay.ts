import type { Translate } from '../languages/translate.ts'
import { minutesOf } from './clockTime.ts'
import type { Context } from './context.ts'

/** A day such as `2026-12-24`, and a clock time such as `09:30` in Rome, as far as they are known. */
export interface When {
  day?: string | null | undefined
  time?: string | null | undefined
}

export type DatedWhen = When & { day: string }

const days = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' })

/** Returns the day in Rome, such as `2027-06-01`. */
export const romanDay = (moment: Date) => days.format(moment)

export const romanYear = (moment: Date) => Number(romanDay(moment).slice(0, 4))

export const romanToday = ({ clock }: Pick<Context, 'clock'>) => romanDay(clock.now())

/** Returns whether the text looks like `2026-12-24`. The day may not exist. */
export const isDayForm = (text: string | null | undefined): text is string =>
  /^\d{4}-\d\d-\d\d$/.test(text ?? '')

/** Returns whether the text is an existing ISO day in a year from 1000 to 9999. */
export function isDay(text: string): boolean {
  const moment = /^[1-9]\d{3}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(text)
}

/** Returns the day that is `count` days later, or earlier if `count` is negative. */
export function dayAfter(day: string, count = 1): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

/** Returns the day of the week; 1 is Monday. */
export const weekdayOf = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

export function romanMidnight(day: string): Date {
  const inSummer = new Date(`${dayAfter(day, -1)}T22:00:00Z`)
  return romanDay(inSummer) === day ? inSummer : new Date(`${dayAfter(day, -1)}T23:00:00Z`)
}

const clock = new Intl.DateTimeFormat('it-IT', { timeStyle: 'short', timeZone: 'Europe/Rome' })

/** Returns the time in Rome, for example `14:30`. */
export const clockOf = (moment: Date) => clock.format(moment)

/**
 * Returns the moment of a time in Rome: of a time that the night in October repeats, the first. A time in the hour that
 * summer time skips counts as an hour later; only stored texts may contain one.
 */
export function romanMoment(day: string, time: string): Date {
  const wanted = minutesOf(time)
  const guess = new Date(romanMidnight(day).getTime() + wanted * 60_000)
  const shift = wanted - minutesOf(clockOf(guess))
  const moment = new Date(guess.getTime() + (romanDay(guess) === day ? shift : shift - 1440) * 60_000)
  return clockOf(moment) === time ? moment : guess
}

const hourMs = 3_600_000

/**
 * Returns the moments at which clocks in Rome show this time of this day: none in the hour that summer time skips, two in
 * the hour that its end repeats, else one.
 */
export function romanMoments(day: string, time: string): Date[] {
  const first = romanMoment(day, time)
  if (clockOf(first) !== time) return []
  const second = new Date(first.getTime() + hourMs)
  return clockOf(second) === time ? [first, second] : [first]
}

/** Returns for example `giovedì 15 luglio 2027`. Returns text that is no day, such as `metà luglio`, unchanged. */
export function dayWords(t: Translate, day: string): string {
  if (!isDay(day)) return day
  const [weekday, date] = [wordsOf(t, day, { weekday: 'long' }), dateWords(t, day)]
  // The message sets the comma between weekday and date, because ICU's comma depends on its version, but server
  // and browser must write the same text.
  return t('format.fullDay', { weekday, date })
}

/** Returns for example `15 luglio 2027`. */
export const dateWords = (t: Translate, day: string) =>
  wordsOf(t, day, { day: 'numeric', month: 'long', year: 'numeric' })

/** Returns the day and the time in Rome, for example `15 luglio 2027 alle ore 14:30`. */
export const momentWords = (t: Translate, moment: Date) =>
  t('format.moment', { date: dateWords(t, romanDay(moment)), time: clockOf(moment) })

/** Returns for example `15 luglio`. */
export const shortDayWords = (t: Translate, day: string) => wordsOf(t, day, { day: 'numeric', month: 'long' })

const wordsOf = (t: Translate, day: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(t.locale, { timeZone: 'UTC', ...options })
    .formatToParts(new Date(`${day}T00:00:00Z`))
    // `Intl` writes the first day of a month as a plain number in every language, but French has `1er juillet`.
    .map(({ type, value }) => (type === 'day' && value === '1' ? t('format.first') : value))
    .join('')
