import { pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { routeOrder, routesWhere } from '../routes/queries.ts'
import {
  priceColumns,
  type RouteRow,
  shownPrices,
  staffColumns,
  staffRoutes,
} from '../routes/rows.queries.ts'
import { priceFields } from '../search/contract.ts'
import { ListPrices, PricedRoute, type PriceFilter } from './contract.ts'

/** Returns the `from` and `where` clauses of the matching routes, with the names of their places. */
export function pricedRoutes(sql: Sql | Tx, { kind, ids, ...asked }: PriceFilter) {
  const chosen = ids === undefined ? sql`` : sql`and id = any(${ids.split(',').map(Number)}::bigint[])`
  return sql`
    (select ${staffColumns(sql)} from ${staffRoutes(sql)}) as listed
    where ${routesWhere(sql, { ...asked, transferType: kind })} ${chosen}`
}

const order = {
  ...routeOrder,
  ...Object.fromEntries(priceFields.map((field) => [field, priceColumns[field]])),
}

export const listPrices = answer(ListPrices, async (read, asked) => {
  const listed = pricedRoutes(read, asked)
  const columns = Object.keys(PricedRoute.properties).filter((name) => name !== 'canFollow')
  const rows = await read<GridRow[]>`
    select ${read(columns)}, has_own_prices and not is_main_route and exists (
        select from route_prices o where o.follows_id is null
          and o.departure_location_id = listed.destination_location_id
          and o.destination_location_id = listed.departure_location_id) as can_follow
    from ${listed} ${pageOf(read, asked, order, 'departure')}`
  const [{ count }] = await read<[{ count: number }]>`select count(*) as count from ${listed}`
  const { page, totalPages, total } = pages(asked, count)
  return { routes: rows.map(gridRow), page, totalPages, totalRoutes: total }
})

type GridRow = Pick<RouteRow, Exclude<keyof PricedRoute, 'canFollow'>> & Pick<PricedRoute, 'canFollow'>

function gridRow(row: GridRow): PricedRoute {
  const { departure, destination, transferType, updatedAt } = row
  return {
    ...row,
    ...shownPrices(row),
    departure: departure ?? '',
    destination: destination ?? '',
    transferType: transferType ?? '',
    updatedAt: updatedAt.toISOString(),
  }
}
