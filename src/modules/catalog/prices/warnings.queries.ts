import { HttpError } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { modelsBeside } from '../../../kernel/readModel.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type Catalog, catalog, type Route } from '../book/catalog.queries.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { eachField } from '../book/price.queries.ts'
import { effectivePrices, outboundPrices } from '../book/priceColumns.queries.ts'
import { routesWhere, staffColumns, staffRoutes } from '../book/staffRoutes.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { centsOf } from './cents.contract.ts'
import type { GuardedRoute, OtherRoute } from './comparablePrice.ts'
import {
  CheckRoutePrices,
  ListPriceFaults,
  type PriceChange,
  type PriceWarning,
  priceLabels,
} from './contract.ts'
import { type PriceOrigin, priceWarnings } from './guard.ts'
import { centsOfPrices } from './priceCells.writes.ts'

const noPrices = eachField(() => null)

interface StoredRoute extends Omit<GuardedRoute, PriceField>, Record<PriceField, string | null> {}

/** Compares changed prices with those of all active routes and returns warnings. guard.ts has the rules. */
export async function warningsOf(
  tx: Tx,
  changes: PriceChange[],
  how: PriceOrigin = {},
): Promise<PriceWarning[]> {
  if (changes.length === 0) return []
  const [routes, others] = await Promise.all([
    guardedRoutes(tx, [...new Set(changes.map(({ id }) => id))]),
    otherRoutes(tx),
  ])
  const cells = changes.map(({ id, field, to }) => ({ id, field, cents: centsOf(to) ?? null }))
  return priceWarnings(routes, cells, { ...how, others })
}

export async function newRouteWarnings(
  tx: Sql | Tx,
  made: GuardedRoute[],
  how: PriceOrigin = {},
): Promise<PriceWarning[]> {
  const others = await otherRoutes(tx)
  const routes = new Map<number, GuardedRoute>()
  // Adds the new routes as inactive, because no price is compared with the prices of inactive routes. Many new
  // routes have equal prices, which would distort the comparison.
  for (const { id, departure, destination, transferTypeId, distanceKm } of made)
    routes.set(id, { ...newRoute, id, departure, destination, transferTypeId, distanceKm })
  const cells = made.flatMap((route) =>
    priceFields.flatMap((field) =>
      route[field] === null ? [] : { id: route.id, field, cents: route[field] },
    ),
  )
  return priceWarnings(routes, cells, { ...how, others })
}

/** Returns warnings about routes that were just created, except return routes that use their outbound's prices. */
export async function createdRouteWarnings(sql: Sql | Tx, ids: number[]): Promise<string[]> {
  if (ids.length === 0) return []
  const own = await sql<{ id: number }[]>`
    select id from route_prices where id = any(${ids}::bigint[]) and follows_id is null`
  const stored = await guardedRoutes(sql, ids)
  const made = own.flatMap(({ id }) => stored.get(id) ?? [])
  const warnings = await newRouteWarnings(sql, made, { isTyped: false })
  return warnings.map(({ id, field, message }) => {
    const { departure = '', destination = '' } = stored.get(id) ?? {}
    return `${departure} – ${destination}, ${priceLabels[field]}: ${message}`
  })
}

/** Compares every own price of an active route with the prices of other routes, as if the price were new. */
export const listPriceFaults = answer(ListPriceFaults, async (read) => {
  const [routes, own, missing] = await Promise.all([
    guardedRoutes(read),
    read<{ id: number }[]>`select id from route_prices where is_active and follows_id is null`,
    countUnpriced(read),
  ])
  const cells = own.flatMap(({ id }) =>
    priceFields.map((field) => ({ id, field, cents: routes.get(id)?.[field] ?? null })),
  )
  const unpriced = new Map([...routes].map(([id, route]) => [id, { ...route, ...noPrices }]))
  const warnings = priceWarnings(unpriced, cells, { isTyped: false })
  return {
    missing,
    warnings: warnings.map((warning) => {
      const { departure = '', destination = '' } = routes.get(warning.id) ?? {}
      return { ...warning, departure, destination }
    }),
  }
})

/** Returns the number of active routes that lack at least one required price. */
async function countUnpriced(read: Sql): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from (select ${staffColumns(read)} from ${staffRoutes(read)}) as listed
    where ${routesWhere(read, { active: true, missing: 'prices' })}`
  return count
}

const newId = 0

/** Checks the prices of a form, with the form's distance and transfer type. */
export const checkRoutePrices = handle(CheckRoutePrices, async (tx, { id = newId, ...form }) => {
  const [routes, others] = await Promise.all([guardedRoutes(tx, [id]), otherRoutes(tx)])
  const stored = routes.get(id)
  if (!stored && id !== newId) throw new HttpError(404, 'Tratta non trovata.')
  const { transferTypeId, distanceKm = null } = form
  routes.set(id, { ...(stored ?? newRoute), transferTypeId, distanceKm })
  const cells = priceFields.flatMap((field) => {
    const cents = form[field] === undefined ? undefined : centsOf(form[field])
    // The save reports unreadable prices, so this check skips them.
    return cents === undefined ? [] : [{ id, field, cents }]
  })
  return { warnings: priceWarnings(routes, cells, { others }).map(({ id: _, ...warning }) => warning) }
})

const newRoute: GuardedRoute = {
  id: newId,
  departure: '',
  destination: '',
  transferTypeId: 0,
  distanceKm: null,
  isActive: false,
  ...noPrices,
}

/** Returns the routes with these ids, by default all active ones. */
async function guardedRoutes(tx: Sql | Tx, ids?: number[]): Promise<Map<number, GuardedRoute>> {
  const rows = await tx<StoredRoute[]>`
    select r.id, d.name as departure, a.name as destination, transfer_type_id, distance_km, r.is_active,
      ${effectivePrices(tx)}
    from route_prices r ${outboundPrices(tx)} join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where ${ids ? tx`r.id = any(${ids}::bigint[])` : tx`r.is_active`}`
  return new Map(rows.map((row) => [row.id, { ...row, ...centsOfPrices(row) }]))
}

/** Returns the active routes by length. Prices for shared rides count only where shared rides start. */
async function otherRoutes(sql: Sql | Tx): Promise<readonly OtherRoute[]> {
  const read = modelsBeside(sql)
  if (read) return routesByLength(await catalog(read))
  // A process without models in memory reads less than a model.
  const rows = await sql<(OtherRoute & { departure: string })[]>`
    select r.id, d.name as departure, transfer_type_id, distance_km, ${effectivePrices(sql)}
    from route_prices r ${outboundPrices(sql)} join locations d on d.id = departure_location_id
    where r.is_active order by distance_km`
  return rows.map((row) => (hasEconomyFrom(row.departure) ? row : { ...row, ...noEconomy }))
}

const noEconomy = { priceMin2Pax: null, price3to4Pax: null, price5to7Pax: null }

const sortedRoutes = new WeakMap<object, readonly Route[]>()

function routesByLength({ revision, routes }: Catalog): readonly Route[] {
  const found = sortedRoutes.get(revision)
  if (found) return found
  const byKm = [...Map.groupBy(routes, ({ distanceKm }) => distanceKm ?? 0)]
  const sorted = byKm.sort(([one], [other]) => one - other).flatMap(([, own]) => own)
  sortedRoutes.set(revision, sorted)
  return sorted
}
