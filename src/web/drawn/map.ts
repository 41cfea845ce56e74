import { type GeoPermissibleObjects, geoArea, geoMercator, geoPath } from 'd3-geo'
import svgPath from 'svgpath'
import puglia from '../../../data/puglia.geojson?raw'
import type { Drawing, Placed } from '../../modules/content/drawings/contract.ts'

export const coast: GeoPermissibleObjects = wound(JSON.parse(puglia))

/** Reverses the outer rings: d3 would draw the sea as land, because GeoJSON (RFC 7946) has the opposite order. */
function wound(
  feature: { geometry: { coordinates: number[][][][] } } & GeoPermissibleObjects,
): GeoPermissibleObjects {
  if (geoArea(feature) > 2 * Math.PI)
    for (const polygon of feature.geometry.coordinates) for (const ring of polygon) ring.reverse()
  return feature
}

// Corners of Salento in degrees, from Ostuni and Taranto to Leuca.
const heel: [number, number][] = [
  [17.2, 40.75],
  [18.55, 39.78],
]

/** Edges of the coast data in degrees. The land fades out over `fade` (south: half of `fade`); the east is open sea. */
const dataEnds = { west: 16.3, north: 41.45, south: 39.6, fade: 0.3 }

/** The coast is drawn in half units, because integers are shorter than decimals. */
const landScale = 0.5

/** Enlarges an SVG path. Integers relative to the point before save 0.7 KB per page, compressed. */
export const shortPath = (path: string, scale = 1): string =>
  svgPath(path).scale(scale).rel().round(0).toString()

const round = (value: number) => Math.round(value * 10) / 10

/** Returns the projection of a drawing from degrees to SVG units. */
export function projectionOf({
  width,
  height,
  arcs,
  frame,
}: Pick<Drawing, 'width' | 'height' | 'arcs' | 'frame'>) {
  const ends = arcs.flatMap(({ from, to }) => [from, to])
  const points =
    frame === 'heel' || ends.length === 0 ? heel : ends.map((one) => [one.longitude, one.latitude])
  const margin = Math.min(width, height) * (frame === 'heel' ? 0.04 : 0.2)
  return geoMercator()
    .fitExtent(
      [
        [margin, margin],
        [width - margin, height - margin],
      ],
      { type: 'MultiPoint', coordinates: points },
    )
    .clipExtent([
      [-width, -height],
      [2 * width, 2 * height],
    ])
    .precision(0.1)
}

/** Colours are attributes, so that the SVG works without a stylesheet. Pages restyle it by its classes. */
export function drawMap({ width, height, arcs, labels, frame, weight = 1, title }: Drawing): string {
  // Three times as wide and high as the `viewBox`, because a page may show parts of the drawing outside it.
  const area = `x="${-width}" y="${-height}" width="${3 * width}" height="${3 * height}"`
  // Departures come first, because pages style the last dot as the destination.
  const ends = [...arcs.map(({ from }) => from), ...arcs.map(({ to }) => to)]
  const projection = projectionOf({ width, height, arcs, frame })
  const at = ({ longitude, latitude }: Placed): [number, number] => {
    const [x, y] = projection([longitude, latitude]) ?? [0, 0]
    return [round(x), round(y)]
  }
  const dots = new Map(ends.map((place) => [place.name, place]))
  const land = shortPath(geoPath(projection)(coast) ?? '', 1 / landScale)
  const { west, north, south, fade } = dataEnds
  const [left, top] = at({ name: '', longitude: west, latitude: north })
  const [leftEnd, topEnd] = at({ name: '', longitude: west + fade, latitude: north - fade })
  const bottom = at({ name: '', longitude: west, latitude: south })[1]
  const bottomEnd = at({ name: '', longitude: west, latitude: south + fade / 2 })[1]
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" class="map"`,
    title ? ` role="img" aria-label="${escaped(title)}">` : ' aria-hidden="true" focusable="false">',
    '<defs>',
    shade('west', `x1="${left}" x2="${leftEnd}"`),
    shade('north', `x1="0" x2="0" y1="${top}" y2="${topEnd}"`),
    shade('south', `x1="0" x2="0" y1="${bottom}" y2="${bottomEnd}"`),
    `<mask id="map-ends" maskUnits="userSpaceOnUse" ${area}>`,
    ...['#fff', 'url(#map-west)', 'url(#map-north)', 'url(#map-south)'].map(
      (fill) => `<rect ${area} fill="${fill}"/>`,
    ),
    '</mask></defs>',
    `<g class="map-land" mask="url(#map-ends)" fill="#F1E9DA" stroke="#0B6A88" stroke-opacity=".45" stroke-width="${(1.2 * weight) / landScale}" stroke-linejoin="round">`,
    `<path transform="scale(${landScale})" d="${land}"/></g>`,
    `<g class="map-arcs" fill="none" stroke="#0B6A88" stroke-width="${1.6 * weight}" stroke-linecap="round">`,
    ...arcs.map(({ from, to }) => arc(at(from), at(to))),
    '</g><g class="map-dots" fill="#11243D">',
    ...[...dots.values()].map((place) => {
      const [x, y] = at(place)
      return `<circle cx="${x}" cy="${y}" r="${3.2 * weight}"/>`
    }),
    '</g><g class="map-labels" fill="#11243D" font-family="Figtree, system-ui, sans-serif" font-size="13" font-weight="600">',
    ...labels.map((place) => label(place.name, at(place), width)),
    '</g></svg>',
  ].join('')
}

/** Returns a gradient from black to transparent, which hides the land at an edge of the coast data. */
const shade = (end: string, line: string) =>
  `<linearGradient id="map-${end}" gradientUnits="userSpaceOnUse" ${line}><stop stop-color="#000"/><stop offset="1" stop-color="#000" stop-opacity="0"/></linearGradient>`

/** Returns an arc that bends to the right, so that the arcs of a route and of the way back do not overlap. */
function arc([x1, y1]: [number, number], [x2, y2]: [number, number]): string {
  const bend = 0.18
  const cx = round((x1 + x2) / 2 - (y2 - y1) * bend)
  const cy = round((y1 + y2) / 2 + (x2 - x1) * bend)
  return `<path d="M${x1} ${y1}Q${cx} ${cy} ${x2} ${y2}"/>`
}

function label(name: string, [x, y]: [number, number], width: number): string {
  const isNearRightEdge = x > width * 0.7
  return `<text x="${round(x + (isNearRightEdge ? -12 : 12))}" y="${round(y + 4)}"${isNearRightEdge ? ' text-anchor="end"' : ''}>${escaped(name)}</text>`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
