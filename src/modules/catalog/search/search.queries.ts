import type { Context } from '../../../kernel/context.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { answer } from '../../../kernel/message.ts'
import type { When } from '../../../kernel/romanDay.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languageAsked } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  canonicalUrl,
  catalog,
  findRoute,
  mostPopular,
  openingLength,
  pairKey,
  type Route,
  routeTexts,
} from '../book/catalog.queries.ts'
import type { OlderRoute, RoutePlace } from '../book/contract.ts'
import { inLanguage, namesIn } from '../book/localNames.queries.ts'
import { onlyPrices, startingPrice } from '../book/price.queries.ts'
import {
  faresFor,
  listChanges,
  offeredPricesOn,
  type PricesOf,
  plannedPrices,
  type TravelDay,
  travelOn,
} from '../fares/fares.queries.ts'
import { hubs } from '../hubs.ts'
import { placeText } from '../placeSearch/coordinates.contract.ts'
import { isHub as isHubPlace, textMin } from '../placeSearch/placeSearch.queries.ts'
import { overlays } from '../priceLists/overlays.queries.ts'
import { type Party, startingUnit, type Vehicle } from '../prices/quote.contract.ts'
import { routePathOf } from '../routePath.ts'
import {
  CheckRoute,
  EmbedMap,
  FindReturnRoute,
  type FoundRoute,
  type Hub,
  ListCorrelatedRoutes,
  ListPopularRoutes,
  ListPricingTable,
  ListRoutesByHubs,
  type LocationSuggestion,
  type PopularRoute,
  type PricingRow,
  ReadOlderRoute,
  ReadTransferRoute,
  type RouteFacts,
  type RouteListEntry,
  type RouteTotals,
  SearchLocations,
  SearchRoutes,
  UnderstandPlace,
} from './contract.ts'
import { listEntry, routeName } from './listEntry.queries.ts'
import { countSearch } from './searchCounts.ts'
import { suggestedPlaces, suggestionsMax } from './suggestedPlaces.ts'

export { type Route, routeTexts } from '../book/catalog.queries.ts'
export { inLanguage, type LocalNames, localCatalog, localUrl } from '../book/localNames.queries.ts'
export { localSlugsOfIds } from '../book/localSlugs.queries.ts'
export { type TravelDay, travelOn } from '../fares/fares.queries.ts'
export { hasEconomyFrom, isHub } from '../hubs.ts'
export { routePathOf, routePathOfId, routePathsOfIds, routeSlugIn } from '../routePath.ts'

const suggestionTypes: Partial<Record<string, LocationSuggestion['type']>> = {
  Aeroporto: 'aeroporto',
  Porto: 'porto',
  Stazione: 'stazione',
}

export const searchLocations = answer(SearchLocations, async (read, { q, exclude, lang }) => {
  if (q.length > 0 && q.length < textMin) return []
  const model = await catalog(read)
  const { nameOf } = namesIn(model, languageAsked(lang).t)
  const found =
    q === ''
      ? suggestedPlaces(model, exclude).map((place) => ({ place, isAddress: false }))
      : model.search.find(q, suggestionsMax, exclude)
  return found.map(({ place, isAddress }) => ({
    id: place.id,
    name: nameOf(place),
    cap: place.cap,
    type: suggestionTypes[place.locationType] ?? 'other',
    isHub: isHubPlace(place),
    isAddress,
  }))
})

export const understandPlace = answer(UnderstandPlace, async (read, { q, lang }) => {
  const model = await catalog(read)
  const { nameOf } = namesIn(model, languageAsked(lang).t)
  const text = placeText(q)
  const found = model.search.understood(q)
  if (!found) {
    const reason = model.search.isElsewhere(q) ? ('notServed' as const) : ('unknownPlace' as const)
    return { place: null, isAddress: false, text, reason }
  }
  const { place, isAddress } = found
  return { place: { id: place.id, name: nameOf(place) }, isAddress, text, reason: null }
})

export const checkRoute = answer(CheckRoute, async (read, { departure, destination }) => ({
  exists: (await catalog(read)).byPair.has(pairKey(idIn(departure), idIn(destination))),
}))

/** Returns the id that a parameter contains; 0, which no row has, for anything but a positive whole number. */
const idIn = (value: unknown) =>
  typeof value !== 'object' && /^[1-9]\d{0,14}$/.test(String(value)) ? Number(value) : 0

export const searchRoutes = answer(
  SearchRoutes,
  (read, { day, lang, ...places }, _, context) =>
    findRoutes(read, places, { t: languageAsked(lang).t, context, when: dayAsked(day, context) }),
  (found, { departure, destination }, context) => countSearch(context, found, departure, destination),
)

