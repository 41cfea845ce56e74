import { auditAll } from '../../../kernel/auditAll.ts'
import { causeOf } from '../../../kernel/bulkActCause.ts'
import type { Caller } from '../../../kernel/message.ts'
import { emitAll } from '../../../kernel/outbox.ts'
import { jsonb, type Tx } from '../../../platform/db.ts'
import { eachColumn, noPriceColumns, priceColumns } from '../book/priceColumns.queries.ts'
import { type DistanceRule, familyPrices } from '../fares/distanceRule.queries.ts'
import { distanceRule } from '../fares/fareSettings.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { priceTextOrNull } from '../prices/cents.contract.ts'
import { centsOfPrices } from '../prices/priceCells.writes.ts'
import { positionOf, roadEstimate } from '../roadEstimate.ts'
import { routeCreated } from './contract.ts'
import { routeLinked, routeRestored, routeUnlinked } from './family.contract.ts'
import { endsOf, isReturnOf } from './familyPlan.ts'
import { type FamilyStep, type FamilySteps, isMain, planFamilies } from './familySteps.queries.ts'
import { builtSlugs } from './form.queries.ts'
import { restoreRemoved } from './removedRoutes.ts'
import { returnColumns } from './returnFields.ts'
import { findStaffRoutes, type RouteRow, shownRoute } from './rows.ts'

export interface Place {
  id: number
  name: string
  latitude: number | null
  longitude: number | null
}

/** A related route that `addFamilies` has added to its main route. */
export interface FamilyMember {
  id: number
  mainId: number
  from: string
  to: string
  way: FamilyStep<RouteRow>['way']
}

export interface AddedFamilies extends Omit<FamilySteps<RouteRow>, 'steps'> {
  members: FamilyMember[]
}

interface AddedBy {
  caller: Caller
  siteOrigin: string
  /** The run of the generator that adds the routes; null if staff ask for them. */
  jobId: number | null
}

/** Completes the families of main routes (`planFamilies`). Audits each route that it creates, restores or links. */
export async function addFamilies(
  tx: Tx,
  mainIds: number[],
  { caller, siteOrigin, jobId }: AddedBy,
): Promise<AddedFamilies> {
  // The creation and the deletion of one family wait for each other.
  await tx`select id from route_prices where id = any(${mainIds}::bigint[]) order by id for update`
  const { steps, ...rest } = await planFamilies(tx, await findStaffRoutes(tx, mainIds))
  const members = [
    ...(await adopted(tx, steps, jobId)),
    ...(await restored(tx, steps, jobId)),
    ...(await created(tx, steps)),
  ]
  const ofWay = (way: FamilyMember['way']) => members.filter((member) => member.way === way)
  await auditCreated(tx, idsOf(ofWay('create')), caller, siteOrigin)
  await auditRestored(tx, idsOf(ofWay('restore')), caller, siteOrigin)
  await auditLinks(tx, ofWay('adopt'), caller)
  return { ...rest, members: await withNames(tx, members) }
}

const idsOf = (members: { id: number }[]) => members.map(({ id }) => id)

/** Audits routes that a job has created, and emits the events. */
export async function auditCreated(tx: Tx, ids: number[], caller: Caller, siteOrigin: string): Promise<void> {
  const routes = await findStaffRoutes(tx, ids)
  await auditAll(
    tx,
    caller,
    routeCreated,
    routes.map((route) => ({
      subject: `route_prices/${route.id}`,
      payload: { routeId: route.id },
      before: null,
      after: shownRoute(route, siteOrigin),
    })),
  )
}

async function auditRestored(tx: Tx, ids: number[], caller: Caller, siteOrigin: string): Promise<void> {
  const routes = await findStaffRoutes(tx, ids)
  const cause = await causeOf(tx)
  await emitAll(
    tx,
    routeCreated,
    routes.map(({ id }) => ({ routeId: id })),
  )
  await auditAll(
    tx,
    caller,
    routeRestored,
    routes.map((route) => ({
      subject: `route_prices/${route.id}`,
      payload: { routeId: route.id, ...cause },
      before: null,
      after: shownRoute(route, siteOrigin),
    })),
  )
}

async function auditLinks(tx: Tx, links: Unnamed[], caller: Caller): Promise<void> {
  await auditAll(
    tx,
    caller,
    routeLinked,
    links.map(({ id, mainId }) => ({
      subject: `route_prices/${id}`,
      payload: { routeId: id, mainRouteId: mainId },
      before: { mainRouteId: null },
      after: { mainRouteId: mainId },
    })),
  )
}

type Unnamed = Omit<FamilyMember, 'from' | 'to'>

export function countsOf(members: Pick<FamilyMember, 'way'>[]) {
  const count = (way: FamilyMember['way']) => members.filter((member) => member.way === way).length
  return { created: count('create'), adopted: count('adopt'), restored: count('restore') }
}

/** Adds existing routes to the families, except those that another process has changed. Changes nothing else of them. */
async function adopted(tx: Tx, steps: FamilyStep<RouteRow>[], jobId: number | null): Promise<Unnamed[]> {
  const wanted = steps.flatMap((step) =>
    step.way === 'adopt' ? [{ id: step.routeId, mainId: step.main.id }] : [],
  )
  if (wanted.length === 0) return []
  // Keeps `updated_at`, because a link is no edit of the route: forms that are open stay valid.
  // mainId is never null: each step of `wanted` names its main route.
  const rows = await tx<{ id: number; mainId: number }[]>`
    update route_prices r set main_route_id = "mainId", detached_from_id = null, linked_job_id = ${jobId}
    from jsonb_to_recordset(${jsonb(tx, wanted)}) as wanted (id bigint, "mainId" bigint)
    where r.id = wanted.id and r.main_route_id is null and not ${isMain(tx)}
    returning r.id, r.main_route_id as main_id`
  return rows.map((row) => ({ ...row, way: 'adopt' }))
}

