import type { Sql, Tx } from '../../../platform/db.ts'
import type { Maps } from '../../../platform/maps.ts'
import { eachField, storedPriceText } from '../book/price.queries.ts'
import { eachColumn, priceColumns } from '../book/priceColumns.queries.ts'
import { type DistanceRule, pricesOfDistance } from '../fares/distanceRule.queries.ts'
import { distanceRule } from '../fares/fareSettings.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import type { LocationType } from '../placeSearch/locationType.contract.ts'
import { priceTextOrNull } from '../prices/cents.contract.ts'
import { centsOfPrices } from '../prices/priceCells.writes.ts'
import { newRouteWarnings } from '../prices/warnings.queries.ts'
import { type Position, positionOf, roadEstimate } from '../roadEstimate.ts'
import { countsOf, type Place } from '../routes/family.writes.ts'
import { planFamilies } from '../routes/familySteps.queries.ts'
import type { BulkRoutes, PlannedRoute } from './contract.ts'

interface ServedPlace extends Place {
  locationType: LocationType
  province: string | null
}

/** Returns the places without a route from the hub, sorted by name, and the number of places that have one. */
export async function placesToServe(
  sql: Sql | Tx,
  {
    hubId,
    excludeLocationIds,
    destinationIds,
  }: Pick<BulkRoutes, 'hubId' | 'excludeLocationIds' | 'destinationIds'>,
): Promise<{ places: ServedPlace[]; existing: number }> {
  const candidates = await sql<(ServedPlace & { isServed: boolean })[]>`
    select id, name, latitude, longitude, location_type, province, exists (select from route_prices
      where departure_location_id = ${hubId} and destination_location_id = locations.id) as is_served
    from locations where id <> all(${[hubId, ...excludeLocationIds]}::bigint[])
      and ${destinationIds ? sql`id = any(${destinationIds}::bigint[])` : sql`true`} order by lower(name)`
  const places = candidates.filter(({ isServed }) => !isServed)
  return { places, existing: candidates.length - places.length }
}

/** Previews a run. Distances are estimated, because calls to Google cost money. */
export async function planOf(tx: Tx, hub: Place, work: Omit<BulkRoutes, 'jobId'>, maps: Maps) {
  const { places, existing } = await placesToServe(tx, work)
  const start = positionOf(hub)
  const { rule } = await distanceRule(tx)
  const hasFamilies = work.withCorrelated && work.columns.is_main_route
  const families = hasFamilies ? await planOfFamilies(tx, hub, places, work) : null
  const routes = places.map((place) => planned(place, { start, hub, rule }, work))
  return {
    places: routes,
    warnings: await planWarnings(tx, hub, routes, work),
    existing,
    pages: places.length + (families ? families.created + families.restored : 0),
    ...(families && { families }),
    distanceSource: (await maps.service(tx)) ? ('google' as const) : ('stima' as const),
  }
}

/** Maximum listed routes of a preview. */
const listedMax = 50

async function planOfFamilies(tx: Tx, hub: Place, places: Place[], { columns }: Pick<BulkRoutes, 'columns'>) {
  const mains = places.map(({ id }) => ({
    departureLocationId: hub.id,
    destinationLocationId: id,
    transferTypeId: columns.transfer_type_id,
  }))
  const { steps, left } = await planFamilies(tx, mains)
  const listed = left.slice(0, listedMax).map(({ name, reason }) => ({ name, reason }))
  return { ...countsOf(steps), left: listed, leftTotal: left.length }
}

/** Converts a place's id to the negative id of its planned route, and back. Stored routes have positive ids. */
const idOf = ({ id }: { id: number }) => -id

async function planWarnings(
  tx: Tx,
  hub: Place,
  routes: PlannedRoute[],
  { prices, columns, placePrices = [] }: Pick<BulkRoutes, 'prices' | 'columns' | 'placePrices'>,
) {
  const made = routes.map((route) => ({
    id: idOf(route),
    departure: hub.name,
    destination: route.name,
    distanceKm: route.distanceKm,
    transferTypeId: columns.transfer_type_id,
    isActive: columns.is_active,
    ...centsOfPrices(route),
  }))
  const isTyped = prices === 'defaults' || placePrices.length > 0
  const warnings = await newRouteWarnings(tx, made, { isTyped })
  return warnings.map((warning) => ({ ...warning, id: idOf(warning) }))
}

function planned(
  place: ServedPlace,
  { start, hub, rule }: { start: Position | null; hub: Place; rule: DistanceRule },
  work: Pick<BulkRoutes, 'prices' | 'columns' | 'placePrices'>,
): PlannedRoute {
  const end = positionOf(place)
  const way = start && end ? roadEstimate(start, end) : null
  const columns = priceColumnsOf(work, {
    placeId: place.id,
    hub: hub.name,
    km: way?.distanceKm ?? null,
    rule,
  })
  return {
    id: place.id,
    name: place.name,
    locationType: place.locationType,
    province: place.province,
    distanceKm: way?.distanceKm ?? null,
    estimatedDuration: way?.estimatedDuration ?? null,
    ...eachField((field) => storedPriceText(columns[priceColumns[field]])),
  }
}

/** Returns the prices of a new route. With the distance rule, premium prices still come from `columns`. */
export function priceColumnsOf(
  { prices, columns, placePrices }: Pick<BulkRoutes, 'prices' | 'columns' | 'placePrices'>,
  { placeId, hub, km, rule }: { placeId: number; hub: string; km: number | null; rule: DistanceRule },
) {
  const own = placePrices?.find(({ id }) => id === placeId)?.columns
  const ruled = km === null ? null : pricesOfDistance(rule, km, { hasEconomy: hasEconomyFrom(hub) })
  return eachColumn((field) => {
    const column = priceColumns[field]
    if (own && column in own) return own[column] ?? null
    const isPremium = field === 'pricePremium1to3Pax' || field === 'pricePremium4to7Pax'
    if (prices === 'defaults' || isPremium) return columns[column]
    return priceTextOrNull(ruled?.[field] ?? null)
  })
}
