import type { Tx } from '../../../platform/db.ts'
import { type LocationRow, locationRows, newArea, pairKey } from '../book/catalog.queries.ts'
import { priceFields } from '../book/contract.ts'
import { hubs } from '../hubs.ts'
import { overlays } from '../priceLists/overlays.queries.ts'
import { positionOf } from '../roadEstimate.ts'
import type { FareSettingsChanges } from './contract.ts'
import type { DistanceRule } from './distanceRule.queries.ts'
import { type Estimates, estimated, isInArea } from './estimates.ts'
import { pricedIds } from './fares.queries.ts'

export interface FareRules {
  rule: DistanceRule
  areaKm: number
  weekdays: boolean
  nights: boolean
}

/** Maximum number of places for which `estimateChanges` compares the estimates from a hub. */
const placesMax = 500
const examplesMax = 8
const namesMax = 5

/** Returns what new settings would change: estimates from the hubs, served places and price lists. */
export async function settingsChanges(
  tx: Tx,
  before: FareRules,
  after: FareRules,
  today: string,
): Promise<FareSettingsChanges> {
  const [places, priced, { all }] = await Promise.all([locationRows(tx), pricedIds(tx), overlays(tx)])
  const locations = new Map(places.map((place) => [place.id, place]))
  const bookOf = ({ rule, areaKm }: FareRules): Estimates => ({
    rule,
    areaKm,
    locations,
    area: newArea(),
    pricedPlaces: () => priced,
  })
  const [old, now] = [bookOf(before), bookOf(after)]
  const listNames = (isOn: (rules: FareRules) => boolean, kind: 'weekdays' | 'nights') =>
    all.filter(
      (list) => list.overlay === kind && isOn(after) !== isOn(before) && (list.endsOn ?? today) >= today,
    )
  const switched = [
    ...listNames(({ weekdays }) => weekdays, 'weekdays'),
    ...listNames(({ nights }) => nights, 'nights'),
  ]
  const isOnAfter = ({ overlay }: { overlay: string }) =>
    overlay === 'weekdays' ? after.weekdays : after.nights
  return {
    estimates: await estimateChanges(tx, [old, now], places),
    places: servedChanges([old, now], places),
    lists: {
      on: switched.filter(isOnAfter).map(({ name }) => name),
      off: switched.filter((list) => !isOnAfter(list)).map(({ name }) => name),
    },
  }
}

type Both = [old: Estimates, now: Estimates]

async function estimateChanges(tx: Tx, [old, now]: Both, places: LocationRow[]) {
  const starts = hubs.flatMap(({ name }) => places.find((place) => place.name === name) ?? [])
  const hubIds = starts.map(({ id }) => id)
  const routes = await tx<{ from: number; to: number }[]>`
    select departure_location_id as "from", destination_location_id as "to" from route_prices
    where is_active and (departure_location_id = any(${hubIds}::bigint[])
      or destination_location_id = any(${hubIds}::bigint[]))`
  // A pair with a route in either direction needs no estimate.
  const routed = new Set(routes.flatMap(({ from, to }) => [pairKey(from, to), pairKey(to, from)]))
  const every = Math.ceil(places.length / placesMax)
  const ends = places.filter((_, index) => index % every === 0)
  const prices = starts.flatMap((from) =>
    ends
      .filter((to) => to.id !== from.id && !routed.has(pairKey(from.id, to.id)))
      .flatMap((to) => {
        const [one, other] = [estimated(old, from, to), estimated(now, from, to)]
        return priceFields
          .map((field) => ({ field, from: one?.[field] ?? null, to: other?.[field] ?? null }))
          .filter((price) => price.from !== null || price.to !== null)
          .map((price) => ({ ...price, id: to.id, departure: from.name, destination: to.name }))
      }),
  )
  const changed = prices.filter(({ from, to }) => from !== to)
  return { total: prices.length, changed: changed.length, examples: spread(changed, examplesMax) }
}

function servedChanges([old, now]: Both, places: LocationRow[]) {
  const isServed = (book: Estimates, place: LocationRow) => {
    const at = positionOf(place)
    return at !== null && isInArea(book, place, at)
  }
  const lines = places.map((place) => [place.name, isServed(old, place), isServed(now, place)] as const)
  const summary = (was: boolean) => {
    const names = lines.filter(([, before, after]) => before === was && after !== was).map(([name]) => name)
    return { count: names.length, names: names.slice(0, namesMax) }
  }
  return { gained: summary(false), lost: summary(true) }
}

/** Returns at most `count` items, evenly spaced. */
const spread = <T>(items: T[], count: number) =>
  items.length <= count
    ? items
    : Array.from({ length: count }, (_, index) => index * Math.floor(items.length / count)).flatMap(
        (index) => items[index] ?? [],
      )
