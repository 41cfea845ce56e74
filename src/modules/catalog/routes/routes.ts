import { randomUUID } from 'node:crypto'
import { audit, told } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { type Caller, type Command, type CommandHandler, handle } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import { recorded } from '../../../kernel/recordedAct.ts'
import type { Tx } from '../../../platform/db.ts'
import { priceFields } from '../book/contract.ts'
import { leftRouteSlugs } from '../book/localSlugs.queries.ts'
import { onlyPrices } from '../book/price.queries.ts'
import { eachColumn, noPriceColumns, priceColumns } from '../book/priceColumns.queries.ts'
import { centsOf } from '../prices/cents.contract.ts'
import { recordPriceChanges } from '../prices/changes.writes.ts'
import { undonePrices } from '../prices/undonePrices.writes.ts'
import {
  CreateRoute,
  DeleteRoute,
  IndexRoute,
  routeActivated,
  routeCreated,
  routeDeactivated,
  routeMoved,
  routeUpdated,
  SaveRoute,
  SwitchOwnPrices,
  SwitchRoute,
} from './contract.ts'
import { followMainRoute } from './family.ts'
import { leaveFamily, releaseFollowers } from './family.writes.ts'
import { settledRoute } from './form.queries.ts'
import { removeRoutes } from './removal.writes.ts'
import { findStaffRoute, lockedRoute, type RouteRow, shownRoute } from './rows.ts'

export const createRoute = handle(CreateRoute, async (tx, form, caller, { site }) => {
  const columns = await settledRoute(tx, form, null, site.origin)
  const [{ id }] = await tx<[{ id: number }]>`insert into route_prices ${tx(columns)} returning id`
  const row = await findStaffRoute(tx, id)
  const shown = shownRoute(row, site.origin)
  await audit(tx, caller, told(routeCreated, { routeId: id }), `route_prices/${id}`, null, shown)
  return shown
})

export const saveRoute = edit(
  SaveRoute,
  { table: 'route_prices', find: findStaffRoute },
  async (tx, form, caller, before, { site }) => {
    const settled = await settledRoute(tx, form, before, site.origin)
    const columns = before.hasOwnPrices ? settled : ownPrices(settled, before)
    if (!isSameWay(before, form)) await releaseFollowers(tx, [form.id])
    await tx`update route_prices set ${tx(columns)}, updated_at = now() where id = ${form.id}`
    // A main route is no related route of another one.
    if (form.isMainRoute && before.mainRouteId !== null)
      await leaveFamily(tx, [form.id], { mainId: before.mainRouteId }, caller)
    const row = await findStaffRoute(tx, form.id)
    const saves: [RouteRow, RouteRow][] = [[before, row], ...(await followMainRoute(tx, before, row))]
    await recordPriceChanges(tx, saves, { batchId: randomUUID(), caller })
    for (const [old, now] of saves) await submitChange(tx, old, now, caller, site.origin)
    return shownRoute(row, site.origin)
  },
)

type Way = Pick<RouteRow, 'departureLocationId' | 'destinationLocationId'>

const isSameWay = (before: Way, after: Way) =>
  after.departureLocationId === before.departureLocationId &&
  after.destinationLocationId === before.destinationLocationId

/** A return route keeps using its outbound's prices if the form repeats these prices. */
function ownPrices(settled: Awaited<ReturnType<typeof settledRoute>>, before: RouteRow) {
  const isSame = priceFields.every(
    (field) => centsOf(settled[priceColumns[field]]) === centsOf(before[field]),
  )
  return isSame ? { ...settled, ...noPriceColumns } : { ...settled, follows_id: null }
}

