import type { PendingQuery, Row } from 'postgres'
import type { Sql, Tx } from '../../../platform/db.ts'
import { routesWhere } from '../routes/queries.ts'
import { staffColumns, staffRoutes } from '../routes/rows.queries.ts'
import type { PriceFilter } from './contract.ts'

/** Number of routes that a request changes itself. A job of the worker changes more. */
const atOnce = 1_000

/** Returns whether the SQL after `from` selects more than `most` rows, by default too many for one request. */
export async function isMany(tx: Tx, routes: PendingQuery<Row[]>, most = atOnce): Promise<boolean> {
  return (await tx`select from ${routes} limit ${most + 1}`).count > most
}

/** Returns SQL to put after `from`. It selects the matching routes with the columns of `staffColumns`. */
export function pricedRoutes(sql: Sql | Tx, { kind, ids, ...asked }: PriceFilter) {
  const chosen = ids === undefined ? sql`` : sql`and id = any(${ids.split(',').map(Number)}::bigint[])`
  return sql`
    (select ${staffColumns(sql)} from ${staffRoutes(sql)}) as listed
    where ${routesWhere(sql, { ...asked, transferType: kind })} ${chosen}`
}
