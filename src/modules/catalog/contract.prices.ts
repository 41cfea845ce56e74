import { type Static, Type } from '@sinclair/typebox'
import { Id, listInput, Moment, Nullable, Price } from '../../field.ts'
import { query } from '../../message.ts'
import { priceFields } from './contract.ts'

// Many prices at once (contract section 5, rows `/api/bulk-pricing/*`).

const OnePriceField = Type.Union(
  priceFields.map((field) => Type.Literal(field)),
  { message: 'Campo di prezzo non ammesso' },
)

const prices = {
  priceMin2Pax: Price,
  price3to4Pax: Price,
  price5to7Pax: Price,
  price1to3Pax: Price,
  price4to8Pax: Price,
  pricePremium1to3Pax: Price,
  pricePremium4to7Pax: Price,
}

/** One row of the grid. */
export const PricedRoute = Type.Object({
  id: Id,
  departure: Type.String(),
  destination: Type.String(),
  transferTypeId: Id,
  transferType: Type.String(),
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Nullable(Type.String()),
  ...prices,
  slug: Type.String(),
  isMainRoute: Type.Boolean(),
  isActive: Type.Boolean(),
  updatedAt: Moment,
})
export type PricedRoute = Static<typeof PricedRoute>

const { search, page, sort } = listInput(
  'departure',
  'destination',
  'distance',
  'price',
  'ricerche',
  'updatedAt',
  ...priceFields,
)

/** Which routes are meant; ids of a place and of a kind of transfer. */
const filter = {
  search,
  departure: Type.Optional(Id),
  kind: Type.Optional(Id),
  active: Type.Optional(Type.Boolean()),
  /** Without this price, or (`prices`) without any that the route should have. */
  missing: Type.Optional(Type.Union([Type.Literal('prices'), OnePriceField])),
}
const PriceFilter = Type.Object(filter)
export type PriceFilter = Static<typeof PriceFilter>

export const ListPrices = query(
  'GET /api/bulk-pricing/routes',
  'admin',
  Type.Object({
    ...filter,
    page,
    limit: Type.Integer({ minimum: 1, maximum: 500, default: 100 }),
    sort,
  }),
  Type.Object({
    routes: Type.Array(PricedRoute),
    page: Type.Integer(),
    totalPages: Type.Integer(),
    totalRoutes: Type.Integer(),
  }),
  { summary: 'Routes with their seven prices, a page of them' },
)
