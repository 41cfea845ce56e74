import type { Translate } from '../languages/translate.ts'

/** Formats are cached, because constructing one costs more than formatting 100 prices. */
const formats = new Map<string, Intl.NumberFormat>()

/** Formats euro: `40 €`, `42,50 €` or `1.050 €` in Italian, `€42.50` in English. Spaces are non-breaking unless `space` is set. */
export function euro({ locale }: Pick<Translate, 'locale'>, amount: string | number, space?: string): string {
  const cents = Math.round(Number(amount) * 100)
  const text = formatOf(locale, cents % 100 === 0 ? 0 : 2).format(cents / 100)
  return space === undefined ? text : text.replace(/[\u00a0\u202f]/g, space)
}

function formatOf(locale: string, digits: number): Intl.NumberFormat {
  const key = locale + digits
  const known = formats.get(key)
  if (known) return known
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
    // By default, only the Italian format leaves out the point of four digits.
    useGrouping: 'always',
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  })
  formats.set(key, format)
  return format
}
