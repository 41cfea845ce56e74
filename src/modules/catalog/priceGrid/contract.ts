import { type Static, Type } from '@sinclair/typebox'
import { Id, Moment, Nullable } from '../../../kernel/field.ts'
import { query } from '../../../kernel/message.ts'
import { routePrices } from '../book/contract.ts'
import { PriceQuery } from '../prices/contract.ts'

export const PricedRoute = Type.Object({
  id: Id,
  departure: Type.String(),
  destination: Type.String(),
  transferTypeId: Id,
  transferType: Type.String(),
  distanceKm: Nullable(Type.Integer()),
  estimatedDuration: Nullable(Type.String()),
  ...routePrices,
  /** False for a return route that uses the prices of its outbound route. */
  hasOwnPrices: Type.Boolean(),
  /** True if the route has its own prices but could use the prices of a route in the opposite direction. */
  canFollow: Type.Boolean(),
  /** Prices on the day of travel, with the names of the price lists that apply. */
  onDay: Type.Optional(Type.Object({ ...routePrices, lists: Type.Array(Type.String()) })),
  slug: Type.String(),
  isMainRoute: Type.Boolean(),
  isActive: Type.Boolean(),
  updatedAt: Moment,
})
export type PricedRoute = Static<typeof PricedRoute>

export const ListPrices = query(
  'GET /api/bulk-pricing/routes',
  ['operatore', 'contabile'],
  PriceQuery,
  Type.Object({
    routes: Type.Array(PricedRoute),
    page: Type.Integer(),
    totalPages: Type.Integer(),
    totalRoutes: Type.Integer(),
    /** Names of the price lists that change the prices of trips today. The routes contain the base prices. */
    listsToday: Type.Array(Type.String()),
  }),
  {
    tables: ['route_prices', 'price_lists', 'fare_settings'],
    summary: 'One page of routes with their seven prices',
  },
)
