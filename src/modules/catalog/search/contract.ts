import { type Static, type TProperties, Type } from '@sinclair/typebox'
import { Day, Id, Maybe, Nullable, Price, Text } from '../../../kernel/field.ts'
import { internalCommand, query } from '../../../kernel/message.ts'
import { OlderRoute, publicPrices, RoutePlace } from '../book/contract.ts'
import { linkMax, textOrLink } from '../placeSearch/links.contract.ts'
import { Vehicle } from '../prices/contract.ts'

export const LocationSuggestion = Type.Object({
  id: Id,
  name: Type.String(),
  cap: Type.String(),
  type: Type.Union([
    Type.Literal('aeroporto'),
    Type.Literal('porto'),
    Type.Literal('stazione'),
    Type.Literal('other'),
  ]),
  isHub: Type.Boolean(),
  /** True if the search text names a hotel, street or position in this town, or something near the place. */
  isAddress: Type.Boolean(),
})
export type LocationSuggestion = Static<typeof LocationSuggestion>

/** Unit of the starting price; null if there is none. */
const unit = Type.Union([
  Type.Literal('persona'),
  Type.Literal('gruppo'),
  Type.Literal('veicolo'),
  Type.Null(),
])

/** Entry of a list. `price` is the starting price, `distance` is in km, `duration` is text ("1 h 05 min"). */
const listEntry = {
  id: Id,
  name: Type.String(),
  slug: Type.String(),
  departure: Type.String(),
  destination: Type.String(),
  duration: Type.String(),
  distance: Nullable(Type.Integer()),
  price: Price,
  unit,
  isMainRoute: Type.Boolean(),
  /** True for the few routes that visitors search most. */
  isMostAsked: Type.Boolean(),
  canonicalUrl: Type.String(),
} satisfies TProperties
export const RouteListEntry = Type.Object(listEntry)
export type RouteListEntry = Static<typeof RouteListEntry>

export const FoundRoute = Type.Object({ ...listEntry, description: Type.String() })
export type FoundRoute = Static<typeof FoundRoute>

export const Hub = Type.Object({
  name: Type.String(),
  description: Type.String(),
  icon: Type.Union([Type.Literal('plane'), Type.Literal('train'), Type.Literal('car')]),
  routes: Type.Array(RouteListEntry),
})
export type Hub = Static<typeof Hub>

export const PopularRoute = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  departure: Type.String(),
  departureId: Id,
  destination: Type.String(),
  destinationId: Id,
  duration: Type.String(),
  price: Price,
  unit,
})
export type PopularRoute = Static<typeof PopularRoute>

export const PricingRow = Type.Object({
  id: Id,
  slug: Type.String(),
  departure: Type.String(),
  destination: Type.String(),
  transferType: Type.Union([Type.Literal('Economy condiviso'), Type.Literal('Privato')]),
  ...publicPrices,
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Type.String(),
})
export type PricingRow = Static<typeof PricingRow>

/** A route from a hub with its prices on a day. */
export const ListedRoute = Type.Object({
  id: Id,
  slug: Type.String(),
  destination: Type.String(),
  ...publicPrices,
  pricePremium1to3Pax: Price,
  pricePremium4to7Pax: Price,
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Type.String(),
  isMostAsked: Type.Boolean(),
})
export type ListedRoute = Static<typeof ListedRoute>

const hubFacts = {
  key: Type.String(),
  name: Type.String(),
  description: Type.String(),
  icon: Type.Union([Type.Literal('plane'), Type.Literal('train'), Type.Literal('car')]),
  hasEconomy: Type.Boolean(),
  total: Type.Integer(),
}

export const RouteLists = Type.Object({
  /** Key of the only listed hub; empty if the list has all hubs. */
  hub: Type.String(),
  /** Text of the search; empty if there is none. */
  search: Type.String(),
  page: Type.Integer(),
  totalPages: Type.Integer(),
  isIndexed: Type.Boolean(),
  hubs: Type.Array(Type.Object(hubFacts)),
  groups: Type.Array(
    Type.Object({
      ...hubFacts,
      found: Type.Integer(),
      rows: Type.Array(ListedRoute),
    }),
  ),
})
export type RouteLists = Static<typeof RouteLists>

export const TransferRoute = Type.Object({
  id: Id,
  slug: Type.String(),
  name: Type.String(),
  mainRouteId: Nullable(Id),
  isMainRoute: Type.Boolean(),
  isMostAsked: Type.Boolean(),
  isActive: Type.Boolean(),
  isIndexed: Type.Boolean(),
  canonicalUrl: Type.String(),
  departureLocation: RoutePlace,
  destinationLocation: RoutePlace,
  transferType: Type.Object({ id: Id, name: Type.String(), description: Type.String() }),
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Type.String(),
  longDescription: Type.String(),
  touristInfo: Type.String(),
  ...publicPrices,
  pricePremium1to3Pax: Price,
  pricePremium4to7Pax: Price,
  /** Lowest shared price; if there is none, the lowest private price. */
  startingPrice: Price,
  /** `validFrom` and `validUntil` are the first and last day of these prices; null without a limit. */
  validFrom: Nullable(Type.String()),
  validUntil: Nullable(Type.String()),
  /** Prices under future price lists. */
  planned: Type.Array(
    Type.Object({
      validFrom: Type.String(),
      validUntil: Nullable(Type.String()),
      startingPrice: Price,
      ...publicPrices,
      pricePremium1to3Pax: Price,
      pricePremium4to7Pax: Price,
    }),
  ),
})
export type TransferRoute = Static<typeof TransferRoute>

