import type { Sql } from '../../db.ts'
import type { RoutePlace } from '../catalog/contract.ts'
import { listMainRoutes, readTransferRoute } from '../catalog/queries.ts'
import type { Drawing } from './map.ts'

const anyone = { name: 'visitatore', address: null, admin: null, idempotencyKey: null }

/** What the map of a page shows: its own route, or the main routes of all hubs. */
export async function mapFor(read: Sql, path: string): Promise<Drawing> {
  const slug = path.match(/^\/tratte\/transfer-([a-z0-9-]+)\/$/)?.[1]
  if (slug) {
    const route = await readTransferRoute.answer(read, { slug }, anyone).catch(() => null)
    const from = placed(route?.departureLocation)
    const to = placed(route?.destinationLocation)
    if (route && from && to)
      return {
        width: 640,
        height: 640,
        frame: 'arcs',
        arcs: [{ from, to }],
        labels: [from, to],
        title: `Mappa: ${route.name}`,
      }
  }
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

function placed(place: RoutePlace | undefined) {
  return place && place.latitude !== null && place.longitude !== null
    ? { name: place.name, latitude: place.latitude, longitude: place.longitude }
    : null
}
