import type { Sql, Tx } from '../../../platform/db.ts'
import { pairKey } from '../book/catalog.queries.ts'
import { endsOf, familyHubs, familyPlan, type Pair } from './familyPlan.ts'

/** A main route, stored or planned. A planned main route has no id. */
export interface PlannedMain {
  id?: number
  transferTypeId: number
  departureLocationId: number
  destinationLocationId: number
}

/** `create` makes a new route, `restore` brings a deleted route back, `adopt` links an existing route. */
export type FamilyStep<M> = { main: M; pair: Pair } & (
  | { way: 'create' }
  | { way: 'restore' | 'adopt'; routeId: number }
)

/** An existing route that does not become a related route, with the reason in Italian. */
export interface LeftRoute<M> {
  main: M
  /** Name such as `Gallipoli – Stazione Lecce`. */
  name: string
  reason: string
}

export interface FamilySteps<M> {
  steps: FamilyStep<M>[]
  left: LeftRoute<M>[]
  /** Names of hubs that are not stored as places. */
  missing: string[]
}

interface Existing extends Pair {
  id: number
  transferTypeId: number
  isMainRoute: boolean
  mainRouteId: number | null
  /** Ends of its main route. */
  mainDepartureId: number | null
  mainDestinationId: number | null
}

interface Removed extends Pair {
  id: number
  transferTypeId: number
  takenFromId: number | null
}

export const isMainReason = 'è una tratta principale'
export const otherFamilyReason = (main: string) => `è già correlata di ${main}`

/**
 * Plans what completes the families of main routes. A main route gets back what the deletion of its related routes
 * took. For each other pair of places of its family it adopts an existing route, of its own transfer type if there is
 * one; without one, a deleted route comes back or a new one is created. Main routes and related routes of other main
 * routes stay as they are.
 */
export async function planFamilies<M extends PlannedMain>(
  sql: Sql | Tx,
  mains: M[],
): Promise<FamilySteps<M>> {
  const hubs = await hubIds(sql)
  const asked = {
    served: [...new Set(mains.map(({ destinationLocationId }) => destinationLocationId))],
    others: [...new Set([...hubs.values(), ...mains.map(({ departureLocationId }) => departureLocationId)])],
    mainIds: mains.flatMap(({ id }) => id ?? []),
  }
  const existing = await existingAt(sql, asked)
  const removed = await removedAt(sql, asked)
  const known = {
    byPair: Map.groupBy(existing, keyOf),
    members: Map.groupBy(existing, ({ mainRouteId }) => mainRouteId),
    detached: Map.groupBy(existing, ({ detachedFromId }) => detachedFromId),
    removedByPair: Map.groupBy(removed, keyOf),
    taken: Map.groupBy(removed, ({ takenFromId }) => takenFromId),
    claimed: new Map<string, M>(),
  }
  const outcomes = mains.map((main) => stepsOf(main, [...hubs.values()], known))
  const nameOf = await placeNamer(
    sql,
    outcomes.flatMap(({ left }) => left),
  )
  return {
    steps: outcomes.flatMap(({ steps }) => steps),
    left: outcomes.flatMap(({ left }) =>
      left.map(({ main, pair, by }) => ({
        main,
        name: nameOf(pair),
        reason: by ? otherFamilyReason(nameOf(by)) : isMainReason,
      })),
    ),
    missing: familyHubs.filter((name) => !hubs.has(name)),
  }
}

interface Known<M> {
  byPair: Map<string, Existing[]>
  members: Map<number | null, Existing[]>
  detached: Map<number | null, Existing[]>
  removedByPair: Map<string, Removed[]>
  taken: Map<number | null, Removed[]>
  /** Pairs that the plan gives to an earlier main route. */
  claimed: Map<string, M>
}

/** `by` has the ends of the main route to which the route belongs; null if the route itself is a main route. */
interface Left<M> {
  main: M
  pair: Pair
  by: Pair | null
}

function stepsOf<M extends PlannedMain>(main: M, hubs: number[], known: Known<M>) {
  const { id = 0 } = main
  const isOpen = (pair: Pair) => !known.claimed.has(keyOf(pair))
  const detached = known.detached.get(id)?.filter((route) => isFree(route) && isOpen(route)) ?? []
  const taken = known.taken.get(id)?.filter(isOpen) ?? []
  const steps: FamilyStep<M>[] = [
    ...detached.map((route) => adoption(main, route)),
    ...taken.map((route) => restoration(main, route)),
  ]
  const own = [...(known.members.get(id) ?? []), ...steps.map(({ pair }) => pair)]
  const left: Left<M>[] = []
  for (const pair of familyPlan(endsOf(main), hubs, new Set(own.map(keyOf)))) {
    const earlier = known.claimed.get(keyOf(pair))
    const found = earlier ? { main, pair, by: endsOf(earlier) } : stepFor(main, pair, known)
    if ('way' in found) steps.push(found)
    else left.push(found)
  }
  for (const { pair } of steps) known.claimed.set(keyOf(pair), main)
  return { steps, left }
}

