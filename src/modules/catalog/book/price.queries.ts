import { type PriceField, priceFields } from './contract.ts'

export function eachField<T>(valueFor: (field: PriceField) => T): Record<PriceField, T> {
  return Object.fromEntries(priceFields.map((field) => [field, valueFor(field)])) as Record<PriceField, T>
}

/** Picks the prices from an object with further fields. */
export const onlyPrices = (prices: Record<PriceField, string | null>) => eachField((field) => prices[field])

/** Converts a stored price such as `40.00` to `40`. */
export function storedPriceText(stored: string | null): string | null {
  return stored === null ? null : stored.replace(/\.00$/, '')
}

export const shownPrices = (row: Record<PriceField, string | null>) =>
  eachField((field) => storedPriceText(row[field]))

export const sharedFields = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax'] as const
const shared: ReadonlySet<PriceField> = new Set(sharedFields)
export const isShared = (field: PriceField) => shared.has(field)

const vehicle = ['price1to3Pax', 'price4to8Pax'] as const

/** Returns the lowest shared price; if there is none, the lowest private price. Ignores premium prices. */
export function startingPrice(prices: Partial<Record<PriceField, string | null>>): string | null {
  return lowest(prices, sharedFields) ?? lowest(prices, vehicle)
}

function lowest(
  prices: Partial<Record<PriceField, string | null>>,
  fields: readonly PriceField[],
): string | null {
  let found: string | null = null
  for (const field of fields) {
    const price = prices[field]
    if (price && Number(price) > 0 && (found === null || Number(price) < Number(found))) found = price
  }
  return found
}
