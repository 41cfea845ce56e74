import type { Sql, Tx } from '../../../platform/db.ts'
import { type DistanceRule, familyPrices } from '../distanceRule.ts'
import { distanceRule } from '../fares/settings.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { centsOfPrices } from '../price.ts'
import { priceTextOrNull } from '../prices/cents.contract.ts'
import { positionOf, roadEstimate } from '../roadEstimate.ts'
import { pairKey } from '../search/catalog.queries.ts'
import { familyHubs, familyPlan, isReturnOf } from './familyPlan.ts'
import { builtSlugs } from './form.queries.ts'
import { eachColumn, findStaffRoutes, noPriceColumns, priceColumns, type RouteRow } from './rows.queries.ts'

export interface Place {
  id: number
  name: string
  latitude: number | null
  longitude: number | null
}

type Pair = ReturnType<typeof familyPlan>[number]

export interface Wanted<M = RouteRow> {
  main: M
  pair: Pair
}

type Ends = Pick<RouteRow, 'departureLocationId' | 'destinationLocationId'>

const endsOf = ({ departureLocationId, destinationLocationId }: Ends): Pair => ({
  departureId: departureLocationId,
  destinationId: destinationLocationId,
})

/** Plans the family routes to create, each pair of places once. `missing` has the names of hubs that are not stored. */
export async function planFamilies<M extends Ends>(
  sql: Sql | Tx,
  mains: M[],
): Promise<{ plan: Wanted<M>[]; missing: string[] }> {
  const rows = await sql<{ id: number; name: string }[]>`
    select id, lower(name) as name from locations
    where lower(name) = any(${familyHubs.map((name) => name.toLowerCase())})`
  const idOf = (name: string) => rows.find((row) => row.name === name.toLowerCase())?.id
  const hubIds = familyHubs.flatMap((name) => idOf(name) ?? [])
  const served = mains.map(({ destinationLocationId }) => destinationLocationId)
  const pairs = await sql<Pair[]>`
    select departure_location_id as departure_id, destination_location_id as destination_id from route_prices
    where departure_location_id = any(${served}::bigint[]) or destination_location_id = any(${served}::bigint[])`
  const known = new Set(pairs.map(({ departureId, destinationId }) => pairKey(departureId, destinationId)))
  const plan = mains.flatMap((main) =>
    familyPlan(endsOf(main), hubIds, known).map((pair) => {
      known.add(pairKey(pair.departureId, pair.destinationId))
      return { main, pair }
    }),
  )
  return { plan, missing: familyHubs.filter((name) => idOf(name) === undefined) }
}

/** Adds the families of the main routes. The caller must emit `routeCreated`. */
export async function addFamilies(tx: Tx, mainIds: number[]): Promise<{ id: number; mainId: number }[]> {
  const { plan } = await planFamilies(tx, await findStaffRoutes(tx, mainIds))
  return createMembers(tx, plan)
}

/** Skips routes that now exist and routes whose place was deleted. The caller must emit `routeCreated`. */
export async function createMembers(
  tx: Tx,
  wanted: Wanted[],
): Promise<{ id: number; mainId: number; from: string; to: string }[]> {
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
  const made = await tx<{ id: number; mainId: number; departureId: number; destinationId: number }[]>`
    insert into route_prices ${tx(columns)} on conflict (${onePerPair(tx)}) do nothing
    returning id, main_route_id as main_id, departure_location_id as departure_id,
      destination_location_id as destination_id`
  await tx`
    update route_prices set generated_at = updated_at where id = any(${made.map(({ id }) => id)}::bigint[])`
  const placeName = (id: number) => places.get(id)?.name ?? ''
  return made.map(({ id, mainId, departureId, destinationId }) => ({
    id,
    mainId,
    from: placeName(departureId),
    to: placeName(destinationId),
  }))
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

/** Returns the columns that a return route copies. It copies no prices but uses those of its outbound route. */
export function returnColumns(main: RouteRow) {
  return {
    distance_km: main.distanceKm,
    distance_source: main.distanceSource,
    estimated_duration: main.estimatedDuration,
    long_description: main.longDescription,
    tourist_info: main.touristInfo,
  }
}

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
