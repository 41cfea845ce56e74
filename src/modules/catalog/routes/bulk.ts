import { randomUUID } from 'node:crypto'
import { audit, told } from '../../../kernel/audit.ts'
import { bulkAct } from '../../../kernel/bulkAct.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import type { Context } from '../../../kernel/context.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { isMany, long, rowsAtOnce } from '../../../kernel/longCommand.ts'
import type { Caller } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { leftRouteSlugs } from '../book/localSlugs.queries.ts'
import { staffRoutes } from '../book/staffRoutes.queries.ts'
import { recordPriceChanges } from '../prices/changes.writes.ts'
import { ChangeRoutes, correlatedRoutesCreated } from './bulk.contract.ts'
import { allElsewhere, noMainRoute, routeExceptions, takenType } from './bulkExceptions.ts'
import { routeCreated, routeDeleted } from './contract.ts'
import { addFamilies, countsOf } from './family.writes.ts'
import { deleteFamily } from './relatedRoutes.ts'
import { listedRoutes } from './routeList.ts'
import { deleteRoute, indexRoute, submitChange, switchRoute } from './routes.ts'
import { findStaffRoutes, lockedRoute, type RouteRow, shownRoute } from './rows.ts'

type Apply = (tx: Tx, id: number, caller: Caller, context: Context) => Promise<unknown>

const acts = {
  activate: (tx, id, ...rest) => switchRoute.execute(tx, { id, isActive: true }, ...rest),
  deactivate: (tx, id, ...rest) => switchRoute.execute(tx, { id, isActive: false }, ...rest),
  index: (tx, id, ...rest) => indexRoute.execute(tx, { id, indexing: 'allowed' }, ...rest),
  gate: (tx, id, ...rest) => indexRoute.execute(tx, { id, indexing: 'gate' }, ...rest),
  delete: (tx, id, ...rest) => deleteRoute.execute(tx, { id }, ...rest),
  deleteFamily: (tx, id, ...rest) => deleteFamily.execute(tx, { id }, ...rest),
  createFamily,
} satisfies Record<string, Apply>

const titles = {
  activate: 'Attivate',
  deactivate: 'Disattivate',
  index: 'Ammesse nei motori di ricerca',
  gate: 'Rimesse alla soglia dei motori di ricerca',
  delete: 'Eliminate',
  deleteFamily: 'Tratte correlate eliminate',
  createFamily: 'Tratte correlate create',
}

const change = bulkAct(ChangeRoutes, {
  title: async ({ act, transferTypeId = 0 }, tx) =>
    act === 'type' ? `Tipologia: ${await typeName(tx, transferTypeId)}` : titles[act],

  matching: async (tx, filter: Parameters<typeof listedRoutes>[1]) => {
    const rows = await tx<{ id: number }[]>`select id from ${listedRoutes(tx, filter)} order by id`
    return rows.map(({ id }) => id)
  },

  names: async (tx, ids) => {
    const rows = await tx<{ id: number; name: string }[]>`
      select r.id, concat_ws(' → ', d.name, a.name) as name from ${staffRoutes(tx)}
      where r.id = any(${ids.map(Number)}::bigint[])`
    return new Map(rows.map(({ id, name }) => [String(id), name]))
  },

  exceptions: (tx, ids, { act, transferTypeId = 0 }) =>
    routeExceptions(tx, ids.map(Number), act, transferTypeId),

  apply: (tx, id, { act, transferTypeId = 0 }, caller, context) =>
    act === 'type'
      ? changeType(tx, Number(id), transferTypeId, caller, context)
      : acts[act](tx, Number(id), caller, context),
})

/** A preview of thousands of routes judges each of them. */
export const changeRoutes = long(
  change,
  async (tx, { dryRun, filter, ids = [] }) =>
    dryRun && (filter ? isMany(tx, listedRoutes(tx, filter)) : ids.length > rowsAtOnce),
)

restoredTable<RouteRow>('route_prices', {
  read: async (tx, { id }) => (await findStaffRoutes(tx, [id]))[0] ?? null,
  announce: async (tx, before, after, caller, { site: { origin } }, actId) => {
    if (before && after) {
      await tx`
        update price_changes set undone_at = now() where act_id = ${actId} and route_id = ${after.id} and undone_at is null`
      const undone = { batchId: randomUUID(), caller, reason: 'Annullamento' }
      await recordPriceChanges(tx, [[before, after]], undone)
      // Clears the reasons that the index gate may have stored after the bulk act: an `allowed` page has none.
      if (before.indexing !== after.indexing && after.indexing === 'allowed')
        await tx`update route_prices set gate_reasons = null where id = ${after.id}`
      return submitChange(tx, before, after, caller, origin)
    }
    const row = after ?? before
    if (!row) return
    const [subject, shown] = [`route_prices/${row.id}`, shownRoute(row, origin)]
    if (after) {
      return audit(tx, caller, told(routeCreated, { routeId: row.id }), subject, null, shown)
    }
    const localSlugs = (await leftRouteSlugs(tx, [row])).get(row.id) ?? {}
    const deleted = told(routeDeleted, { routeId: row.id, slug: row.slug, localSlugs })
    return audit(tx, caller, deleted, subject, shown, null)
  },
})

async function changeType(
  tx: Tx,
  id: number,
  transferTypeId: number,
  caller: Caller,
  { site }: Context,
): Promise<void> {
  await typeName(tx, transferTypeId)
  const before = await lockedRoute(tx, id)
  if (before.transferTypeId === transferTypeId) return
  const [taken] = await tx`
    select id from route_prices
    where (departure_location_id, destination_location_id, transfer_type_id)
      = (${before.departureLocationId}, ${before.destinationLocationId}, ${transferTypeId})`
  if (taken) throw new HttpError(409, takenType)
  await tx`update route_prices set transfer_type_id = ${transferTypeId}, updated_at = now() where id = ${id}`
  await submitChange(tx, before, await lockedRoute(tx, id), caller, site.origin)
}

async function typeName(tx: Tx, id: number): Promise<string> {
  const [row] = await tx<[{ name: string }?]>`select name from transfer_types where id = ${id}`
  if (row) return row.name
  throw refusal('transferTypeId', 'Seleziona una tipologia di transfer')
}

async function createFamily(tx: Tx, id: number, caller: Caller, { site }: Context): Promise<void> {
  const main = await lockedRoute(tx, id)
  if (!main.isMainRoute) throw new HttpError(409, noMainRoute)
  const { members, left } = await addFamilies(tx, [id], { caller, siteOrigin: site.origin, jobId: null })
  if (members.length === 0 && left.length > 0) throw new HttpError(409, allElsewhere)
  if (members.length === 0) return
  const counts = { ...countsOf(members), left: left.length }
  await audit(tx, caller, correlatedRoutesCreated, `route_prices/${id}`, null, counts)
}
