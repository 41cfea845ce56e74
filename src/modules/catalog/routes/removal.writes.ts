import { audit, told } from '../../../kernel/audit.ts'
import { causeOf } from '../../../kernel/bulkActCause.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { leftRouteSlugs } from '../book/localSlugs.queries.ts'
import { routeDeleted } from './contract.ts'
import { releaseFollowers } from './family.writes.ts'
import { keepRemoved } from './removedRoutes.ts'
import { findStaffRoutes, shownRoute } from './rows.ts'

/**
 * Deletes routes that the caller has locked, and emits events. Related routes stay, without a main route. The creation of
 * related routes can bring the deleted routes back. `takenFromId` is the main route whose related routes staff delete.
 */
export async function removeRoutes(
  tx: Tx,
  ids: number[],
  caller: Caller,
  siteOrigin: string,
  takenFromId: number | null = null,
): Promise<void> {
  if (ids.length === 0) return
  const routes = await findStaffRoutes(tx, ids)
  const localSlugs = await leftRouteSlugs(tx, routes)
  await keepRemoved(tx, routes, { takenFromId, localSlugs })
  await releaseFollowers(tx, ids)
  await tx`delete from route_prices where id = any(${ids}::bigint[])`
  const cause = await causeOf(tx)
  await Promise.all(
    routes.map((route) => {
      const { id: routeId, slug } = route
      const deleted = told(routeDeleted, {
        routeId,
        slug,
        localSlugs: localSlugs.get(routeId) ?? {},
        ...cause,
      })
      const shown = shownRoute(route, siteOrigin)
      return audit(tx, caller, deleted, `route_prices/${routeId}`, shown, null)
    }),
  )
}