/** Throws HttpError 422 for a past day, because past prices are not stored. */
function dayAsked(day: string | undefined, context: Context): TravelDay {
  const when = travelOn(context, day)
  if (when.day < when.today) throw refusal('day', (t) => t('check.past'))
  return when
}

/** Returns up to 20 routes between the places that two texts may mean. Unlike `searchRoutes`, counts no search. */
export async function findRoutes(
  read: Sql,
  { departure, destination }: { departure: string; destination: string },
  { t, context, when }: { t: Translate; context: Context; when: TravelDay },
): Promise<FoundRoute[]> {
  const [{ search, byPair }, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const ends = search.candidates(destination)
  const found = search
    .candidates(departure)
    .flatMap((from) => ends.flatMap((to) => byPair.get(pairKey(from.id, to.id)) ?? []))
    .slice(0, 20)
  const entries = found.map((route) => listEntry(route, pricesOf(route).prices, context.site.origin))
  const shown = await inLanguage(read, { t, context }, entries)
  return shown.map((entry, index) => ({ ...entry, description: shortDescription(t, entry, found[index]) }))
}

/** Returns the beginning of the Italian text; in another language or without a text, a sentence with both places. */
function shortDescription(t: Translate, { departure, destination }: RouteListEntry, route?: Route): string {
  if (!route || t.language !== languages[0]) return t('route.brief', { from: departure, to: destination })
  const isCut = route.opening.length === openingLength
  // The opening may end in the middle of a link.
  const opening = isCut ? route.opening.replace(/!?\[[^\]]*(\]\([^)]*)?$/, '') : route.opening
  const own = opening
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[*_`]/g, '')
    .replaceAll(/<[^<>]*>|[#>[\]|]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (isCut || own.length > 180) return `${own.slice(0, own.lastIndexOf(' ', 179))}…`
  return own || t('route.brief', { from: departure, to: destination })
}

export const listPopularRoutes = answer(ListPopularRoutes, (read, _input, _caller, context) =>
  popularRoutes(read, context.site.origin, travelOn(context)),
)

export async function popularRoutes(read: Sql, siteOrigin: string, when: TravelDay): Promise<PopularRoute[]> {
  const [{ routes }, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  return mostPopular(routes).map((route) => {
    const entry = listEntry(route, pricesOf(route).prices, siteOrigin)
    const { id, slug, name, departure, destination, duration, price, unit } = entry
    const ids = { departureId: route.departure.id, destinationId: route.destination.id }
    return { id, slug, name, departure, destination, duration, price, unit, ...ids }
  })
}

/** Returns the distinct periods of future price lists, except of lists for weekdays or nights. */
export async function plannedPeriods(
  read: Sql,
  { today }: TravelDay,
): Promise<{ validFrom: string; validUntil: string | null }[]> {
  const { on } = await overlays(read)
  const future = on.filter(({ overlay, startsOn }) => overlay === 'period' && startsOn > today)
  const periods = future.map(({ startsOn, endsOn }) => ({ validFrom: startsOn, validUntil: endsOn }))
  return [...new Map(periods.map((one) => [`${one.validFrom} ${one.validUntil}`, one])).values()]
}

// A shared collator sorts names with accents about twice as fast as `localeCompare`.
const byName = new Intl.Collator('it').compare

export const listPricingTable = answer(ListPricingTable, (read, { day }, _, context) =>
  pricingTable(read, dayAsked(day, context)),
)

export async function pricingTable(read: Sql, when: TravelDay): Promise<PricingRow[]> {
  const [{ byDeparture }, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  return hubs.flatMap(({ name, hasEconomy }) => {
    const outbound = (byDeparture.get(name) ?? []).toSorted((one, other) =>
      byName(one.destination.name, other.destination.name),
    )
    const priced = outbound.map((route) => ({ route, prices: pricesOf(route).prices }))
    return [
      ...(hasEconomy
        ? priced
            .filter(({ prices }) => hasSharedPrice(prices))
            .map(({ route, prices }) => pricingRow(route, prices, 'Economy condiviso'))
        : []),
      ...priced.map(({ route, prices }) => pricingRow(route, prices, 'Privato')),
    ]
  })
}

const hasSharedPrice = (prices: Prices) => prices.priceMin2Pax ?? prices.price3to4Pax ?? prices.price5to7Pax

type Prices = ReturnType<PricesOf>['prices']

function pricingRow(route: Route, prices: Prices, transferType: PricingRow['transferType']): PricingRow {
  const isShared = transferType === 'Economy condiviso'
  return {
    id: route.id,
    slug: route.slug,
    departure: route.departure.name,
    destination: route.destination.name,
    transferType,
    priceMin2Pax: isShared ? prices.priceMin2Pax : null,
    price3to4Pax: isShared ? prices.price3to4Pax : null,
    price5to7Pax: isShared ? prices.price5to7Pax : null,
    price1to3Pax: isShared ? null : prices.price1to3Pax,
    price4to8Pax: isShared ? null : prices.price4to8Pax,
    distanceKm: route.distanceKm,
    estimatedDuration: route.estimatedDuration,
  }
}

export const listRoutesByHubs = answer(ListRoutesByHubs, (read, { lang }, _caller, context) =>
  routesByHubs(read, { t: languageAsked(lang).t, context, when: travelOn(context) }),
)

export async function routesByHubs(
  read: Sql,
  { t, context, when }: { t: Translate; context: Context; when: TravelDay },
): Promise<Record<string, Hub>> {
  const [model, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const { nameOf } = namesIn(model, t)
  const result: Record<string, Hub> = {}
  for (const { name, description, icon } of hubs) {
    const own = (model.byDeparture.get(name) ?? []).toSorted(
      (one, other) =>
        Number(other.isMainRoute) - Number(one.isMainRoute) ||
        byName(one.destination.name, other.destination.name),
    )
    const [first] = own
    if (!first) continue
    const entries = own.map((route) => listEntry(route, pricesOf(route).prices, context.site.origin))
    const routes = await inLanguage(read, { t, context }, entries)
    result[slugOf(name)] = { name: nameOf(first.departure), description: t(description), icon, routes }
  }
  return result
}

export const readOlderRoute = answer(ReadOlderRoute, async (read, { slug }) => {
  const route = (await catalog(read)).olderBySlug.get(slug)
  if (!route) throw notFound()
  return route
})

export const readTransferRoute = answer(ReadTransferRoute, async (read, { slug, day }, _, context) => {
  const facts = await routeFactsAt(read, slug, context.site.origin, dayAsked(day, context))
  return { ...facts, ...(await routeTexts(read, facts.id)) }
})

export async function routeFactsAt(
  read: Sql,
  slug: string,
  siteOrigin: string,
  when: TravelDay,
): Promise<RouteFacts> {
  const route = await findRoute(read, slug)
  if (!route) throw notFound()
  const [pricesOf, planned] = await Promise.all([
    offeredPricesOn(read, when),
    plannedPrices(read, route, when),
  ])
  const { transferTypes } = await catalog(read)
  return {
    ...routeFacts(route, pricesOf(route), { type: transferTypes.get(route.transferTypeId), siteOrigin }),
    planned: planned.map(({ prices, validFrom, validUntil }) => ({
      ...onlyPrices(prices),
      startingPrice: startingPrice(prices),
      validFrom,
      validUntil,
    })),
  }
}

function notFound(): HttpError {
  return new HttpError(404, (t) => t('api.noRoute'))
}

function routeFacts(
  route: Route,
  { prices, validFrom, validUntil }: ReturnType<PricesOf>,
  { type, siteOrigin }: { type: RouteFacts['transferType'] | undefined; siteOrigin: string },
): Omit<RouteFacts, 'planned'> {
  return {
    id: route.id,
    slug: route.slug,
    name: routeName(route),
    mainRouteId: route.mainRouteId,
    isMainRoute: route.isMainRoute,
    isMostAsked: route.isMostAsked,
    isActive: route.isActive,
    isIndexed: route.isIndexed,
    canonicalUrl: canonicalUrl(route, siteOrigin),
    departureLocation: route.departure,
    destinationLocation: route.destination,
    transferType: type ?? { id: route.transferTypeId, name: '', description: '' },
    distanceKm: route.distanceKm,
    estimatedDuration: route.estimatedDuration,
    ...onlyPrices(prices),
    startingPrice: startingPrice(prices),
    validFrom,
    validUntil,
  }
}

export const findReturnRoute = answer(FindReturnRoute, (read, ends, _, context) =>
  returnRouteOf(read, ends, context.site.origin, travelOn(context)),
)

export async function returnRouteOf(
  read: Sql,
  { departureId, destinationId }: { departureId: number; destinationId: number },
  siteOrigin: string,
  when: TravelDay,
): Promise<RouteListEntry | null> {
  const [{ byPair }, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const [route] = byPair.get(pairKey(destinationId, departureId)) ?? []
  return route ? listEntry(route, pricesOf(route).prices, siteOrigin) : null
}

export const listCorrelatedRoutes = answer(ListCorrelatedRoutes, (read, { routeId }, _, context) =>
  correlatedRoutes(read, routeId, context.site.origin, travelOn(context)),
)

export async function correlatedRoutes(
  read: Sql,
  routeId: number,
  siteOrigin: string,
  when: TravelDay,
): Promise<RouteListEntry[]> {
  const [{ byId, families }, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, when)])
  const route = byId.get(routeId)
  if (!route) return []
  return (families.get(route.mainRouteId ?? route.id) ?? [])
    .filter(({ id }) => id !== routeId)
    .map((one) => listEntry(one, pricesOf(one).prices, siteOrigin))
}

export const embedMap = answer(
  EmbedMap,
  async (read, { departureName, destinationName, lang }, _, { maps, site }) => {
    const { language } = languageAsked(lang).t
    const key = await maps.embedKey(read)
    if (!key) {
      const path = `/mappa/${slugOf(departureName)}/${slugOf(destinationName)}/`
      return { embedUrl: site.origin + path + (language === languages[0] ? '' : `?lang=${language}`) }
    }
    const at = (name: string) => `${name}, Puglia, Italia`
    const ends = { origin: at(departureName), destination: at(destinationName) }
    const query = { key, ...ends, mode: 'driving', units: 'metric', language, region: 'IT' }
    return { embedUrl: `https://www.google.com/maps/embed/v1/directions?${new URLSearchParams(query)}` }
  },
)

