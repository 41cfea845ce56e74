import { type PriceField, priceFields } from './search/contract.ts'

/** What a ride costs before it has moved, in kilometres: coming, waiting, going home. */
const fixedKm = 46
const stepCents = 500

const shared: readonly PriceField[] = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax']

/**
 * Prices of a route of a main route's family that runs its own way. A ride costs as if it were 46 km longer than it is
 * (the bundled prices are made so, too: 0.35 + 0.65 × km / 85), so
 *
 *     price = main price × (46 + own km) / (46 + main km), rounded to 5 €, 5 € at least.
 *
 * None where either distance is unknown, where the main route has none, and for shared rides where none are offered.
 * Cents in and out.
 */
export function familyPrices(
  main: Record<PriceField, number | null>,
  km: { main: number | null; own: number | null },
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  const factor = km.main === null || km.own === null ? null : (fixedKm + km.own) / (fixedKm + km.main)
  return Object.fromEntries(
    priceFields.map((field) => {
      const price = main[field]
      if (price === null || factor === null || (!hasEconomy && shared.includes(field))) return [field, null]
      return [field, Math.max(stepCents, Math.round((price * factor) / stepCents) * stepCents)]
    }),
  ) as Record<PriceField, number | null>
}
