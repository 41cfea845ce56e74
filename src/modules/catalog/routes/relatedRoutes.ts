import { audit, told } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { createJob } from '../../../kernel/job.ts'
import { answer, type Caller, handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import {
  CreateCorrelatedRoutes,
  correlatedRoutesDeleted,
  correlatedRoutesRequested,
  DeleteFamily,
  GenerateCorrelatedRoutes,
  ListFamily,
} from './contract.ts'
import { leaveFamily } from './family.writes.ts'
import { familyLabel } from './familyPlan.ts'
import { removeRoutes } from './removal.writes.ts'
import { noFamily } from './routeLinks.ts'
import { findStaffRoute, lockedRoute, ownAddress } from './rows.ts'

/** Two handlers, because the command has two URLs. */
export const generateCorrelatedRoutes = handle(GenerateCorrelatedRoutes, (tx, { id }, caller) =>
  requestFamily(tx, id, caller),
)
export const createCorrelatedRoutes = handle(CreateCorrelatedRoutes, (tx, { id }, caller) =>
  requestFamily(tx, id, caller),
)

async function requestFamily(tx: Tx, id: number, caller: Caller) {
  const main = await findStaffRoute(tx, id)
  if (!main.isMainRoute) throw new HttpError(409, noFamily)
  const jobId = await createJob(tx, 'correlated-routes', { routeId: id }, caller)
  const requested = told(correlatedRoutesRequested, { routeId: id, jobId })
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
    where main_route_id = ${id}
    order by (d.id, a.id) <> (${ends.destinationId}::bigint, ${ends.departureId}::bigint), r.id`
  return rows.map((row) => ({
    ...row,
    label: familyLabel(ends, row),
    canonicalUrl: row.canonicalUrl ?? ownAddress(row.slug, site.origin),
  }))
})

/** Deletes the related routes of a main route. Routes that staff edited stay, without a main route. */
export const deleteFamily = handle(DeleteFamily, async (tx, { id }, caller, { site }) => {
  await lockedRoute(tx, id)
  const members = await tx<{ id: number; isEdited: boolean }[]>`
    select id, coalesce(updated_at > generated_at, true) as is_edited from route_prices
    where main_route_id = ${id} order by id for update`
  const edited = members.filter(({ isEdited }) => isEdited).map((member) => member.id)
  const doomed = members.filter(({ isEdited }) => !isEdited).map((member) => member.id)
  await leaveFamily(tx, edited, { mainId: id, areTakenBack: true }, caller)
  await removeRoutes(tx, doomed, caller, site.origin, id)
  const counts = { deleted: doomed.length, detached: edited.length }
  await audit(tx, caller, correlatedRoutesDeleted, `route_prices/${id}`, null, counts)
  return counts
})
