import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { hasEconomyFrom, hubs } from '../hubs.ts'
import type { PriceField } from '../search/contract.ts'
import { ListRoutes, ReadRoute, RouteSummary } from './contract.ts'
import {
  findStaffRoute,
  priceColumns,
  type RouteRow,
  shownRoute,
  staffColumns,
  staffRoutes,
} from './rows.queries.ts'

interface ListedRow extends Omit<RouteRow, 'longDescription' | 'touristInfo'> {
  hasTexts: boolean
}

/** Maximum rows of a list without a page number, more than there are routes. */
const allRows = 100_000

export const routeOrder = {
  departure: "lower(departure || ' ' || destination)",
  destination: 'lower(destination)',
  distance: 'distance_km',
  price: 'price_min2_pax',
  ricerche: 'ricerche',
  updatedAt: 'updated_at',
}

export const listRoutes = answer(ListRoutes, async (read, asked, _, { site }) => {
  const { page } = asked
  const listed = listedRoutes(read, asked)
  const slice = { ...asked, page: page ?? 1, limit: page === undefined ? allRows : asked.limit }
  const rows = await read<ListedRow[]>`
    select ${read(Object.keys(RouteSummary.properties))} from ${listed} ${pageOf(read, slice, routeOrder, 'departure')}`
  const items = rows.map((row) => shownRoute(row, site.origin))
  if (page === undefined) return items
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${listed}`
  return { ...pages(slice, total), items }
})

/** Returns SQL to put after `from`. It selects the matching routes with the columns of `RouteSummary`. */
export const listedRoutes = (sql: Sql | Tx, asked: Asked) => sql`
  (select ${staffColumns(sql)},
    coalesce(r.long_description, '') <> '' and coalesce(r.tourist_info, '') <> '' as has_texts
  from ${staffRoutes(sql)}) as listed where ${routesWhere(sql, asked)}`

/** Departures with shared rides. Routes from other places need no shared prices. */
const economyHubs = hubs.map(({ name }) => name).filter(hasEconomyFrom)

interface Asked {
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
export function routesWhere(sql: Sql | Tx, asked: Asked) {
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

function missingOf(sql: Sql | Tx, missing: Asked['missing']) {
  if (missing === undefined) return sql`true`
  if (missing === 'texts') return sql`not has_texts`
  if (missing !== 'prices') return sql`${sql(priceColumns[missing])} is null`
  return sql`(price1to3_pax is null or price4to8_pax is null or departure = any(${economyHubs})
    and (price_min2_pax is null or price3to4_pax is null or price5to7_pax is null))`
}

/** Returns the number of active routes that lack at least one required price. */
export async function countUnpriced(read: Sql): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from (select ${staffColumns(read)} from ${staffRoutes(read)}) as listed
    where ${routesWhere(read, { active: true, missing: 'prices' })}`
  return count
}

export const readRoute = answer(ReadRoute, async (read, { id }, _, { site }) =>
  shownRoute(await findStaffRoute(read, id), site.origin),
)