async function restored(tx: Tx, steps: FamilyStep<RouteRow>[], jobId: number | null): Promise<Unnamed[]> {
  const mains = new Map(
    steps.flatMap((step) => (step.way === 'restore' ? [[step.routeId, step.main] as const] : [])),
  )
  await restoreRemoved(tx, mains, jobId)
  return [...mains].map(([id, main]) => ({ id, mainId: main.id, way: 'restore' }))
}

/** Skips routes that now exist. */
async function created(tx: Tx, steps: FamilyStep<RouteRow>[]): Promise<Unnamed[]> {
  const wanted = steps.filter(({ way }) => way === 'create')
  const ids = new Set(wanted.flatMap(({ pair }) => [pair.departureId, pair.destinationId]))
  const rows = await tx<Place[]>`
    select id, name, latitude, longitude from locations where id = any(${[...ids]}::bigint[])`
  const places = new Map(rows.map((place) => [place.id, place]))
  const members = wanted.flatMap(({ main, pair }) => {
    const [from, to] = [places.get(pair.departureId), places.get(pair.destinationId)]
    return from && to ? [{ main, pair, from, to }] : []
  })
  if (members.length === 0) return []
  const { rule } = await distanceRule(tx)
  const slugs = await builtSlugs(
    tx,
    members.map(({ from, to }) => ({ departure: from.name, destination: to.name })),
  )
  const columns = members.map(({ main, pair, from, to }, index) => ({
    departure_location_id: from.id,
    destination_location_id: to.id,
    transfer_type_id: main.transferTypeId,
    slug: slugs[index],
    main_route_id: main.id,
    is_active: main.isActive,
    indexing: main.indexing,
    ...withoutTexts,
    ...(isReturnOf(endsOf(main), pair)
      ? { ...noPriceColumns, follows_id: main.id, ...returnColumns(main) }
      : { ...memberColumns(main, [from, to], rule), follows_id: null }),
  }))
  // mainId is never null: each of the rows names its main route.
  const made = await tx<{ id: number; mainId: number }[]>`
    insert into route_prices ${tx(columns)} on conflict (${onePerPair(tx)}) do nothing
    returning id, main_route_id as main_id`
  await tx`
    update route_prices set generated_at = updated_at where id = any(${made.map(({ id }) => id)}::bigint[])`
  return made.map((row) => ({ ...row, way: 'create' }))
}

async function withNames(tx: Tx, members: Unnamed[]): Promise<FamilyMember[]> {
  const rows = await tx<{ id: number; from: string; to: string }[]>`
    select r.id, d.name as "from", a.name as "to" from route_prices r
    join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where r.id = any(${members.map(({ id }) => id)}::bigint[])`
  const names = new Map(rows.map(({ id, from, to }) => [id, { from, to }]))
  return members.map((member) => ({ ...member, ...(names.get(member.id) ?? { from: '', to: '' }) }))
}

/**
 * Makes the related routes of a main route routes without one, changes nothing else of them, and audits it. If
 * `areTakenBack`, the next creation of its related routes takes them back.
 */
export async function leaveFamily(
  tx: Tx,
  ids: number[],
  { mainId, areTakenBack = false }: { mainId: number; areTakenBack?: boolean },
  caller: Caller,
): Promise<void> {
  await tx`
    update route_prices set main_route_id = null, detached_from_id = ${areTakenBack ? mainId : null}, linked_job_id = null
    where id = any(${ids}::bigint[])`
  await auditAll(
    tx,
    caller,
    routeUnlinked,
    ids.map((routeId) => ({
      subject: `route_prices/${routeId}`,
      payload: { routeId, mainRouteId: mainId },
      before: { mainRouteId: mainId },
      after: { mainRouteId: null },
    })),
  )
}

/** Copies outbound routes' prices into return routes that use them. Keeps `updated_at` (no edit by staff). */
export async function releaseFollowers(tx: Tx, outboundIds: number[]): Promise<void> {
  const own = Object.values(priceColumns).map((column) => `${column} = main.${column}`)
  await tx`
    update route_prices r set follows_id = null, ${tx.unsafe(own.join(', '))} from route_prices main
    where main.id = any(${outboundIds}::bigint[]) and r.follows_id = main.id`
}

/** Only return routes get texts, but all rows of one insert need the same columns. */
const withoutTexts = { long_description: null, tourist_info: null }

/** Columns for `on conflict`, without the slug: the insert fails if another process has just taken a slug. */
export const onePerPair = (tx: Tx) => tx`departure_location_id, destination_location_id, transfer_type_id`

/** Returns the estimated columns of a family route other than the return route; null without coordinates. */
function memberColumns(main: RouteRow, [from, to]: [Place, Place], rule: DistanceRule) {
  const [start, end] = [positionOf(from), positionOf(to)]
  const way = start && end ? roadEstimate(start, end) : null
  const prices = familyPrices(
    rule,
    centsOfPrices(main),
    { main: main.distanceKm, own: way?.distanceKm ?? null },
    { hasEconomy: hasEconomyFrom(from.name) || hasEconomyFrom(to.name) },
  )
  return {
    ...eachColumn((field) => priceTextOrNull(prices[field])),
    distance_km: way?.distanceKm ?? null,
    distance_source: way ? 'stima' : null,
    estimated_duration: way?.estimatedDuration ?? null,
  }
}
