import { likeOf } from '../../../kernel/list.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { hasEconomyFrom, hubs } from '../hubs.ts'
import type { PriceField } from './contract.ts'
import { effectivePrices, outboundPrices, priceColumns } from './priceColumns.queries.ts'

// Routes as staff list them, with the names of their places and the prices that apply.

/** Returns SQL to put after `from`. */
export function staffRoutes(sql: Sql | Tx) {
  return sql`
    route_prices r ${outboundPrices(sql)} left join locations d on d.id = departure_location_id
      left join locations a on a.id = destination_location_id
      left join transfer_types t on t.id = transfer_type_id`
}

export function staffColumns(sql: Sql | Tx) {
  return sql`
    r.id, departure_location_id, destination_location_id, d.name as departure, a.name as destination,
    transfer_type_id, t.name as transfer_type, distance_km, estimated_duration, ${effectivePrices(sql)},
    r.follows_id is null as has_own_prices,
    coalesce(outbound_is_demo, r.is_demo) as is_demo, slug, canonical_url, is_main_route, main_route_id, ricerche, r.is_active,
    distance_source, indexing, gate_reasons,
    ${isIndexed(sql)} as is_indexed, r.created_at, r.updated_at`
}

export const isIndexed = (sql: Sql | Tx) =>
  sql`(indexing = 'allowed' or coalesce(gate_reasons = '{}', false))`

export const routeOrder = {
  departure: "lower(departure || ' ' || destination)",
  destination: 'lower(destination)',
  distance: 'distance_km',
  price: 'price_min2_pax',
  ricerche: 'ricerche',
  updatedAt: 'updated_at',
}

/** Departures with shared rides. Routes from other places need no shared prices. */
const economyHubs = hubs.map(({ name }) => name).filter(hasEconomyFrom)

export interface AskedRoutes {
  search?: string | undefined
  departure?: number | undefined
  destination?: number | undefined
  transferType?: number | undefined
  active?: boolean | undefined
  main?: boolean | undefined
  indexed?: boolean | undefined
  missing?: 'prices' | 'texts' | PriceField | undefined
}

/** Returns an SQL condition on the columns of `staffColumns`. */
export function routesWhere(sql: Sql | Tx, asked: AskedRoutes) {
  const like = likeOf(asked.search)
  return sql`
    (departure || ' ' || destination ilike ${like} or slug ilike ${like})
    and ${asked.departure ? sql`departure_location_id = ${asked.departure}` : sql`true`}
    and ${asked.destination ? sql`destination_location_id = ${asked.destination}` : sql`true`}
    and ${asked.transferType ? sql`transfer_type_id = ${asked.transferType}` : sql`true`}
    and ${asked.active === undefined ? sql`true` : sql`is_active = ${asked.active}`}
    and ${asked.main === undefined ? sql`true` : sql`is_main_route = ${asked.main}`}
    and ${asked.indexed === undefined ? sql`true` : sql`is_indexed = ${asked.indexed}`}
    and ${missingOf(sql, asked.missing)}`
}

function missingOf(sql: Sql | Tx, missing: AskedRoutes['missing']) {
  if (missing === undefined) return sql`true`
  if (missing === 'texts') return sql`not has_texts`
  if (missing !== 'prices') return sql`${sql(priceColumns[missing])} is null`
  return sql`(price1to3_pax is null or price4to8_pax is null or departure = any(${economyHubs})
    and (price_min2_pax is null or price3to4_pax is null or price5to7_pax is null))`
}
