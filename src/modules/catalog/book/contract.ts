import { type Static, Type } from '@sinclair/typebox'
import { Id, Nullable, Price } from '../../../kernel/field.ts'
import { LocationType } from '../placeSearch/locationType.contract.ts'

/** Three prices for shared rides, two for car and van, two for premium vehicles. */
export const priceFields = [
  'priceMin2Pax',
  'price3to4Pax',
  'price5to7Pax',
  'price1to3Pax',
  'price4to8Pax',
  'pricePremium1to3Pax',
  'pricePremium4to7Pax',
] as const
export type PriceField = (typeof priceFields)[number]

/** Prices of a route that visitors see, in euro. */
export const publicPrices = {
  /** Euro per person of a shared ride for two passengers. */
  priceMin2Pax: Price,
  /** Euro of a shared ride for a group of 3 or 4. */
  price3to4Pax: Price,
  /** Euro of a shared ride for a group of 5 to 7. */
  price5to7Pax: Price,
  /** Euro of a private car with up to 3 passengers. */
  price1to3Pax: Price,
  /** Euro of a private van with 4 to 8 passengers. */
  price4to8Pax: Price,
}

/** All prices of a route (`priceFields`), in euro. */
export const routePrices = { ...publicPrices, pricePremium1to3Pax: Price, pricePremium4to7Pax: Price }

export const RoutePlace = Type.Object({
  id: Id,
  name: Type.String(),
  locationType: LocationType,
  latitude: Nullable(Type.Number()),
  longitude: Nullable(Type.Number()),
  googlePlaceId: Nullable(Type.String()),
  cap: Type.String(),
})
export type RoutePlace = Static<typeof RoutePlace>

const nameMax = 120
const aliasesMax = 50

export const PlaceName = Type.String({ maxLength: nameMax, message: `Al massimo ${nameMax} caratteri` })
export const AliasList = Type.Array(PlaceName, {
  maxItems: aliasesMax,
  message: 'Elenco dei nomi non valido',
})

/** Names of a place by language code. If a name is missing or empty, pages show the Italian name. */
export const Names = Type.Record(Type.String(), PlaceName)
export type Names = Static<typeof Names>

/** Other names of a place by the code of the language that uses them. */
export const Aliases = Type.Record(Type.String(), AliasList)
export type Aliases = Static<typeof Aliases>

/** A route of the previous site at its old URL. */
export const OlderRoute = Type.Object({
  slug: Type.String(),
  name: Type.String(),
  departure: Type.String(),
  destination: Type.String(),
  price: Price,
  duration: Type.String(),
  distance: Type.String(),
  description: Type.String(),
  isPopular: Type.Boolean(),
})
export type OlderRoute = Static<typeof OlderRoute>
