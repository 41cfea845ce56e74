// `1.250` matches neither pattern: the point separates thousands in Italian and decimals in English.
const italian = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+(?:,\d{1,2})?$/
const english = /^\d{1,3}(?:,\d{3})+\.\d{1,2}$|^\d+(?:\.\d{1,2})?$/

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
  const text = value
    .trim()
    .replace(/^€\s*|\s*€$|^eur(o)?\s+|\s*eur(o)?$/gi, '')
    .replace(/,[-–]+$/, '')
    .replace(/[\u00a0\u202f]/g, '')
    .trim()
  if (text === '' || /^su richiesta$/i.test(text)) return null
  const plain = italian.test(text)
    ? text.replaceAll('.', '').replace(',', '.')
    : english.test(text)
      ? text.replaceAll(',', '')
      : null
  return plain === null ? undefined : centsOfPlain(plain)
}

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
