import { setTimeout as pause } from 'node:timers/promises'
import { audit } from '../../audit.ts'
import type { Sql, Tx } from '../../db.ts'
import { createJob, runJob } from '../../job.ts'
import { handle, on } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { Refused } from '../../refused.ts'
import {
  type BulkRoutes,
  bulkRouteDefaults,
  bulkRoutesRequested,
  CreateBulkRoutes,
} from './contract.bulkRoutes.ts'
import { routeCreated } from './contract.routes.ts'
import { addFamily, type Place, positionOf } from './family.ts'
import { roadEstimate } from './roadEstimate.ts'
import { builtSlug, pricesOf } from './routeForm.ts'

export const createBulkRoutes = handle(CreateBulkRoutes, async (tx, asked, caller) => {
  const [hub] = await tx<[{ id: number }?]>`
    select id from locations
    where ${typeof asked.hub === 'number' ? tx`id = ${asked.hub}` : tx`lower(name) = ${asked.hub.toLowerCase()}`}`
  if (!hub) refuse('hub', 'La località di partenza non esiste')
  const form = { ...bulkRouteDefaults, ...asked.defaults }
  const [type] = await tx`select id from transfer_types where id = ${form.transferTypeId}`
  if (!type) refuse('defaults.transferTypeId', 'Seleziona una tipologia di transfer')
  const columns = {
    transfer_type_id: form.transferTypeId,
    ...pricesOf(form),
    is_active: form.isActive,
    is_main_route: form.isMainRoute,
  }
  const { excludeLocationIds, delayMs, withCorrelated } = asked
  const work = { hubId: hub.id, excludeLocationIds, columns, delayMs, withCorrelated }
  if (asked.dryRun) {
    const { places, existing } = await planOf(tx, work)
    return { places: places.map(({ id, name }) => ({ id, name })), existing }
  }
  const jobId = await createJob(tx, 'bulk-routes', work, caller)
  await emit(tx, bulkRoutesRequested, { jobId, ...work })
  await audit(tx, caller, 'catalog:bulkRoutesRequested', `jobs/${jobId}`, null, work)
  return { jobId }
})

/** Each place in a transaction of its own: what one try has made, the next one finds made. */
export const makeBulkRoutes = on(
  'catalog:makeBulkRoutes',
  bulkRoutesRequested,
  async (work, { write, isLastTry }) =>
    runJob(write, { jobId: work.jobId, isLast: isLastTry }, async (progress) => {
      const { places, existing } = await planOf(write, work)
      await progress.total(places.length + existing)
      if (existing > 0) await progress.log(`Tratte già presenti, saltate: ${existing}`, existing)
      let created = 0
      let correlated = 0
      for (const [index, place] of places.entries()) {
        if (index > 0) await pause(work.delayMs)
        if (!(await progress.goesOn())) break
        const made = await write.begin((tx) => createMain(tx as unknown as Tx, work, place.id))
        if (made) created += 1
        correlated += made?.correlated ?? 0
        await progress.log(made?.text ?? `${place.name}: già presente`, existing + index + 1)
      }
      await progress.log(created === 1 ? 'Creata 1 tratta principale' : `Create ${created} tratte principali`)
      return { created, correlated, skipped: existing }
    }),
)

/** Places in the order of their names, but for those that the hub has a route to, of whatever kind. */
async function planOf(
  sql: Sql | Tx,
  { hubId, excludeLocationIds }: Pick<BulkRoutes, 'hubId' | 'excludeLocationIds'>,
): Promise<{ places: Place[]; existing: number }> {
  const candidates = await sql<(Place & { isServed: boolean })[]>`
    select id, name, latitude, longitude, exists (select from route_prices
      where departure_location_id = ${hubId} and destination_location_id = locations.id) as is_served
    from locations where id <> all(${[hubId, ...excludeLocationIds]}::bigint[]) order by lower(name)`
  const places = candidates.filter(({ isServed }) => !isServed)
  return { places, existing: candidates.length - places.length }
}

/** What was made, in words; null where somebody else made it, or deleted the place, meanwhile. */
async function createMain(
  tx: Tx,
  { hubId, columns, withCorrelated }: BulkRoutes,
  placeId: number,
): Promise<{ text: string; correlated: number } | null> {
  const ends = await tx<Place[]>`
    select id, name, latitude, longitude from locations where id in (${hubId}, ${placeId})`
  const [hub, place] = [hubId, placeId].map((id) => ends.find((one) => one.id === id))
  if (!hub) throw new Refused(404, 'La località di partenza non esiste più.')
  if (!place) return null
  const [start, end] = [positionOf(hub), positionOf(place)]
  const way = start && end ? roadEstimate(start, end) : null
  const [row] = await tx<[{ id: number }?]>`
    insert into route_prices ${tx({
      departure_location_id: hub.id,
      destination_location_id: place.id,
      slug: await builtSlug(tx, { departure: hub.name, destination: place.name }),
      distance_km: way?.distanceKm ?? null,
      estimated_duration: way?.estimatedDuration ?? null,
      ...columns,
    })}
    on conflict do nothing returning id`
  if (!row) return null
  await emit(tx, routeCreated, { routeId: row.id })
  const correlated = withCorrelated && columns.is_main_route ? await addFamily(tx, row.id) : 0
  const more = [
    way ? `${way.distanceKm} km` : 'coordinate mancanti, senza distanza',
    ...(correlated > 0 ? [`${correlated} correlate`] : []),
  ]
  return { text: `${hub.name} → ${place.name}: creata (${more.join(', ')})`, correlated }
}

function refuse(path: string, message: string): never {
  throw new Refused(422, message, { errors: [{ path, message }] })
}
