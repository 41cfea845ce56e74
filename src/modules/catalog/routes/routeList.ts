import { pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import {
  type AskedRoutes,
  routeOrder,
  routesWhere,
  staffColumns,
  staffRoutes,
} from '../book/staffRoutes.queries.ts'
import { ListRoutes, ReadRoute, RouteSummary } from './contract.ts'
import { findStaffRoute, type RouteRow, shownRoute } from './rows.ts'

interface ListedRow extends Omit<RouteRow, 'longDescription' | 'touristInfo'> {
  hasTexts: boolean
}

/** Maximum rows of a list without a page number, more than there are routes. */
const allRows = 100_000

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
export const listedRoutes = (sql: Sql | Tx, asked: AskedRoutes) => sql`
  (select ${staffColumns(sql)},
    coalesce(r.long_description, '') <> '' and coalesce(r.tourist_info, '') <> '' as has_texts
  from ${staffRoutes(sql)}) as listed where ${routesWhere(sql, asked)}`

export const readRoute = answer(ReadRoute, async (read, { id }, _, { site }) =>
  shownRoute(await findStaffRoute(read, id), site.origin),
)
