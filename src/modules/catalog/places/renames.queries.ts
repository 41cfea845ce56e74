import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { besideOthers, namedPlaces, placeSlugsIn, type RouteEnds } from '../book/localSlugs.queries.ts'
import { isHub } from '../hubs.ts'
import { routePathOf } from '../routePath.ts'
import type { PlaceNamesChange } from './names.contract.ts'
import { placePathOf } from './placePages.queries.ts'

/**
 * Returns the changed paths of a renamed place, its lists and its active routes, in each language except Italian. The
 * new paths use the stored names, because events may arrive twice and in any order.
 */
export async function renamedPaths(
  sql: Sql | Tx,
  { locationId, from, fromName }: Omit<PlaceNamesChange, 'to'>,
): Promise<{ fromPath: string; toPath: string }[]> {
  const now = await namedPlaces(sql)
  const place = now.places.find(({ id }) => id === locationId)
  if (!place) return []
  const before = {
    places: now.places.map((one) => (one === place ? { ...one, name: fromName ?? one.name } : one)),
    names: new Map(now.names).set(locationId, { id: locationId, names: from, aliases: {} }),
  }
  const routes = await besideOthers(sql, await routesOf(sql, locationId))
  return languages.slice(1).flatMap((language) => {
    const { t } = languageWith(language)
    const pathsWith = (names: typeof before) => {
      const { placeSlug, slugBetween } = placeSlugsIn(t, names)
      const slug = placeSlug(place)
      const ofLists = isHub(place.name) ? [`/tratte/da-${slug}/`, `/prezzi/da-${slug}/`] : []
      const ofRoutes = routes.map(({ id, departureLocationId, destinationLocationId, isSecond }) => {
        const own = slugBetween(departureLocationId, destinationLocationId) ?? ''
        return routePathOf(isSecond ? `${own}-${id}` : own)
      })
      return [placePathOf(slug), ...ofLists, ...ofRoutes].map((path) => localPath(t, path))
    }
    const toPaths = pathsWith(now)
    return pathsWith(before).flatMap((fromPath, index) => {
      const toPath = toPaths[index]
      return toPath === undefined || toPath === fromPath ? [] : [{ fromPath, toPath }]
    })
  })
}

const routesOf = (sql: Sql | Tx, locationId: number) => sql<RouteEnds[]>`
  select id, departure_location_id, destination_location_id from route_prices
  where is_active and ${locationId} in (departure_location_id, destination_location_id)`
