import { setTimeout as pause } from 'node:timers/promises'
import type { Static } from '@sinclair/typebox'
import { audit, told } from '../../../kernel/audit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { createJob, type JobProgress, runJob, starterOf } from '../../../kernel/job.ts'
import { likeOf } from '../../../kernel/list.ts'
import { isMany, long, rowsAtOnce } from '../../../kernel/longCommand.ts'
import { handle, on, type ReactionTools } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { MapFailure, type MapService } from '../../../platform/maps.ts'
import { priceFields } from '../book/contract.ts'
import { priceColumns } from '../book/priceColumns.queries.ts'
import { distanceRule } from '../fares/fareSettings.queries.ts'
import { type Measured, measure } from '../places/lookup.queries.ts'
import { positionOf, roadEstimate } from '../roadEstimate.ts'
import { routeCreated } from '../routes/contract.ts'
import { routeLinked, routeRestored } from '../routes/family.contract.ts'
import {
  type AddedFamilies,
  addFamilies,
  auditCreated,
  countsOf,
  type FamilyMember,
  onePerPair,
  type Place,
} from '../routes/family.writes.ts'
import { builtSlugs, pricesOf } from '../routes/form.queries.ts'
import {
  type BulkRoutes,
  bulkRouteDefaults,
  bulkRoutesRequested,
  bulkRoutesResumed,
  CreateBulkRoutes,
  ResumeBulkRoutes,
} from './contract.ts'
import { placesToServe, planOf, priceColumnsOf } from './plan.ts'

const create = handle(CreateBulkRoutes, async (tx, asked, caller, { maps }) => {
  const { destinations, filter } = asked
  if (asked.hub === undefined && !destinations && !filter)
    throw refusal('hub', 'Indica la località di partenza, le destinazioni oppure un filtro')
  const from = asked.hub ?? 'Aeroporto Brindisi'
  const [hub] = await tx<[Place?]>`
    select id, name, latitude, longitude from locations
    where ${typeof from === 'number' ? tx`id = ${from}` : tx`lower(name) = lower(${from})`}`
  if (!hub) throw refusal('hub', 'La località di partenza non esiste')
  const form = { ...bulkRouteDefaults, ...asked.defaults }
  const [type] = await tx`select id from transfer_types where id = ${form.transferTypeId}`
  if (!type) throw refusal('defaults.transferTypeId', 'Seleziona una tipologia di transfer')
  const { prices, delayMs, withCorrelated } = asked
  const work = {
    hubId: hub.id,
    excludeLocationIds: asked.excludeLocationIds ?? (destinations ? [] : await excludedPlaces(tx)),
    ...(destinations || filter ? { destinationIds: await chosenPlaces(tx, hub, asked) } : {}),
    prices,
    columns: {
      transfer_type_id: form.transferTypeId,
      ...pricesOf(form, 'defaults.'),
      is_active: form.isActive,
      is_main_route: form.isMainRoute,
    },
    ...(asked.placePrices ? { placePrices: asked.placePrices.map(columnsOfPlace) } : {}),
    delayMs,
    withCorrelated,
  }
  if (asked.dryRun) return planOf(tx, hub, work, maps)
  const jobId = await createJob(tx, 'bulk-routes', work, caller)
  await audit(tx, caller, told(bulkRoutesRequested, { jobId, ...work }), `jobs/${jobId}`, null, work)
  return { jobId }
})

/** A preview plans the route to each place. */
export const createBulkRoutes = long(
  create,
  async (tx, { dryRun, destinations }) =>
    dryRun && (destinations === undefined || destinations.length > rowsAtOnce) && isMany(tx, tx`locations`),
)

type PlacePrices = NonNullable<Static<typeof CreateBulkRoutes.input>['placePrices']>[number]

/** Returns a column only for each price that the caller sent for the place. */
function columnsOfPlace({ id, ...prices }: PlacePrices, index: number) {
  const columns: Record<string, string | null> = pricesOf(prices, `placePrices.${index}.`)
  const given = priceFields.filter((field) => field in prices).map((field) => priceColumns[field])
  return { id, columns: Object.fromEntries(given.map((column) => [column, columns[column] ?? null])) }
}

async function chosenPlaces(
  tx: Tx,
  hub: Place,
  { destinations, filter }: Static<typeof CreateBulkRoutes.input>,
): Promise<number[]> {
  if (destinations) {
    const there = await tx<
      { id: number }[]
    >`select id from locations where id = any(${destinations}::bigint[])`
    const unknown = new Set(destinations).difference(new Set(there.map(({ id }) => id)))
    if (unknown.size > 0) throw refusal('destinations', `Località inesistenti: ${[...unknown].join(', ')}`)
  }
  const like = likeOf(filter?.search)
  const rows = await tx<Place[]>`
    select id, name, latitude, longitude from locations
    where ${destinations ? tx`id = any(${destinations}::bigint[])` : tx`true`}
      and (name ilike ${like} or cap ilike ${like})
      and ${filter?.locationType ? tx`location_type = ${filter.locationType}` : tx`true`}
      and ${filter?.province ? tx`upper(province) = upper(${filter.province})` : tx`true`}`
  const near = rows.filter((place) => isWithin(filter?.withinKm, hub, place))
  return near.map(({ id }) => id)
}

