import { geoMercator, geoPath } from 'd3-geo'
import type { RoutePlace } from '../../modules/catalog/book/contract.ts'
import type { Picture } from '../../modules/content/drawings/contract.ts'
import { coast, shortPath } from './map.ts'

// A page with many maps defines the coast once, and each map shows a section of this coast.

/** Size of a map in SVG units. */
const frame = { width: 600, height: 400 }

/** A unit is about 49 m, so integers are precise enough. Integers are shorter than decimals. */
const projection = geoMercator().center([17.9, 40.35]).translate([0, 0]).scale(100_000)

/** Fractions of the map's width and height that stay free around the route, for names and sea. */
const roomWidth = 0.5
const roomHeight = 0.45

/** Minimum width of a section in units of the projection (about 73 km), so that the coast stays recognisable. */
const unitsMin = 1_500

/** SVG symbol that all maps of a page refer to. */
export const coastSymbol =
  '<svg xmlns="http://www.w3.org/2000/svg" width="0" height="0" aria-hidden="true" focusable="false">' +
  `<symbol id="costa" overflow="visible"><path d="${shortPath(geoPath(projection)(coast) ?? '')}" vector-effect="non-scaling-stroke"/></symbol></svg>`

const round = (value: number, digits = 1) => Math.round(value * 10 ** digits) / 10 ** digits

type Placed = Pick<RoutePlace, 'name' | 'latitude' | 'longitude'>

/** Returns the section of the coast around `route`; all Salento if `route` is null or a place has no position. */
export function pictureOf(route: { from: Placed; to: Placed } | null): Picture {
  const from = route && pointOf(route.from)
  const to = route && pointOf(route.to)
  if (!route || !from || !to) return framed([pointAt(17.2, 40.7), pointAt(18.55, 39.78)], [])
  return framed(
    [from, to],
    [
      { name: route.from.name, point: from },
      { name: route.to.name, point: to },
    ],
  )
}

type Point = [x: number, y: number]

// Edges of the coast data in degrees. In the east is open sea.
const [west, north] = pointAt(16.3, 41.45)
const south = pointAt(16.3, 39.6)[1]

function framed([a, b]: [Point, Point], ends: { name: string; point: Point }[]): Picture {
  const width = Math.max(
    unitsMin,
    Math.abs(a[0] - b[0]) / (1 - roomWidth),
    ((Math.abs(a[1] - b[1]) / (1 - roomHeight)) * frame.width) / frame.height,
  )
  const height = (width * frame.height) / frame.width
  const left = Math.max((a[0] + b[0] - width) / 2, west + width / 100)
  const top = Math.max(Math.min((a[1] + b[1] - height) / 2, south - height), north)
  const scale = frame.width / width
  return {
    coast: `translate(${round(-left * scale)} ${round(-top * scale)}) scale(${round(scale, 4)})`,
    ends: ends.map(({ name, point: [x, y] }) => ({
      name,
      x: round((x - left) * scale),
      y: round((y - top) * scale),
    })),
  }
}

function pointOf({ latitude, longitude }: Placed): Point | null {
  return latitude === null || longitude === null ? null : pointAt(longitude, latitude)
}

function pointAt(longitude: number, latitude: number): Point {
  return projection([longitude, latitude]) ?? [0, 0]
}
