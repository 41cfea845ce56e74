import { numberText, shortMoment } from '../../../kernel/italianFormats.ts'
import { euro } from '../../../kernel/money.ts'
import { clockOf, isDayForm, romanDay } from '../../../kernel/romanDay.ts'

// Italian formats. Moments are shown in Rome's time. Days such as `2026-12-24` are formatted in UTC to stay unchanged.

const zone = { timeZone: 'Europe/Rome' } as const
const dayAndTime = new Intl.DateTimeFormat('it-IT', {
  day: '2-digit',
  month: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  ...zone,
})
const longDate = new Intl.DateTimeFormat('it-IT', { dateStyle: 'long', ...zone })
const shortDate = new Intl.DateTimeFormat('it-IT', { dateStyle: 'short', ...zone })
const time = new Intl.DateTimeFormat('it-IT', { timeStyle: 'medium', ...zone })
const fullDay = new Intl.DateTimeFormat('it-IT', { dateStyle: 'full', timeZone: 'UTC' })
const ofDay = { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' } as const
const shortDay = new Intl.DateTimeFormat('it-IT', ofDay)
const dayOfYear = new Intl.DateTimeFormat('it-IT', { ...ofDay, year: 'numeric' })
const percent = new Intl.NumberFormat('it-IT', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

const italian = { locale: 'it' }

/** Returns for example `21/11/26, 08:05`. */
export const showDateTime = (moment: string) => shortMoment(new Date(moment))

/** Returns for example `21/11, 08:05`, or `21/11/25, 08:05` for another year than today's. */
export function showDayAndTime(moment: string): string {
  const at = new Date(moment)
  return isThisYear(romanDay(at)) ? dayAndTime.format(at) : shortMoment(at)
}

/** Returns for example `21 novembre 2026` for a moment or a day. */
export const showLongDate = (moment: string) => longDate.format(new Date(moment))

/** Returns for example `giovedì 24 dicembre 2026` for the day `2026-12-24`. */
export const showFullDay = (day: string) => fullDay.format(new Date(`${day}T00:00:00Z`))

/**
 * Returns for example `gio 24 dic` for the day `2026-12-24`, with the year if it is not today's. Returns other text
 * unchanged.
 */
export function showDay(text: string): string {
  if (!isDayForm(text)) return text
  return (isThisYear(text) ? shortDay : dayOfYear).format(new Date(`${text}T00:00:00Z`))
}

const isThisYear = (day: string) => day.slice(0, 4) === romanDay(new Date()).slice(0, 4)

/** Returns for example `24/12/2026` for the day `2026-12-24`. */
export const showNumericDay = (day: string) => day.split('-').reverse().join('/')

/** Returns for example `21/11/26`. */
export const showDate = (moment: string) => shortDate.format(new Date(moment))

/** Returns for example `08:05`. */
export const showClock = (moment: string) => clockOf(new Date(moment))

/** Returns for example `08:05:12`. */
export const showTime = (moment: string) => time.format(new Date(moment))

/** Returns for example `1.234`. */
export const showNumber = numberText

/** Formats a relative change: `+9,1%` for 0.091. */
export const showChange = (ratio: number) => percent.format(ratio)

/** Returns for example `1 tratta` or `1.234 tratte`. */
export const countOf = (count: number, [one, many]: readonly [string, string]) =>
  `${showNumber(count)} ${count === 1 ? one : many}`

/** Returns for example `42,50 €`. */
export const showEuro = (amount: string | number, space?: string) => euro(italian, amount, space)

/** Returns for example `42,50 €`, or `Su richiesta` without a price above zero. */
export const showPrice = (price: string | null) =>
  Number(price) > 0 ? euro(italian, price ?? 0) : 'Su richiesta'