function isWithin(km: number | undefined, hub: Place, place: Place): boolean {
  if (km === undefined) return true
  const [start, end] = [positionOf(hub), positionOf(place)]
  return start !== null && end !== null && roadEstimate(start, end).distanceKm <= km
}

async function excludedPlaces(tx: Tx): Promise<number[]> {
  const flagged = await tx<{ id: number }[]>`select id from locations where exclude_from_bulk`
  return flagged.map(({ id }) => id)
}

/** Resumes a cancelled or failed job, whose log and counts continue. */
export const resumeBulkRoutes = handle(ResumeBulkRoutes, async (tx, { id }, caller) => {
  const [job] = await tx<[{ input: Omit<BulkRoutes, 'jobId'>; status: string; isUndone: boolean }?]>`
    select input, status, coalesce(result ? 'undone', false) as is_undone from jobs where id = ${id} and kind = 'bulk-routes' for update`
  if (!job) throw new HttpError(404, 'Operazione non trovata.')
  if (job.status !== 'cancelled' && job.status !== 'failed')
    throw new HttpError(409, 'L’operazione è ancora in corso oppure è già completata.')
  if (job.isUndone)
    throw new HttpError(409, 'Le tratte di questa creazione sono state tolte: prepara un nuovo piano.')
  await tx`
    update jobs set status = 'queued', error = null, updated_at = now(),
      log = log || jsonb_build_object('at', now(), 'message', 'Operazione ripresa')
    where id = ${id}`
  await emit(tx, bulkRoutesRequested, { jobId: id, ...job.input })
  await audit(tx, caller, bulkRoutesResumed, `jobs/${id}`, null, null)
  return { jobId: id }
})

/** Commits the routes of a batch with their log lines, so that an interrupted job continues after the last batch. */
export const makeBulkRoutes = on(
  'catalog:makeBulkRoutes',
  bulkRoutesRequested,
  async (work, { write, context, isLastTry, hasAdvanced }) =>
    runJob(write, { jobId: work.jobId, isLast: isLastTry }, async (progress) => {
      const [hub] = await write<[Place?]>`
        select id, name, latitude, longitude from locations where id = ${work.hubId}`
      if (!hub) throw new HttpError(404, 'La località di partenza non esiste più.')
      const { places, existing } = await placesToServe(write, work)
      const isFirstTry = progress.counts.created === undefined
      const { created = 0, skipped = existing } = progress.counts
      await progress.total(created + skipped + places.length)
      if (isFirstTry)
        await write.begin((tx) =>
          progress.step(
            tx,
            [`Tratte da creare: ${places.length}; già presenti, saltate: ${existing}`],
            { created: 0, correlated: 0, skipped: existing },
            existing,
          ),
        )
      await makeRoutes(write, work, { hub, places, progress, context, hasAdvanced })
      const made = progress.counts.created
      await progress.log(made === 1 ? 'Creata 1 tratta principale' : `Create ${made} tratte principali`)
      return progress.counts
    }),
  { acts: [routeCreated, routeRestored, routeLinked] },
)

/** Number of places per transaction of a job without a delay. A job with a delay takes one place at a time. */
const atOnce = 25

async function makeRoutes(
  write: Sql,
  work: BulkRoutes,
  {
    hub,
    places,
    progress,
    context,
    hasAdvanced,
  }: { hub: Place; places: Place[]; progress: JobProgress } & Pick<ReactionTools, 'context' | 'hasAdvanced'>,
): Promise<void> {
  let maps = await context.maps.service(write)
  await progress.log(
    maps
      ? 'Distanze da Google; tra le tratte correlate, stima sulla rete stradale'
      : 'Distanze stimate sulla rete stradale',
  )
  const size = work.delayMs === 0 ? atOnce : 1
  for (let first = 0; first < places.length; first += size) {
    if (first > 0) await pause(work.delayMs)
    const stops: Stop[] = []
    for (const place of places.slice(first, first + size)) {
      const way = await wayTo(maps, hub, place)
      stops.push({ place, way })
      if (!maps || way?.source !== 'stima') continue
      maps = null
      await progress.log('Google non ha risposto: da qui in poi le distanze sono stimate')
    }
    const goesOn = await write.begin(async (tx) => {
      if (!(await progress.goesOn(tx))) return false
      const { mains, families } = await createMains(tx, work, { hub, stops, siteOrigin: context.site.origin })
      const lines = stops.map(
        ({ place, way }) =>
          `${hub.name} – ${place.name}: ${madeText(work, way, mains.get(place.id), families)}`,
      )
      const { created: correlated, ...others } = countsOf(families.members)
      const counts = { created: mains.size, correlated, skipped: stops.length - mains.size }
      await progress.step(tx, lines, { ...counts, ...(work.withCorrelated ? others : {}) })
      return true
    })
    if (!goesOn) break
    if (first === 0) await hasAdvanced()
  }
}

