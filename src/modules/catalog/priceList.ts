import type { Sql, Tx } from '../../db.ts'
import { pageOf, pages } from '../../list.ts'
import { answer } from '../../message.ts'
import { ListPrices, type PriceFilter } from './contract.prices.ts'
import { priceFields } from './contract.ts'
import { routeOrder, routesWhere } from './routeList.ts'
import { priceColumns, type RouteRow, shownRoute, staffColumns, staffRoutes } from './routeRows.ts'

/** As many routes as fit, by the names of their places; put `where` behind it through `asked`. */
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
  const rows = await read<RouteRow[]>`select * from ${listed} ${pageOf(read, asked, order, 'departure')}`
  const [{ count }] = await read<[{ count: number }]>`select count(*) as count from ${listed}`
  const { page, totalPages, total } = pages(asked, count)
  return { routes: rows.map(gridRow), page, totalPages, totalRoutes: total }
})

function gridRow(row: RouteRow) {
  const { departure, destination, transferType, ...route } = shownRoute(row)
  return {
    ...route,
    departure: departure ?? '',
    destination: destination ?? '',
    transferType: transferType ?? '',
  }
}
