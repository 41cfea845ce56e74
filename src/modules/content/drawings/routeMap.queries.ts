import type { Context } from '../../../kernel/context.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import type { RoutePlace } from '../../catalog/book/contract.ts'
import { findPlacePage, type PlacePage, placeSlugIn } from '../../catalog/places/placePages.queries.ts'
import {
  findPlace,
  type LocalNames,
  listMainRoutes,
  localCatalog,
  routeSlugIn,
  travelOn,
} from '../../catalog/search/search.queries.ts'
import type { Drawing, Placed } from './contract.ts'

const arcFrame = { width: 640, height: 640, frame: 'arcs' } as const

/**
 * Returns the map of a route, place or pair of places. Returns a map of all main routes for other paths, and for a
 * route without positions. Throws HttpError 404 for a pair with a place that is unknown or has no position.
 */
export async function mapFor(read: Sql, path: string, t: Translate, context: Context): Promise<Drawing> {
  const names = await localCatalog(read, t)
  const local = (place: RoutePlace | undefined) => placed(place && { ...place, name: names.nameOf(place) })
  const slug = routeSlugIn(path)
  const route = slug && names.routeAt(slug)
  if (route) {
    const from = local(route.departure)
    const to = local(route.destination)
    if (from && to)
      return {
        ...arcFrame,
        arcs: [{ from, to }],
        labels: [from, to],
        title: t('map.of', { name: `${from.name} → ${to.name}` }),
      }
  }
  const placeSlug = placeSlugIn(path)
  const placePage = placeSlug
    ? await findPlacePage(read, placeSlug, { t, context, when: travelOn(context) })
    : undefined
  if (placePage) return mapOfPlace(placePage, names)
  const pair = path.match(/^\/mappa\/([a-z0-9-]+)\/([a-z0-9-]+)\/$/)
  if (pair) return placesMap(read, names, [pair[1] ?? '', pair[2] ?? ''])
  const arcs = (await listMainRoutes(read)).flatMap(({ departureLocation, destinationLocation }) => {
    const from = local(departureLocation)
    const to = local(destinationLocation)
    return from && to ? [{ from, to }] : []
  })
  const shown = ['Lecce', 'Gallipoli', 'Otranto', 'Santa Maria di Leuca', 'Aeroporto Brindisi']
  const named = new Set(
    await Promise.all(shown.map(async (name) => local(await findPlace(read, slugOf(name)))?.name)),
  )
  const ends = new Map(arcs.flatMap(({ from, to }) => [from, to]).map((place) => [place.name, place]))
  return {
    width: 720,
    height: 760,
    frame: 'heel',
    arcs,
    labels: [...ends.values()].filter(({ name }) => named.has(name)),
  }
}

/** Draws up to three routes to the place. If no route leads to the place, draws up to three routes from the place. */
function mapOfPlace({ place, to, from }: PlacePage, names: LocalNames): Drawing {
  const here = placed(place)
  const routes = (to.length > 0 ? to : from).slice(0, arcsMax).map(({ slug }) => names.routeAt(slug))
  const others = routes.map((route) => {
    const end = to.length > 0 ? route?.departure : route?.destination
    return placed(end && { ...end, name: names.nameOf(end) })
  })
  const arcs = here ? others.flatMap((other) => (other ? [{ from: other, to: here }] : [])) : []
  return {
    ...arcFrame,
    arcs,
    labels: [...(here ? [here] : []), ...arcs.map((arc) => arc.from)],
    title: names.t('map.of', { name: place.name }),
  }
}

const arcsMax = 3

/** Draws an arc between any two places, even if no route connects them. */
async function placesMap(read: Sql, names: LocalNames, slugs: [string, string]): Promise<Drawing> {
  const [from, to] = await Promise.all(
    slugs.map(async (slug) => {
      const place = await findPlace(read, slugOf(names.placeAt(slug)?.name ?? slug))
      return placed(place && { ...place, name: names.nameOf(place) })
    }),
  )
  if (!from || !to) throw new HttpError(404, (t) => t('api.noMap'))
  const title = names.t('map.of', { name: `${from.name} → ${to.name}` })
  return { ...arcFrame, arcs: [{ from, to }], labels: [from, to], title }
}

/** Returns null for a missing place and for a place without a position. */
export function placed(place: RoutePlace | undefined): Placed | null {
  return place && place.latitude !== null && place.longitude !== null
    ? { name: place.name, latitude: place.latitude, longitude: place.longitude }
    : null
}
