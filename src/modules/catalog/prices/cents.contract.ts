import { foldedName } from '../../../kernel/pasted.ts'

// `1.250` matches neither pattern: the point separates thousands in Italian and decimals in English.
const italian = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+(?:,\d{1,2})?$/
const english = /^\d{1,3}(?:,\d{3})+\.\d{1,2}$|^\d+(?:\.\d{1,2})?$/

/** A blank can only separate thousands: `1 250,50`. */
const grouped = /^\d{1,3}(?: \d{3})+(?:[.,]\d{1,2})?$/

export const priceUnreadable = 'Scrivi il prezzo in euro, per esempio 40 oppure 40,50'

/** Matches most prices. `centsOf` tries it first, because the grid parses tens of thousands of prices at once. */
const bare = /^\d+(?:[.,]\d{1,2})?$/

/** Maximum cents of a price column, which is numeric(8,2). */
export const centsMax = 99_999_999

/** Returns whole cents; null for no price (`""`, `0`, `Su richiesta`); undefined for ambiguous or unreadable text. */
export function centsOf(value: unknown): number | null | undefined {
  if (value === null) return null
  if (typeof value === 'number') {
    const cents = Math.round(value * 100)
    return value >= 0 && cents <= centsMax && Math.abs(cents - value * 100) < 1e-6 ? cents || null : undefined
  }
  if (typeof value !== 'string') return undefined
  if (bare.test(value)) return centsOfPlain(value.replace(',', '.'))
  const bared = withoutCurrency(foldedName(value))
    .replace(/,[-–]+$/, '')
    .trim()
  const text = grouped.test(bared) ? bared.replaceAll(' ', '') : bared
  // Accounting formats of spreadsheets write `€ -` for 0, and a price of 0 is no price.
  if (text === '' || /^(?:su ?richiesta|[-–—−])$/i.test(text)) return null
  const plain = italian.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : english.test(text)
      ? text.replaceAll(',', '')
      : null
  return plain === null ? undefined : centsOfPlain(plain)
}

/**
 * Returns an amount in cents, of which 0 is one, unlike in a price list: a ride can be for free. Null for an empty text;
 * undefined if the text is no amount.
 */
export function amountCents(value: string | number | null): number | null | undefined {
  if (value === null || value === '') return null
  const cents = centsOf(value)
  return cents === null ? (/\d/.test(String(value)) ? 0 : undefined) : cents
}

const withoutCurrency = (value: string) => value.trim().replace(/^€\s*|\s*€$|^eur(o)?\s+|\s*eur(o)?$/gi, '')

function centsOfPlain(plain: string): number | null | undefined {
  const [euro = '', part = ''] = plain.split('.')
  const cents = Number(euro) * 100 + Number(part.padEnd(2, '0'))
  return cents <= centsMax ? cents || null : undefined
}

/** Formats cents as `40` or `42.50`, as in all responses. */
export function priceText(cents: number): string {
  const euro = Math.floor(cents / 100)
  const rest = cents % 100
  return rest === 0 ? String(euro) : `${euro}.${String(rest).padStart(2, '0')}`
}

export const priceTextOrNull = (cents: number | null) => (cents === null ? null : priceText(cents))

/** Returns an Italian sentence that says why `centsOf` cannot read a price. */
export function priceFault(value: unknown): string {
  const reason = priceReason(value)
  return reason === null ? priceUnreadable : `«${String(value).trim()}»: ${reason}`
}

/** Returns the same reason without the price, for a note beside it. */
export const priceNote = (text: string): string =>
  priceReason(text) ?? 'scrivi il prezzo in euro, per esempio 40 oppure 40,50'

function priceReason(value: unknown): string | null {
  const number = withoutCurrency(String(value)).trim()
  if (/^\d{1,3}[.,]\d{3}$/.test(number)) return readings(number)
  if (/^[-−–]\s?\d/.test(number)) return 'un prezzo non può essere negativo.'
  if (/^[\d.,]+\s[\d.,\s]+$/.test(number))
    return 'c’è uno spazio fra le cifre. Scrivi il prezzo senza spazi, per esempio 1250,50.'
  if (/^\d+[.,]\d{3,}$/.test(number)) return 'i centesimi hanno al massimo due cifre.'
  if (/^\d{7,}(?:[.,]\d{1,2})?$|^\d{1,3}(?:[.,]\d{3}){2,}$/.test(number))
    return 'il prezzo più alto è 999999,99 euro.'
  return null
}

/** Returns what `1.250` may mean: thousands, or cents with a third digit. */
function readings(number: string): string {
  const [euro = '', rest = ''] = number.split(/[.,]/)
  const whole = Number(euro + rest)
  return rest.endsWith('0')
    ? `intendi ${whole} euro o ${Number(euro)},${rest.slice(0, 2)}? Scrivilo in uno di questi due modi.`
    : `intendi ${whole} euro? Scrivilo senza ${number.includes('.') ? 'punto' : 'virgola'}: i centesimi hanno due cifre.`
}
