import type { PriceField } from './search/contract.ts'

/** Converts a stored price such as `40.00` to `40`. */
export function storedPriceText(stored: string | null): string | null {
  return stored === null ? null : stored.replace(/\.00$/, '')
}

export const sharedFields = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax'] as const
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
