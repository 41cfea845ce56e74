// Numbers as Italians and English write them. A lone mark before three digits (`1.250`, `40.123`) says thousands to
// one and decimals to the other, so it is read only where a second mark settles it.
const italian = /^\d{1,3}(?:\.\d{3})+,\d{1,2}$|^\d+(?:,\d{1,2})?$/
const english = /^\d{1,3}(?:,\d{3})+\.\d{1,2}$|^\d+(?:\.\d{1,2})?$/

/** As the database and most people write it. The grid reads tens of thousands at once: no more work than it needs. */
const bare = /^\d+(?:[.,]\d{1,2})?$/

/** numeric(8,2) of the table. */
const centsMax = 99_999_999

/**
 * What a person or a sheet wrote as a price → whole cents, null for "no price" (`""`, `0`, `Su richiesta`), or
 * undefined for what cannot be read without guessing. Contract sections 1 and 9.
 */
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

/** `40`, `40.5`, `40.50` → 4000, 4050, 4050 */
function centsOfPlain(plain: string): number | null | undefined {
  const [euro = '', part = ''] = plain.split('.')
  const cents = Number(euro) * 100 + Number(part.padEnd(2, '0'))
  return cents <= centsMax ? cents || null : undefined
}

/** Cents → the text that calls answer: `"40"`, `"42.50"`. */
export function priceText(cents: number): string {
  const euro = Math.floor(cents / 100)
  const rest = cents % 100
  return rest === 0 ? String(euro) : `${euro}.${String(rest).padStart(2, '0')}`
}
