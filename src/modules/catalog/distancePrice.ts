import type { PriceField } from './search/contract.ts'

/**
 * What a ride of so many kilometres costs, in cents: the rule that the bundled prices follow (data/README.md). With
 * x = 0.35 + 0.65 × km / 85 a car is 110 x, at least 35 €; the van and the shared rides stand to it as 130, 120 and 40
 * to 110. At 84 km these are the generator's own defaults. Shared rides only where they leave.
 */
export function pricesOfDistance(
  km: number,
  { hasEconomy }: { hasEconomy: boolean },
): Record<PriceField, number | null> {
  const x = 0.35 + (0.65 * km) / 85
  const car = Math.max(35, round5(110 * x))
  const shared = {
    priceMin2Pax: Math.max(15, Math.round(40 * x)),
    price3to4Pax: car,
    price5to7Pax: Math.max(car + 5, round5((car * 120) / 110)),
  }
  const euro = {
    ...(hasEconomy ? shared : { priceMin2Pax: null, price3to4Pax: null, price5to7Pax: null }),
    price1to3Pax: car,
    price4to8Pax: Math.max(car + 10, round5((car * 130) / 110)),
    pricePremium1to3Pax: null,
    pricePremium4to7Pax: null,
  }
  return Object.fromEntries(
    Object.entries(euro).map(([field, price]) => [field, price === null ? null : price * 100]),
  ) as Record<PriceField, number | null>
}

const round5 = (euro: number) => Math.round(euro / 5) * 5
