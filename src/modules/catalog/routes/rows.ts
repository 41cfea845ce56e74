import { HttpError } from '../../../kernel/httpError.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { PriceField } from '../book/contract.ts'
import { shownPrices } from '../book/price.queries.ts'
import { staffColumns, staffRoutes } from '../book/staffRoutes.queries.ts'
import { routePathOf } from '../routePath.ts'
import type { StaffRoute } from './contract.ts'

type Moments = 'createdAt' | 'updatedAt'

export interface RouteRow extends Omit<StaffRoute, 'canonicalUrl' | Moments> {
  canonicalUrl: string | null
  createdAt: Date
  updatedAt: Date
}

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

export const ownAddress = (slug: string, siteOrigin: string) => siteOrigin + routePathOf(slug)
