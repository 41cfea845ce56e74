import { audit } from '../../../kernel/audit.ts'
import { causeOf } from '../../../kernel/bulkActCause.ts'
import type { Caller } from '../../../kernel/message.ts'
import { emitAll } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { leftRouteSlugs } from '../search/localSlugs.queries.ts'
import { routeDeleted } from './contract.ts'
import { releaseFollowers } from './family.writes.ts'
import { findStaffRoutes, shownRoute } from './rows.queries.ts'

/** Deletes routes that the caller has locked, and emits events. Related routes stay, without a main route. */
export async function removeRoutes(tx: Tx, ids: number[], caller: Caller, siteOrigin: string): Promise<void> {
  if (ids.length === 0) return
  const routes = await findStaffRoutes(tx, ids)
  const localSlugs = await leftRouteSlugs(tx, routes)
  await releaseFollowers(tx, ids)
  await tx`delete from route_prices where id = any(${ids}::bigint[])`
  await Promise.all(
    routes.map((route) =>
      audit(
        tx,
        caller,
        'catalog:routeDeleted',
        `route_prices/${route.id}`,
        shownRoute(route, siteOrigin),
        null,
      ),
    ),
  )
  const cause = await causeOf(tx)
  await emitAll(
    tx,
    routeDeleted,
    routes.map(({ id, slug }) => ({ routeId: id, slug, localSlugs: localSlugs.get(id) ?? {}, ...cause })),
  )
}
