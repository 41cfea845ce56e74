import { type PriceField, priceFields } from './search/contract.ts'

/** How the price of one band follows from the distance: `start + perKm × km`, in cents. */
export interface BandRule {
  start: number
  perKm: number
  minimum: number
  /** Prices are multiples of it. */
  step: number
}

/** A band without a rule gets no price from a distance. */
export type DistanceRule = Record<PriceField, BandRule | null>

/**
 * A ride costs as if it were some 46 km longer than it is: coming, waiting and going home are paid, too. So a price is
 * `perKm × (fixedKm + km)`, where `start` is `perKm × fixedKm`. The bundled prices are made so (data/README.md).
 */
const bandAt = (perKm: number, start: number, [minimum, step]: [number, number]): BandRule => ({
  start: start * 100,
  perKm: perKm * 100,
  minimum: minimum * 100,
  step: step * 100,
})

/** The rule until staff write another: euro. */
export const usualRule: DistanceRule = {
  priceMin2Pax: bandAt(0.3059, 14, [15, 1]),
  price3to4Pax: bandAt(0.8412, 38.5, [35, 5]),
  price5to7Pax: bandAt(0.9176, 42, [40, 5]),
  price1to3Pax: bandAt(0.8412, 38.5, [35, 5]),
  price4to8Pax: bandAt(0.9941, 45.5, [45, 5]),
  pricePremium1to3Pax: null,
  pricePremium4to7Pax: null,
}

/** Cents before rounding; the minimum holds. */
export const exactPrice = ({ start, perKm, minimum }: BandRule, km: number) =>
  Math.max(minimum, start + perKm * km)

const stepped = (cents: number, { minimum, step }: BandRule, round: (value: number) => number) =>
  Math.max(Math.ceil(minimum / step) * step, round(cents / step) * step)

/** The prices of a ride of so many kilometres, in cents; shared ones only where shared rides leave. */
export function pricesOfDistance(
  rule: DistanceRule,
  km: number,
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  return eachField((field) => {
    const own = rule[field]
    if (!own || (!hasEconomy && shared.includes(field))) return null
    return stepped(exactPrice(own, km), own, Math.round)
  })
}

/**
 * The prices of a route of a main route's family that runs its own way: the main route's, scaled by what the rule
 * says of the two distances, rounded to 5 €. None if either distance is unknown or the main route has none.
 */
export function familyPrices(
  rule: DistanceRule,
  main: Record<PriceField, number | null>,
  km: { main: number | null; own: number | null },
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  const car = rule.price1to3Pax ?? usualRule.price1to3Pax
  if (!car || km.main === null || km.own === null) return eachField(() => null)
  // One ratio for all bands, so that a dearer vehicle never becomes the cheaper one.
  const ratio = (car.start + car.perKm * km.own) / (car.start + car.perKm * km.main)
  return eachField((field) => {
    const price = main[field]
    if (price === null || (!hasEconomy && shared.includes(field))) return null
    return Math.max(familyStep, Math.round((price * ratio) / familyStep) * familyStep)
  })
}

/** What a ride costs about, in cents: rounded up to 5 €, so that no guest pays more than was said. */
export function estimatedPrices(rule: DistanceRule, km: number): Record<PriceField, number | null> {
  return eachField((field) => {
    const own = rule[field]
    if (!own || shared.includes(field)) return null
    return Math.ceil(exactPrice(own, km) / estimateStep - 1e-9) * estimateStep
  })
}

const familyStep = 500
const estimateStep = 500
const shared: readonly PriceField[] = ['priceMin2Pax', 'price3to4Pax', 'price5to7Pax']

function eachField(priceOf: (field: PriceField) => number | null): Record<PriceField, number | null> {
  return Object.fromEntries(priceFields.map((field) => [field, priceOf(field)])) as Record<
    PriceField,
    number | null
  >
}
