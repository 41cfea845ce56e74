import type { Sql, Tx } from '../../../platform/db.ts'
import { routesWhere, staffColumns, staffRoutes } from '../book/staffRoutes.queries.ts'
import type { PriceFilter } from './contract.ts'

/** Returns SQL to put after `from`. It selects the matching routes with the columns of `staffColumns`. */
export function pricedRoutes(sql: Sql | Tx, { kind, ids, ...asked }: PriceFilter) {
  const chosen = ids === undefined ? sql`` : sql`and id = any(${ids.split(',').map(Number)}::bigint[])`
  return sql`
    (select ${staffColumns(sql)} from ${staffRoutes(sql)}) as listed
    where ${routesWhere(sql, { ...asked, transferType: kind })} ${chosen}`
}
