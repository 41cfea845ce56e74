import { HttpError } from '../../../kernel/httpError.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { eachField, storedPriceText } from '../book/price.queries.ts'
import { routePathOf } from '../routePath.ts'
import { type PriceField, priceFields } from '../search/contract.ts'
import type { StaffRoute } from './contract.ts'

export const priceColumns = {
  priceMin2Pax: 'price_min2_pax',
  price3to4Pax: 'price3to4_pax',
  price5to7Pax: 'price5to7_pax',
  price1to3Pax: 'price1to3_pax',
  price4to8Pax: 'price4to8_pax',
  pricePremium1to3Pax: 'price_premium1to3_pax',
  pricePremium4to7Pax: 'price_premium4to7_pax',
} as const satisfies Record<PriceField, string>

/** Returns a value for each price column. */
export function eachColumn<T>(valueFor: (field: PriceField) => T) {
  return Object.fromEntries(priceFields.map((field) => [priceColumns[field], valueFor(field)])) as Record<
    (typeof priceColumns)[PriceField],
    T
  >
}

export const noPriceColumns = eachColumn(() => null)

type Moments = 'createdAt' | 'updatedAt'

export interface RouteRow extends Omit<StaffRoute, 'canonicalUrl' | Moments> {
  canonicalUrl: string | null
  createdAt: Date
  updatedAt: Date
}

/** Returns the SQL join that `effectivePrices` requires after `route_prices r`. */
export const outboundPrices = (sql: Sql | Tx) => sql`
  left join lateral (
    select ${sql.unsafe(
      Object.values(priceColumns)
        .map((column) => `${column} as outbound_${column}`)
        .join(', '),
    )}, is_demo as outbound_is_demo
    from route_prices o where o.id = r.follows_id) as outbound on true`

/** Returns SQL of the prices that apply to the route `r`: its outbound's prices if `r` uses them, otherwise its own. */
export const effectivePrices = (sql: Sql | Tx) =>
  sql.unsafe(
    Object.values(priceColumns)
      .map(
        (column) =>
          `case when r.follows_id is not null then outbound_${column} else r.${column} end as ${column}`,
      )
      .join(', '),
  )

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

/** Returns existing routes in order of id. */
export function findStaffRoutes(sql: Sql | Tx, ids: number[]) {
  return sql<RouteRow[]>`
    select ${staffColumns(sql)}, r.long_description, r.tourist_info from ${staffRoutes(sql)}
    where r.id = any(${ids}::bigint[]) order by r.id`
}

export async function findStaffRoute(sql: Sql | Tx, id: number): Promise<RouteRow> {
  const [row] = await findStaffRoutes(sql, [id])
  if (!row) throw new HttpError(404, 'Tratta non trovata.')
  return row
}

export async function lockedRoute(tx: Tx, id: number): Promise<RouteRow> {
  await tx`select id from route_prices where id = ${id} for update`
  return findStaffRoute(tx, id)
}

/** Formats a row for responses. If no canonical URL is stored, the canonical URL is the URL of the route's page. */
export function shownRoute<R extends Pick<RouteRow, PriceField | 'slug' | 'canonicalUrl' | Moments>>(
  row: R,
  siteOrigin: string,
) {
  return {
    ...row,
    ...shownPrices(row),
    canonicalUrl: row.canonicalUrl ?? ownAddress(row.slug, siteOrigin),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

export const shownPrices = (row: Pick<RouteRow, PriceField>) =>
  eachField((field) => storedPriceText(row[field]))

export const ownAddress = (slug: string, siteOrigin: string) => siteOrigin + routePathOf(slug)
