import { act, audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { createJob } from '../../../kernel/job.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import type { LocationType } from '../search/contract.ts'
import {
  CreateCorrelatedRoutes,
  correlatedRoutesRequested,
  DeleteFamily,
  GenerateCorrelatedRoutes,
  ListFamily,
} from './contract.ts'
import { releaseFollowers } from './family.writes.ts'
import { familyLabel } from './familyPlan.ts'
import { removeRoutes } from './removal.writes.ts'
import { findStaffRoute, ownAddress } from './rows.queries.ts'

/** Two handlers, because the command has two URLs. */
export const generateCorrelatedRoutes = handle(GenerateCorrelatedRoutes, (tx, { id }, caller) =>
  requestFamily(tx, id, caller),
)
export const createCorrelatedRoutes = handle(CreateCorrelatedRoutes, (tx, { id }, caller) =>
  requestFamily(tx, id, caller),
)

async function requestFamily(tx: Tx, id: number, caller: Caller) {
  const main = await findStaffRoute(tx, id)
  if (!main.isMainRoute)
    throw new HttpError(409, 'Solo una tratta principale ha tratte correlate: salvala prima come principale.')
  const jobId = await createJob(tx, 'correlated-routes', { routeId: id }, caller)
  const requested = act(correlatedRoutesRequested, { routeId: id, jobId })
  await audit(tx, caller, requested, `route_prices/${id}`, null, { jobId })
  return { jobId }
}

interface MemberRow {
  id: number
  slug: string
  name: string
  canonicalUrl: string | null
  isActive: boolean
  isEdited: boolean
  departureId: number
  destinationId: number
  departureType: LocationType
  destinationType: LocationType
}

export const listFamily = answer(ListFamily, async (read, { id }, _, { site }) => {
  const main = await findStaffRoute(read, id)
  const ends = { departureId: main.departureLocationId, destinationId: main.destinationLocationId }
  const rows = await read<MemberRow[]>`
    select r.id, slug, d.name || ' → ' || a.name as name, canonical_url, is_active,
      coalesce(r.updated_at > generated_at, true) as is_edited, d.id as departure_id, a.id as destination_id,
      d.location_type as departure_type, a.location_type as destination_type
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where main_route_id = ${id} order by r.id`
  return rows.map((row) => ({
    ...row,
    label: familyLabel(ends, row),
    canonicalUrl: row.canonicalUrl ?? ownAddress(row.slug, site.origin),
  }))
})

/** Deletes the related routes of a main route. Routes that staff edited stay, without a main route. */
export const deleteFamily = handle(DeleteFamily, async (tx, { id }, caller, { site }) => {
  await findStaffRoute(tx, id)
  await releaseFollowers(tx, [id])
  const detached = await tx<{ id: number }[]>`
    update route_prices set main_route_id = null, updated_at = now()
    where main_route_id = ${id} and coalesce(updated_at > generated_at, true) returning id`
  const doomed = await tx<{ id: number }[]>`
    select id from route_prices where main_route_id = ${id} order by id for update`
  await removeRoutes(
    tx,
    doomed.map(({ id: memberId }) => memberId),
    caller,
    site.origin,
  )
  const counts = { deleted: doomed.length, detached: detached.length }
  await audit(tx, caller, 'catalog:correlatedRoutesDeleted', `route_prices/${id}`, null, counts)
  return counts
})