function stepFor<M extends PlannedMain>(main: M, pair: Pair, known: Known<M>): FamilyStep<M> | Left<M> {
  const ofTypeFirst = <R extends { transferTypeId: number }>(routes: R[] = []) =>
    routes.toSorted((one, other) => Number(isOfType(other)) - Number(isOfType(one)))
  const isOfType = ({ transferTypeId }: { transferTypeId: number }) => transferTypeId === main.transferTypeId
  const here = ofTypeFirst(known.byPair.get(keyOf(pair)))
  const [first] = here
  const free = here.find(isFree)
  if (free) return adoption(main, free)
  if (first) {
    const { isMainRoute, mainDepartureId: departureId, mainDestinationId: destinationId } = first
    const by =
      departureId === null || destinationId === null || isMainRoute ? null : { departureId, destinationId }
    return { main, pair, by }
  }
  const [removed] = ofTypeFirst(known.removedByPair.get(keyOf(pair)))
  return removed ? restoration(main, removed) : { main, pair, way: 'create' }
}

const keyOf = ({ departureId, destinationId }: Pair) => pairKey(departureId, destinationId)

const isFree = ({ isMainRoute, mainRouteId }: Existing) => !isMainRoute && mainRouteId === null

const adoption = <M>(main: M, { id, departureId, destinationId }: Existing): FamilyStep<M> => ({
  main,
  pair: { departureId, destinationId },
  way: 'adopt',
  routeId: id,
})

const restoration = <M>(main: M, { id, departureId, destinationId }: Removed): FamilyStep<M> => ({
  main,
  pair: { departureId, destinationId },
  way: 'restore',
  routeId: id,
})

/** Returns the ids of the family's hubs by name. */
async function hubIds(sql: Sql | Tx): Promise<Map<string, number>> {
  const rows = await sql<{ id: number; name: string }[]>`
    select id, lower(name) as name from locations
    where lower(name) = any(${familyHubs.map((name) => name.toLowerCase())})`
  return new Map(
    familyHubs.flatMap((name) => {
      const row = rows.find((one) => one.name === name.toLowerCase())
      return row ? [[name, row.id] as const] : []
    }),
  )
}

/** Returns SQL that is true if `r` is a main route, or has related routes although staff no longer call it one. */
export const isMain = (sql: Sql | Tx) => sql`
  (r.is_main_route or exists (select from route_prices o where o.main_route_id = r.id))`

interface Asked {
  /** Destinations of the main routes. */
  served: number[]
  /** Hubs, and departures of the main routes. */
  others: number[]
  mainIds: number[]
}

/** Returns an SQL condition that is true for the pairs of a family, and for few others. */
const isOfPairs = (sql: Sql | Tx, { served, others }: Asked) => sql`(
  departure_location_id = any(${served}::bigint[]) and destination_location_id = any(${others}::bigint[])
  or destination_location_id = any(${served}::bigint[]) and departure_location_id = any(${others}::bigint[]))`

const existingAt = (sql: Sql | Tx, asked: Asked) =>
  sql<(Existing & { detachedFromId: number | null })[]>`
    select r.id, r.departure_location_id as departure_id, r.destination_location_id as destination_id,
      r.transfer_type_id, ${isMain(sql)} as is_main_route, r.main_route_id, r.detached_from_id,
      m.departure_location_id as main_departure_id, m.destination_location_id as main_destination_id
    from (select id, departure_location_id, destination_location_id, transfer_type_id, is_main_route, main_route_id, detached_from_id
        from route_prices where ${isOfPairs(sql, asked)}
        or main_route_id = any(${asked.mainIds}::bigint[]) or detached_from_id = any(${asked.mainIds}::bigint[])) r
      left join route_prices m on m.id = r.main_route_id
    order by r.id`

/**
 * Returns deleted routes whose place in the table is still free, latest first. Among routes with the same ends and type,
 * only the one that was deleted last can come back.
 */
const removedAt = (sql: Sql | Tx, asked: Asked) =>
  sql<Removed[]>`
    select id, departure_id, destination_id, transfer_type_id, taken_from_id from (
      select distinct on (departure_location_id, destination_location_id, transfer_type_id) route_id as id,
        departure_location_id as departure_id, destination_location_id as destination_id, transfer_type_id,
        taken_from_id, removed_at
      from removed_routes x
      where (${isOfPairs(sql, asked)} or taken_from_id = any(${asked.mainIds}::bigint[]))
        and not exists (select from route_prices r where r.departure_location_id = x.departure_location_id
          and r.destination_location_id = x.destination_location_id and r.transfer_type_id = x.transfer_type_id)
        and not exists (select from route_prices r where r.id = x.route_id)
      order by departure_location_id, destination_location_id, transfer_type_id, removed_at desc, route_id desc
    ) as latest
    order by removed_at desc, id desc`

async function placeNamer(sql: Sql | Tx, left: { pair: Pair; by: Pair | null }[]) {
  const pairs = left.flatMap(({ pair, by }) => (by ? [pair, by] : [pair]))
  const ids = new Set(pairs.flatMap(({ departureId, destinationId }) => [departureId, destinationId]))
  const rows = await sql<{ id: number; name: string }[]>`
    select id, name from locations where id = any(${[...ids]}::bigint[])`
  const names = new Map(rows.map(({ id, name }) => [id, name]))
  return ({ departureId, destinationId }: Pair) => `${names.get(departureId)} – ${names.get(destinationId)}`
}
