import { canonicalUrl, type Route } from '../book/catalog.queries.ts'
import type { PriceField } from '../book/contract.ts'
import { startingPrice } from '../book/price.queries.ts'
import { startingUnit } from '../prices/quote.contract.ts'
import type { RouteListEntry } from './contract.ts'

export function listEntry(
  route: Route,
  prices: Record<PriceField, string | null>,
  siteOrigin: string,
): RouteListEntry {
  return {
    id: route.id,
    name: routeName(route),
    slug: route.slug,
    departure: route.departure.name,
    destination: route.destination.name,
    duration: route.estimatedDuration,
    distance: route.distanceKm,
    price: startingPrice(prices),
    unit: startingUnit(prices),
    isMainRoute: route.isMainRoute,
    isMostAsked: route.isMostAsked,
    canonicalUrl: canonicalUrl(route, siteOrigin),
  }
}

export function routeName({ departure, destination }: Pick<Route, 'departure' | 'destination'>): string {
  return `${departure.name} → ${destination.name}`
}