export const RouteFacts = Type.Omit(TransferRoute, ['longDescription', 'touristInfo'])
export type RouteFacts = Static<typeof RouteFacts>

const OfferTotals = Type.Array(
  Type.Object({
    vehicle: Vehicle,
    total: Type.String(),
  }),
)
/** Totals for a party, one way and for a round trip. */
export const RouteTotals = Type.Object({ offers: OfferTotals, roundTrip: OfferTotals })
export type RouteTotals = Static<typeof RouteTotals>

const hot = { maxAgeSeconds: 5 }
const search = { bucket: 'search', max: 120, seconds: 60 }
const PlaceText = Text(120, { message: (t) => t('check.place') })
const PlaceOrLink = Text(linkMax, { pattern: textOrLink(120), message: (t) => t('check.place') })
/** Text of the search for a place. */
const SearchText = Type.String({ maxLength: linkMax, pattern: textOrLink(80), default: '' })
const Slug = Text(255)
/** Day of travel; today by default. */
const TravelDay = Type.Optional(Day({ message: (t) => t('check.noDay') }))

export const SearchLocations = query(
  'GET /api/locations/search',
  'public',
  Type.Object({
    q: SearchText,
    exclude: Type.Optional(Id),
    /** Language of the names. If it is omitted, or the site lacks it, the names are in Italian. */
    lang: Maybe(10),
  }),
  Type.Array(LocationSuggestion),
  {
    ...hot,
    limit: search,
    summary:
      'Up to 10 places whose name in any language matches the text, best first, or the town of an address, of coordinates or of a map link; without text the hubs, or the most popular destinations of `exclude`',
  },
)

export const UnderstandPlace = query(
  'GET /api/locations/understood',
  'public',
  Type.Object({ q: SearchText, lang: Maybe(10) }),
  Type.Object({
    /** Null if the text means no place, or more than one. */
    place: Nullable(Type.Object({ id: Id, name: Type.String() })),
    isAddress: Type.Boolean(),
    /** The text as a field keeps it: the position or the name instead of a map link. */
    text: Type.String(),
    /** Why there is no place. `notServed`: the text means a town or a position outside the served area. */
    reason: Nullable(Type.Union([Type.Literal('unknownPlace'), Type.Literal('notServed')])),
  }),
  {
    ...hot,
    limit: search,
    summary: 'The one place that a text means, or whether the text means a place outside the served area',
  },
)

/** Anything, because there is no route of what is no id, and the call answers that. */
const PlaceId = Type.Optional(
  Type.Unknown({ isAnything: true, description: 'Id of a place; the answer to anything else is false' }),
)

export const CheckRoute = query(
  'GET /api/routes/check',
  'public',
  Type.Object({ departure: PlaceId, destination: PlaceId }),
  Type.Object({ exists: Type.Boolean() }),
  { ...hot, summary: 'Whether an active route between two places exists' },
)

export const SearchRoutes = query(
  'GET /api/routes/search',
  'public',
  Type.Object({ departure: PlaceOrLink, destination: PlaceOrLink, day: TravelDay, lang: Maybe(10) }),
  Type.Array(FoundRoute),
  {
    ...hot,
    limit: search,
    summary: 'Routes between two named places with the prices of a day, the exact pair first',
  },
)

export const ListPopularRoutes = query(
  'GET /api/routes/popular',
  'public',
  Type.Object({}),
  Type.Array(PopularRoute),
  hot,
)

export const ListPricingTable = query(
  'GET /api/routes/pricing-table',
  'public',
  Type.Object({ day: TravelDay }),
  Type.Array(PricingRow),
  hot,
)

export const ListRoutesByHubs = query(
  'GET /api/routes/by-hubs',
  'public',
  Type.Object({ lang: Maybe(10) }),
  Type.Record(Type.String(), Hub),
  hot,
)

export const ReadOlderRoute = query(
  'GET /api/routes/:slug',
  'public',
  Type.Object({ slug: Slug }),
  OlderRoute,
  hot,
)

export const ReadTransferRoute = query(
  'GET /api/transfer-routes/:slug',
  'public',
  Type.Object({ slug: Slug, day: TravelDay }),
  TransferRoute,
  { ...hot, summary: 'One active route; the slug with or without "transfer-"' },
)

export const FindReturnRoute = query(
  'GET /api/routes/return/:departureId/:destinationId',
  'public',
  Type.Object({ departureId: Id, destinationId: Id }),
  Nullable(RouteListEntry),
  hot,
)

export const ListCorrelatedRoutes = query(
  'GET /api/routes/correlated/:routeId',
  'public',
  Type.Object({ routeId: Id }),
  Type.Array(RouteListEntry),
  hot,
)

export const EmbedMap = query(
  'GET /api/maps/embed/:departureName/:destinationName',
  'public',
  Type.Object({ departureName: PlaceText, destinationName: PlaceText, lang: Maybe(10) }),
  Type.Object({ embedUrl: Type.String() }),
  { maxAgeSeconds: 1800 },
)

/** Maximum characters of a place's text in an unmet search, as in the table. */
export const unmetTextMax = 160

/** Adds the counts of searches since the previous call. */
export const RecordSearches = internalCommand(
  'catalog:recordSearches',
  Type.Object({
    found: Type.Array(
      Type.Object({ routeId: Id, searches: Type.Integer({ minimum: 1, maximum: 1_000_000 }) }),
    ),
    unmet: Type.Array(
      Type.Object({
        departure: Type.String({ maxLength: unmetTextMax }),
        destination: Type.String({ maxLength: unmetTextMax }),
        searches: Type.Integer({ minimum: 1, maximum: 1_000_000 }),
      }),
    ),
  }),
  Type.Object({}),
)