const switchPrices: CommandHandler<typeof SwitchOwnPrices.input, typeof SwitchOwnPrices.output>['execute'] =
  async (tx, input, caller, { site }) => {
    const { id, hasOwnPrices, dryRun } = input
    const before = await lockedRoute(tx, id)
    if (before.hasOwnPrices === hasOwnPrices) return shownRoute(before, site.origin)
    const [outbound] = await tx<[{ id: number }?]>`
    select o.id from route_prices r join route_prices o on o.follows_id is null
      and o.departure_location_id = r.destination_location_id
      and o.destination_location_id = r.departure_location_id
    where r.id = ${id}
    order by o.id is distinct from r.main_route_id, o.transfer_type_id <> r.transfer_type_id, o.id limit 1`
    if (!outbound) throw new HttpError(409, 'Nessuna tratta in senso opposto di cui seguire i prezzi.')
    if (dryRun) {
      const prices = hasOwnPrices ? {} : onlyPrices(await findStaffRoute(tx, outbound.id))
      return shownRoute({ ...before, ...prices, hasOwnPrices }, site.origin)
    }
    if (!hasOwnPrices) await releaseFollowers(tx, [id])
    const columns = hasOwnPrices
      ? { ...eachColumn((field) => before[field]), follows_id: null }
      : { ...noPriceColumns, follows_id: outbound.id }
    await tx`update route_prices set ${tx(columns)}, updated_at = now() where id = ${id}`
    const row = await findStaffRoute(tx, id)
    const reason = hasOwnPrices ? null : 'Prezzi come l’andata'
    await recordPriceChanges(tx, [[before, row]], { batchId: randomUUID(), caller, reason })
    await submitChange(tx, before, row, caller, site.origin)
    return shownRoute(row, site.origin)
  }

export const switchOwnPrices = handle(
  SwitchOwnPrices,
  recorded({ ...undonePrices, message: SwitchOwnPrices as unknown as Command }, switchPrices),
)

export const switchRoute = handle(SwitchRoute, async (tx, { id, isActive }, caller, { site }) => {
  const before = await lockedRoute(tx, id)
  if (before.isActive === isActive) return shownRoute(before, site.origin)
  // Switching a route on or off does not count as an edit: the deletion of its family still deletes the route.
  await tx`
    update route_prices set is_active = ${isActive}, updated_at = now(),
      generated_at = case when generated_at = updated_at then now() else generated_at end
    where id = ${id}`
  const row = await findStaffRoute(tx, id)
  await submitChange(tx, before, row, caller, site.origin)
  return shownRoute(row, site.origin)
})

export const indexRoute = handle(IndexRoute, async (tx, { id, indexing }, caller, { site }) => {
  const before = await lockedRoute(tx, id)
  if (before.indexing === indexing) return shownRoute(before, site.origin)
  // Keeps `updated_at`, so that open forms do not conflict.
  await tx`update route_prices set indexing = ${indexing}, gate_reasons = null where id = ${id}`
  const row = await findStaffRoute(tx, id)
  await submitChange(tx, before, row, caller, site.origin)
  return shownRoute(row, site.origin)
})

export const deleteRoute = handle(DeleteRoute, async (tx, { id }, caller, { site }) => {
  await lockedRoute(tx, id)
  await removeRoutes(tx, [id], caller, site.origin)
  return {}
})

export async function submitChange(
  tx: Tx,
  before: RouteRow,
  after: RouteRow,
  caller: Caller,
  siteOrigin: string,
): Promise<void> {
  const routeId = after.id
  await audit(
    tx,
    caller,
    told(routeUpdated, { routeId }),
    `route_prices/${routeId}`,
    shownRoute(before, siteOrigin),
    shownRoute(after, siteOrigin),
  )
  if (before.isActive !== after.isActive)
    await emit(tx, after.isActive ? routeActivated : routeDeactivated, { routeId })
  if (before.slug === after.slug && isSameWay(before, after)) return
  const fromLocalSlugs = isSameWay(before, after)
    ? {}
    : ((await leftRouteSlugs(tx, [before])).get(routeId) ?? {})
  await emit(tx, routeMoved, { routeId, fromSlug: before.slug, toSlug: after.slug, fromLocalSlugs })
}