export async function listMainRoutes(read: Sql) {
  const { routes } = await catalog(read)
  return routes
    .filter(({ isMainRoute }) => isMainRoute)
    .map(({ departure, destination }) => ({ departureLocation: departure, destinationLocation: destination }))
}

/** Returns whether the canonical URL of a route is the URL of its page. */
export const isOwnPage = (route: Route, origin: string) =>
  canonicalUrl(route, origin).endsWith(routePathOf(route.slug))

/** Returns the routes with the time of their last change. The sitemap has those whose canonical URL is that of their page. */
export async function changedRoutes(
  read: Sql,
  context: Context,
): Promise<{ id: number; route: Route; updatedAt: Date; isInSitemap: boolean }[]> {
  const [{ routes }, changedByLists] = await Promise.all([catalog(read), listChanges(read, context)])
  return routes.map((route) => ({
    id: route.id,
    route,
    updatedAt: changedByLists(route),
    isInSitemap: route.isIndexed && isOwnPage(route, context.site.origin),
  }))
}

export async function mainRouteUrls(read: Sql | Tx, siteOrigin: string): Promise<string[]> {
  const { routes } = await catalog(read)
  return routes
    .filter(({ isMainRoute, isIndexed }) => isMainRoute && isIndexed)
    .map((route) => canonicalUrl(route, siteOrigin))
}

