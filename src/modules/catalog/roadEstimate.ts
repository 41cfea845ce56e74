import { readFileSync } from 'node:fs'
import path from 'node:path'

// Estimates road distances from a hand-made graph of Puglia's main roads (data/README.md). The mean error is 2.65 km.

export interface Position {
  latitude: number
  longitude: number
}

/** Returns null for a place without coordinates. */
export function positionOf({
  latitude = null,
  longitude = null,
}: {
  latitude?: number | null
  longitude?: number | null
}): Position | null {
  return latitude === null || longitude === null ? null : { latitude, longitude }
}

interface Way {
  km: number
  minutes: number
}

interface Graph {
  types: Record<string, { f: number; v: number }>
  link: { f: number; v: number; maxKm: number; k: number; fixedMin: number; lambda: number }
  nodes: Record<string, [latitude: number, longitude: number]>
  edges: [from: string, to: string, type: string][]
}

const graph: Graph = JSON.parse(
  readFileSync(path.join(import.meta.dirname, '../../../data/road-graph.json'), 'utf8'),
)
const { link } = graph

/** A place at most this many kilometres from a node counts as lying at the node. */
const sameKm = 0.03
/** Detour factor and speed (km/h) of a way outside the graph, for places that the graph does not reach well. */
const direct = { f: 1.28, v: 45 }

const nodes = Object.values(graph.nodes).map(([latitude, longitude]) => ({ latitude, longitude }))
const indexOf = new Map(Object.keys(graph.nodes).map((name, index) => [name, index]))
const edges: { to: number; way: Way }[][] = nodes.map(() => [])
for (const [from, to, type] of graph.edges) {
  const [a, b, road] = [indexOf.get(from), indexOf.get(to), graph.types[type]]
  const [start, end] = [nodes[a ?? -1], nodes[b ?? -1]]
  if (a === undefined || b === undefined || !road || !start || !end)
    throw new Error(`data/road-graph.json: an edge between ${from} and ${to} names what is not there`)
  const way = along(start, end, road)
  edges[a]?.push({ to: b, way })
  edges[b]?.push({ to: a, way })
}

/** Returns the great-circle distance in kilometres. */
export function airKm(from: Position, to: Position): number {
  const rad = Math.PI / 180
  const dLat = (to.latitude - from.latitude) * rad
  const dLon = (to.longitude - from.longitude) * rad
  const h =
    Math.sin(dLat / 2) ** 2 +
    Math.cos(from.latitude * rad) * Math.cos(to.latitude * rad) * Math.sin(dLon / 2) ** 2
  return 2 * 6371.0088 * Math.asin(Math.min(1, Math.sqrt(h)))
}

function along(from: Position, to: Position, { f, v }: { f: number; v: number }): Way {
  const km = airKm(from, to) * f
  return { km, minutes: (km / v) * 60 }
}

const cost = ({ km, minutes }: Way) => minutes + link.lambda * km
const joined = (one: Way, other: Way): Way => ({
  km: one.km + other.km,
  minutes: one.minutes + other.minutes,
})

/** Returns the node at the place, or the roads to the nearest nodes. */
function entries(place: Position): { node: number; way: Way }[] {
  const near = nodes
    .map((node, index) => ({ node: index, air: airKm(place, node) }))
    .sort((one, other) => one.air - other.air)
    .slice(0, link.k)
  const [nearest] = near
  if (nearest && nearest.air <= sameKm) return [{ node: nearest.node, way: { km: 0, minutes: 0 } }]
  return near
    .filter(({ air }, index) => index === 0 || air <= link.maxKm)
    .map(({ node, air }) => {
      const km = air * link.f
      return { node, way: { km, minutes: (km / link.v) * 60 } }
    })
}

/** Returns the cheapest way to each node (Dijkstra). For about 300 nodes a linear search is faster than a heap. */
function cheapestWays(starts: { node: number; way: Way }[]): (Way | undefined)[] {
  const best: (Way | undefined)[] = Array(nodes.length)
  const costs = new Float64Array(nodes.length).fill(Number.POSITIVE_INFINITY)
  const isDone = new Uint8Array(nodes.length)
  const reach = (node: number, way: Way) => {
    if (cost(way) >= (costs[node] ?? 0)) return
    best[node] = way
    costs[node] = cost(way)
  }
  for (const { node, way } of starts) reach(node, way)
  for (;;) {
    let current = -1
    let least = Number.POSITIVE_INFINITY
    for (let index = 0; index < costs.length; index++) {
      const one = costs[index] ?? least
      if (one < least && isDone[index] === 0) {
        current = index
        least = one
      }
    }
    const way = best[current]
    if (!way) return best
    isDone[current] = 1
    for (const edge of edges[current] ?? []) reach(edge.to, joined(way, edge.way))
  }
}

interface Reach {
  starts: { node: number; way: Way }[]
  reached: (Way | undefined)[]
}

/** Recent results, because bulk work repeats a few starting points. */
const latest = new Map<string, Reach>()
const latestMax = 8

function reachedFrom(place: Position): Reach {
  const key = `${place.latitude} ${place.longitude}`
  const reach = latest.get(key) ?? newReach(place)
  // Moves the entry to the end, so that the first entry is the least recently used.
  latest.delete(key)
  latest.set(key, reach)
  const [oldest] = latest.keys()
  if (latest.size > latestMax && oldest !== undefined) latest.delete(oldest)
  return reach
}

function newReach(place: Position): Reach {
  const starts = entries(place)
  return { starts, reached: cheapestWays(starts) }
}

/** Returns unrounded kilometres and minutes. */
export function estimateWay(from: Position, to: Position): Way {
  const { starts, reached } = reachedFrom(from)
  const ends = entries(to)
  let found: Way | undefined
  for (const { node, way } of ends) {
    const known = reached[node]
    const whole = known && joined(known, way)
    if (whole && (!found || cost(whole) < cost(found))) found = whole
  }
  const isOnRoads = [...starts, ...ends].every(({ way }) => way.km === 0)
  const straight = along(from, to, direct)
  const best = !found || (!isOnRoads && cost(straight) < cost(found)) ? straight : found
  return { km: best.km, minutes: best.minutes + link.fixedMin }
}

/** Returns whole kilometres and a duration such as `45 min`. */
export function roadEstimate(
  from: Position,
  to: Position,
): { distanceKm: number; estimatedDuration: string } {
  const { km, minutes } = estimateWay(from, to)
  return { distanceKm: Math.max(1, Math.round(km)), estimatedDuration: durationText(minutes) }
}

/** Rounds minutes to 5, at least 10, and formats `45 min`, `1 h` or `1 h 05 min`. */
export function durationText(minutes: number): string {
  const rounded = Math.max(10, Math.round(minutes / 5) * 5)
  const hours = Math.floor(rounded / 60)
  const rest = rounded % 60
  const minutesText = hours > 0 ? String(rest).padStart(2, '0') : String(rest)
  return [hours > 0 ? `${hours} h` : '', rest > 0 ? `${minutesText} min` : ''].filter(Boolean).join(' ')
}
