import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { anyone } from '../../../kernel/message.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Sql } from '../../../platform/db.ts'
import { findPlacePage, type PlacePage } from '../../catalog/places/queries.ts'
import type { RoutePlace } from '../../catalog/search/contract.ts'
import { findPlace, listMainRoutes, readTransferRoute, travelOn } from '../../catalog/search/queries.ts'
import type { Drawing, Placed } from './contract.ts'

const arcFrame = { width: 640, height: 640, frame: 'arcs' } as const

/** Returns the map of a page's route, place or pair of places; any other path gets all main routes. */
export async function mapFor(read: Sql, path: string, context: Context): Promise<Drawing> {
  const slug = path.match(/^\/tratte\/transfer-([a-z0-9-]+)\/$/)?.[1]
  if (slug) {
    const route = await readTransferRoute.answer(read, { slug }, anyone, context).catch(() => null)
    const from = placed(route?.departureLocation)
    const to = placed(route?.destinationLocation)
    if (route && from && to)
      return {
        ...arcFrame,
        arcs: [{ from, to }],
        labels: [from, to],
        title: `Mappa: ${route.name}`,
      }
  }
  const placeSlug = path.match(/^\/destinazioni\/([a-z0-9-]+)\/$/)?.[1]
  const placePage = placeSlug
    ? await findPlacePage(read, placeSlug, context.site.origin, travelOn(context))
    : undefined
  if (placePage) return mapOfPlace(read, placePage)
  const pair = path.match(/^\/mappa\/([a-z0-9-]+)\/([a-z0-9-]+)\/$/)
  if (pair) return placesMap(read, pair[1] ?? '', pair[2] ?? '')
  const arcs = (await listMainRoutes(read)).flatMap(({ departureLocation, destinationLocation }) => {
    const from = placed(departureLocation)
    const to = placed(destinationLocation)
    return from && to ? [{ from, to }] : []
  })
  const named = new Set(['Lecce', 'Gallipoli', 'Otranto', 'Santa Maria di Leuca', 'Aeroporto Brindisi'])
  const ends = new Map(arcs.flatMap(({ from, to }) => [from, to]).map((place) => [place.name, place]))
  return {
    width: 720,
    height: 760,
    frame: 'heel',
    arcs,
    labels: [...ends.values()].filter(({ name }) => named.has(name)),
  }
}

/** Draws up to three routes to the place or, if none leads to the place, from it. */
async function mapOfPlace(read: Sql, { place, to, from }: PlacePage): Promise<Drawing> {
  const here = placed(place)
  const others = await Promise.all(
    (to.length > 0 ? to.map(({ departure }) => departure) : from.map(({ destination }) => destination))
      .slice(0, arcsMax)
      .map(async (name) => placed(await findPlace(read, slugOf(name)))),
  )
  const arcs = here ? others.flatMap((other) => (other ? [{ from: other, to: here }] : [])) : []
  return {
    ...arcFrame,
    arcs,
    labels: [...(here ? [here] : []), ...arcs.map((arc) => arc.from)],
    title: `Mappa: ${place.name}`,
  }
}

const arcsMax = 3

/** Draws an arc between any two places, even if no route connects them. */
async function placesMap(read: Sql, fromSlug: string, toSlug: string): Promise<Drawing> {
  const from = placed(await findPlace(read, fromSlug))
  const to = placed(await findPlace(read, toSlug))
  if (!from || !to) throw new HttpError(404, 'La mappa richiesta non esiste.')
  return { ...arcFrame, arcs: [{ from, to }], labels: [from, to], title: `Mappa: ${from.name} → ${to.name}` }
}

/** Returns null for a place without a position. */
export function placed(place: RoutePlace | undefined): Placed | null {
  return place && place.latitude !== null && place.longitude !== null
    ? { name: place.name, latitude: place.latitude, longitude: place.longitude }
    : null
}