export async function findPlace(read: Sql, slug: string): Promise<RoutePlace | undefined> {
  return (await catalog(read)).placesBySlug.get(slug)
}

export async function listOlderRoutes(read: Sql): Promise<OlderRoute[]> {
  return [...(await catalog(read)).olderBySlug.values()]
}

export async function listRoutesForPictures(read: Sql, t: Translate, context: Context) {
  const [model, pricesOf] = await Promise.all([catalog(read), offeredPricesOn(read, travelOn(context))])
  const { nameOf, routeSlug } = namesIn(model, t)
  const named = (place: RoutePlace) => ({ ...place, name: nameOf(place) })
  return model.routes.map((route) => {
    const { prices } = pricesOf(route)
    const price = startingPrice(prices)
    return {
      id: route.id,
      slug: routeSlug(route),
      hasText: route.hasText,
      isIndexed: route.isIndexed,
      departureLocation: named(route.departure),
      destinationLocation: named(route.destination),
      price,
      unit: startingUnit(prices),
    }
  })
}

export async function routeTotals(
  read: Sql,
  routeIds: number[],
  { party, when, back }: { party: Party; when: TravelDay; back: When | null },
): Promise<Record<string, RouteTotals>> {
  const { byId } = await catalog(read)
  const routes = [...new Set(routeIds)].flatMap((id) => byId.get(id) ?? [])
  const questions = routes.map(({ departure, destination }) => ({
    from: { text: String(departure.id) },
    to: { text: String(destination.id) },
    there: when,
    back,
    party,
  }))
  const fares = await faresFor(read, questions, when.today)
  const shown = (offers: { vehicle: Vehicle; total: string | null }[] = []) =>
    offers.flatMap(({ vehicle, total }) => (total === null ? [] : [{ vehicle, total }]))
  return Object.fromEntries(
    fares.map(({ offers, roundTrip }, index) => [
      String(routes[index]?.id),
      { offers: shown(offers), roundTrip: shown(roundTrip?.offers) },
    ]),
  )
}
