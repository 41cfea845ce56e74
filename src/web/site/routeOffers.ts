import {
  type Offer,
  offersFor,
  type Party,
  type RoundTrip,
  roundTripOf,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { View } from '../../modules/content/pages/contract.ts'

type RouteView = Extract<View, { kind: 'route' }>

/**
 * Returns a route page's offers for a party: the offers of the first entry in `ways.there` that has a price. If no
 * entry has a price, returns the offers of the route, whose price is on request.
 */
export function routeOffers({ ways, route, hasEconomy }: RouteView, party: Party): Offer[] {
  return pricedOffers(ways.there, party) ?? offersFor(party, { prices: route, hasEconomy })
}

/** Returns the price of both ways with the same vehicle; null if the return has no price for this vehicle. */
export function routeRoundTrip(view: RouteView, party: Party, there: Offer): RoundTrip | null {
  const back = pricedOffers(view.ways.back, party)?.find(({ vehicle }) => vehicle === there.vehicle)
  return roundTripOf(there, back, view.returnDiscountPercent)
}

function pricedOffers(ways: RouteView['ways']['there'], party: Party): Offer[] | undefined {
  return ways
    .map((prices) => offersFor(party, { prices, hasEconomy: prices.hasEconomy }))
    .find((offers) => offers.some(({ total }) => total !== null))
}
