import type { Sql, Tx } from '../../db.ts'
import { runJob } from '../../job.ts'
import { on } from '../../message.ts'
import { emit } from '../../outbox.ts'
import { Refused } from '../../refused.ts'
import { pairKey } from './catalog.ts'
import { centsOf, priceText } from './contract.cents.ts'
import { correlatedRoutesRequested, routeCreated } from './contract.routes.ts'
import { type PriceField, priceFields } from './contract.ts'
import { familyHubs, familyPlan, isReturnOf } from './familyPlan.ts'
import { familyPrices } from './familyPrice.ts'
import { hasEconomyFrom } from './hubs.ts'
import { roadEstimate } from './roadEstimate.ts'
import { builtSlug } from './routeForm.ts'
import { findStaffRoute, priceColumns, type RouteRow } from './routeRows.ts'

// Routes that go with a main route: its return, and those to and from the station of Lecce and the airport of Bari.

/** An end of a route. */
export interface Place {
  id: number
  name: string
  latitude: number | null
  longitude: number | null
}

type Pair = ReturnType<typeof familyPlan>[number]

/** Each route in a transaction of its own; what exists is left alone, so a second run changes nothing. */
export const makeFamily = on(
  'catalog:makeFamily',
  correlatedRoutesRequested,
  async ({ routeId, jobId }, { read, write, isLastTry }) =>
    runJob(write, { jobId, isLast: isLastTry }, async (progress) => {
      const main = await findStaffRoute(write, routeId)
      if (!main.isMainRoute) throw new Refused(409, 'La tratta non è più principale.')
      const { plan, missing } = await planOf(read, main)
      for (const name of missing) await progress.log(`${name}: località non presente, tratte non create`)
      await progress.total(plan.length)
      let created = 0
      for (const [index, pair] of plan.entries()) {
        if (!(await progress.goesOn())) break
        const text = await write.begin((tx) => createMember(tx as unknown as Tx, main.id, pair))
        if (text) created += 1
        await progress.log(text ?? 'Già presente', index + 1)
      }
      if (plan.length === 0) await progress.log('Tutte le tratte correlate esistono già')
      return { created }
    }),
)

async function planOf(sql: Sql | Tx, main: RouteRow): Promise<{ plan: Pair[]; missing: string[] }> {
  const hubs = await sql<{ id: number; name: string }[]>`
    select id, name from locations where lower(name) = any(${familyHubs.map((name) => name.toLowerCase())})`
  const idOf = (name: string) => hubs.find((hub) => hub.name.toLowerCase() === name.toLowerCase())?.id
  const pairs = await sql<Pair[]>`
    select departure_location_id as departure_id, destination_location_id as destination_id from route_prices
    where ${main.destinationLocationId} in (departure_location_id, destination_location_id)`
  return {
    plan: familyPlan(
      { departureId: main.departureLocationId, destinationId: main.destinationLocationId },
      familyHubs.flatMap((name) => idOf(name) ?? []),
      new Set(pairs.map(({ departureId, destinationId }) => pairKey(departureId, destinationId))),
    ),
    missing: familyHubs.filter((name) => idOf(name) === undefined),
  }
}

/** The family of a main route at once; how many routes were made. */
export async function addFamily(tx: Tx, mainId: number): Promise<number> {
  const { plan } = await planOf(tx, await findStaffRoute(tx, mainId))
  let made = 0
  for (const pair of plan) if (await createMember(tx, mainId, pair)) made += 1
  return made
}

/** What was made, in words; null where somebody else made it meanwhile. */
async function createMember(tx: Tx, mainId: number, pair: Pair): Promise<string | null> {
  const main = await findStaffRoute(tx, mainId)
  const places = await tx<Place[]>`
    select id, name, latitude, longitude from locations where id in (${pair.departureId}, ${pair.destinationId})`
  const [from, to] = [pair.departureId, pair.destinationId].map((id) => places.find((one) => one.id === id))
  if (!from || !to) return null
  const ends = { departureId: main.departureLocationId, destinationId: main.destinationLocationId }
  const [row] = await tx<[{ id: number }?]>`
    insert into route_prices ${tx({
      departure_location_id: from.id,
      destination_location_id: to.id,
      transfer_type_id: main.transferTypeId,
      slug: await builtSlug(tx, { departure: from.name, destination: to.name }),
      main_route_id: main.id,
      is_active: main.isActive,
      ...(isReturnOf(ends, pair) ? returnColumns(main) : memberColumns(main, from, to)),
    })}
    on conflict do nothing returning id`
  if (!row) return null
  await tx`update route_prices set generated_at = updated_at where id = ${row.id}`
  await emit(tx, routeCreated, { routeId: row.id })
  return `${from.name} – ${to.name}: creata`
}

/** Outbound data: prices, distance and texts. */
function returnColumns(main: RouteRow) {
  return {
    ...Object.fromEntries(priceFields.map((field) => [priceColumns[field], main[field]])),
    distance_km: main.distanceKm,
    estimated_duration: main.estimatedDuration,
    long_description: main.longDescription,
    tourist_info: main.touristInfo,
  }
}

/** A distance of its own, and prices by the rule; without coordinates neither. */
function memberColumns(main: RouteRow, from: Place, to: Place) {
  const [start, end] = [positionOf(from), positionOf(to)]
  const way = start && end ? roadEstimate(start, end) : null
  const cents = Object.fromEntries(
    priceFields.map((field) => [field, centsOf(main[field]) ?? null]),
  ) as Record<PriceField, number | null>
  const prices = familyPrices(
    cents,
    { main: main.distanceKm, own: way?.distanceKm ?? null },
    { hasEconomy: hasEconomyFrom(from.name) || hasEconomyFrom(to.name) },
  )
  return {
    ...Object.fromEntries(
      priceFields.map((field) => {
        const price = prices[field]
        return [priceColumns[field], price === null ? null : priceText(price)]
      }),
    ),
    distance_km: way?.distanceKm ?? null,
    estimated_duration: way?.estimatedDuration ?? null,
  }
}

/** Where a place lies; null without coordinates. */
export function positionOf({ latitude, longitude }: Place) {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

/** The return that was generated for a main route takes over what was saved; before and after of what changed. */
export async function followMainRoute(tx: Tx, main: RouteRow): Promise<[RouteRow, RouteRow][]> {
  if (!main.isMainRoute) return []
  const rows = await tx<{ id: number }[]>`
    select id from route_prices
    where main_route_id = ${main.id} and departure_location_id = ${main.destinationLocationId}
      and destination_location_id = ${main.departureLocationId} for update`
  const followed: [RouteRow, RouteRow][] = []
  for (const { id } of rows) {
    const before = await findStaffRoute(tx, id)
    await tx`
      update route_prices set ${tx(returnColumns(main))}, updated_at = now(), generated_at = now() where id = ${id}`
    followed.push([before, await findStaffRoute(tx, id)])
  }
  return followed
}
