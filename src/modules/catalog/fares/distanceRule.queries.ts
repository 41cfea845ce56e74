import type { PriceField } from '../book/contract.ts'
import { eachField, isShared } from '../book/price.queries.ts'

/** Price of a band in cents: `start + perKm × km`, at least `minimum` and a multiple of `step`. */
export interface BandRule {
  start: number
  perKm: number
  minimum: number
  step: number
}

/** Null for a band without a price by distance. */
export type DistanceRule = Record<PriceField, BandRule | null>

/** Takes euro and returns cents. `start` pays for the drive to the customer, waiting and the drive back. */
const bandAt = (perKm: number, start: number, [minimum, step]: [number, number]): BandRule => ({
  start: start * 100,
  perKm: perKm * 100,
  minimum: minimum * 100,
  step: step * 100,
})

export const usualRule: DistanceRule = {
  priceMin2Pax: bandAt(0.3059, 14, [15, 1]),
  price3to4Pax: bandAt(0.8412, 38.5, [35, 5]),
  price5to7Pax: bandAt(0.9176, 42, [40, 5]),
  price1to3Pax: bandAt(0.8412, 38.5, [35, 5]),
  price4to8Pax: bandAt(0.9941, 45.5, [45, 5]),
  pricePremium1to3Pax: null,
  pricePremium4to7Pax: null,
}

/** Returns cents before rounding. */
export const exactPrice = ({ start, perKm, minimum }: BandRule, km: number) =>
  Math.max(minimum, start + perKm * km)

const stepped = (cents: number, { minimum, step }: BandRule, round: (value: number) => number) =>
  Math.max(Math.ceil(minimum / step) * step, round(cents / step) * step)

/** Returns cents. A price is null if its band has no rule, or if it is shared and the departure has no shared rides. */
export function pricesOfDistance(
  rule: DistanceRule,
  km: number,
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  return eachField((field) => {
    const own = rule[field]
    if (!own || (!hasEconomy && isShared(field))) return null
    return stepped(exactPrice(own, km), own, Math.round)
  })
}

/** Returns cents: the main route's prices scaled by distance, rounded to 5 €; null if a distance is unknown. */
export function familyPrices(
  rule: DistanceRule,
  main: Record<PriceField, number | null>,
  km: { main: number | null; own: number | null },
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  const car = rule.price1to3Pax ?? usualRule.price1to3Pax
  if (!car || km.main === null || km.own === null) return eachField(() => null)
  // All bands use the same ratio, so that no vehicle becomes cheaper than a smaller vehicle.
  const ratio = (car.start + car.perKm * km.own) / (car.start + car.perKm * km.main)
  return eachField((field) => {
    const price = main[field]
    if (price === null || (!hasEconomy && isShared(field))) return null
    return Math.max(familyStep, Math.round((price * ratio) / familyStep) * familyStep)
  })
}

/** Returns cents, rounded up to 5 € so that no estimate is too low; null for shared bands and bands without a rule. */
export function estimatedPrices(rule: DistanceRule, km: number): Record<PriceField, number | null> {
  return eachField((field) => {
    const own = rule[field]
    if (!own || isShared(field)) return null
    return Math.ceil(exactPrice(own, km) / estimateStep - 1e-9) * estimateStep
  })
}

const familyStep = 500
const estimateStep = 500