/** `way` is null if the hub or the place has no coordinates. */
interface Stop {
  place: Place
  way: Measured | null
}

type Families = Pick<AddedFamilies, 'members' | 'left'>

function madeText(
  { prices }: BulkRoutes,
  way: Measured | null,
  mainId: number | undefined,
  { members, left }: Families,
): string {
  if (mainId === undefined) return 'già presente'
  const details = [
    way ? `${way.distanceKm} km` : 'coordinate mancanti, senza distanza',
    ...(prices === 'rule' && !way ? ['senza prezzi'] : []),
    ...familyTexts(members.filter((member) => member.mainId === mainId)),
  ]
  const others = left.filter(({ main }) => main.id === mainId).map(({ name, reason }) => `${name} ${reason}`)
  return [`creata (${details.join(', ')})`, ...others].join('; ')
}

function familyTexts(members: FamilyMember[]): string[] {
  const { created, adopted, restored } = countsOf(members)
  const texts: [number, string, string][] = [
    [created, 'correlata', 'correlate'],
    [adopted, 'già esistente collegata', 'già esistenti collegate'],
    [restored, 'ripristinata', 'ripristinate'],
  ]
  return texts.flatMap(([count, one, many]) => (count > 0 ? [`${count} ${count === 1 ? one : many}`] : []))
}

/** Returns an estimate if the map service is missing or fails; null if the hub or the place has no coordinates. */
async function wayTo(maps: MapService | null, hub: Place, place: Place): Promise<Measured | null> {
  const [start, end] = [positionOf(hub), positionOf(place)]
  if (!start || !end) return null
  try {
    return await measure(maps, start, end)
  } catch (error) {
    if (!(error instanceof MapFailure)) throw error
    return measure(null, start, end)
  }
}

/** Skips places that were deleted or got a route in the meantime. `mains` has the ids of the new routes by place id. */
async function createMains(
  tx: Tx,
  work: BulkRoutes,
  { hub, stops, siteOrigin }: { hub: Place; stops: Stop[]; siteOrigin: string },
): Promise<{ mains: Map<number, number>; families: Families }> {
  const there = await tx<{ id: number }[]>`
    select id from locations where id = any(${stops.map(({ place }) => place.id)}::bigint[]) for key share`
  const standing = new Set(there.map(({ id }) => id))
  const ends = stops.filter(({ place }) => standing.has(place.id))
  if (ends.length === 0) return { mains: new Map(), families: noFamilies }
  const slugs = await builtSlugs(
    tx,
    ends.map(({ place }) => ({ departure: hub.name, destination: place.name })),
  )
  const { rule } = await distanceRule(tx)
  const columns = ends.map(({ place, way }, index) => ({
    ...work.columns,
    departure_location_id: hub.id,
    destination_location_id: place.id,
    slug: slugs[index],
    distance_km: way?.distanceKm ?? null,
    distance_source: way?.source ?? null,
    estimated_duration: way?.estimatedDuration ?? null,
    ...priceColumnsOf(work, { placeId: place.id, hub: hub.name, km: way?.distanceKm ?? null, rule }),
    indexing: 'gate',
  }))
  const mains = await tx<{ id: number; placeId: number }[]>`
    insert into route_prices ${tx(columns)} on conflict (${onePerPair(tx)}) do nothing
    returning id, destination_location_id as place_id`
  const mainIds = mains.map(({ id }) => id)
  const hasFamilies = work.withCorrelated && work.columns.is_main_route
  const { jobId } = work
  const caller = await starterOf(tx, jobId)
  const families = hasFamilies ? await addFamilies(tx, mainIds, { caller, siteOrigin, jobId }) : noFamilies
  const createdIds = families.members.filter(({ way }) => way === 'create').map(({ id }) => id)
  // Makes both times equal, because a later `updated_at` means that staff have edited the route.
  await tx`
    update route_prices set bulk_job_id = ${work.jobId}, generated_at = updated_at
    where id = any(${[...mainIds, ...createdIds]}::bigint[])`
  await auditCreated(tx, mainIds, caller, siteOrigin)
  return { mains: new Map(mains.map(({ id, placeId }) => [placeId, id])), families }
}

const noFamilies: Families = { members: [], left: [] }
