import { foldedName } from '../../../kernel/pasted.ts'
import { linkMax } from './links.contract.ts'

// Reads positions that visitors paste: coordinates, `geo:` addresses and links of map services. The texts are foreign,
// so their length is bounded. Nothing opens a link.

export interface Coordinates {
  latitude: number
  longitude: number
}

/** Returns the position of a text that contains only coordinates, or of a map link that contains coordinates. */
export function coordinatesOf(text: string): Coordinates | null {
  if (text.length > linkMax || !/\d/.test(text)) return null
  const link = linkIn(text)
  return link ? inLink(link) : (geoOf(text) ?? pairOf(text))
}

/** Returns the position as texts show and store it, for example `40.3529, 18.1743`. */
export const coordinatesText = ({ latitude, longitude }: Coordinates) =>
  `${decimal(latitude)}, ${decimal(longitude)}`

const decimal = (degrees: number) => degrees.toFixed(6).replace(/0{1,5}$/, '')

const webAddress = /\bhttps?:\/\/\S+/gi

/** Returns the URL if the text contains exactly one web address. */
export function linkIn(text: string): URL | null {
  const links = text.slice(0, linkMax).match(webAddress) ?? []
  const [link] = links.length === 1 ? links : []
  // `URL.canParse` is missing on old phones.
  try {
    return link ? new URL(link) : null
  } catch {
    return null
  }
}

/** Returns the words beside the web addresses of a text. */
export const wordsBesideLinks = (text: string) => foldedName(text.replace(webAddress, ' '))

const googleHost =
  /^(www\.|maps\.)?google\.(com|it|de|fr|es|at|be|ch|cz|dk|fi|gr|ie|nl|no|pl|pt|ro|se|co\.uk|com\.au|com\.br)$/
const otherHosts = [
  ...['maps.app.goo.gl', 'goo.gl', 'maps.apple.com', 'maps.apple', 'www.openstreetmap.org'],
  ...['openstreetmap.org', 'osm.org', 'waze.com', 'www.waze.com'],
]

export const isGoogle = ({ hostname }: URL) => googleHost.test(hostname)

const isMapService = (link: URL) => isGoogle(link) || otherHosts.includes(link.hostname)

/** Maximum characters of a place in a request (`leadFields`). */
const sentMax = 160

/** Returns a place as a field keeps it: the position or the name instead of a map link that contains one. */
export function placeText(text: string): string {
  const trimmed = foldedName(text)
  const link = linkIn(trimmed)
  // A name beside the link stays, because it helps the driver more than the position alone.
  if (link && /\s/.test(trimmed) && trimmed.length <= sentMax) return trimmed
  const position = coordinatesOf(trimmed)
  return position ? coordinatesText(position) : (link && placeNameIn(link)) || trimmed
}

/** Parameters in which map services write a position or the name of a place. */
const placeParameters = ['ll', 'coordinate', 'q', 'query', 'destination', 'daddr', 'name', 'address']

/** Returns the name of the place in the link of a map; '' if the link contains none, as most short links. */
export function placeNameIn(link: URL): string {
  if (!isMapService(link)) return ''
  const [, segment = ''] = link.pathname.match(/^\/maps\/(?:place|search)\/([^/@]{1,300})/) ?? []
  const named = [decoded(segment), ...placeParameters.map((name) => link.searchParams.get(name) ?? '')]
  return named.find((name) => /\p{L}{2}/u.test(name)) ?? ''
}

function inLink(link: URL): Coordinates | null {
  if (!isMapService(link)) return null
  const { searchParams, pathname, hash } = link
  const marked = onEarth(searchParams.get('mlat'), searchParams.get('mlon')) ?? markerIn(pathname)
  if (marked) return marked
  const texts = [
    ...placeParameters.map((name) => (searchParams.get(name) ?? '').replace(/^loc:/, '')),
    ...pathname.split('/').map(decoded).reverse(),
  ]
  const [named] = texts.flatMap((text) => pairOf(text) ?? [])
  return named ?? centreIn(pathname, hash)
}

/** Returns the position of the marker in a path of Google Maps. */
function markerIn(path: string): Coordinates | null {
  const [, latitude, longitude] = path.match(/!3d(-?\d{1,3}\.\d{1,20})!4d(-?\d{1,3}\.\d{1,20})/) ?? []
  return onEarth(latitude, longitude)
}

/** Returns the centre of the map, for links without a marker. */
function centreIn(path: string, hash: string): Coordinates | null {
  const [, latitude, longitude] =
    path.match(/\/@(-?\d{1,3}\.\d{1,20}),(-?\d{1,3}\.\d{1,20})/) ??
    hash.match(/^#map=\d{1,2}\/(-?\d{1,3}\.\d{1,20})\/(-?\d{1,3}\.\d{1,20})/) ??
    []
  return onEarth(latitude, longitude)
}

/** Decodes `%20` and `+`. Unlike `decodeURIComponent`, accepts any text. */
const decoded = (segment: string) => new URLSearchParams(`x=${segment.replaceAll('&', '%26')}`).get('x') ?? ''

/** Returns the position of `geo:40.35,18.17;u=35` or of `geo:0,0?q=40.35,18.17(Masseria)`. */
function geoOf(text: string): Coordinates | null {
  const [, ends = '', asked] =
    text.trim().match(/^geo:([^?;]{1,60})(?:;[^?]{0,60})?(?:\?(?:.{0,60}&)?q=([^&(]{1,60}))?/i) ?? []
  return pairOf(decoded(asked ?? '')) ?? pairOf(ends)
}

/** Words that stand before the degrees in some apps. */
const degreeWords = /\b(?:latitudine|longitudine|latitude|longitude|breite|länge|lat|long|lng|lon)\b[.:=]?/gi

/** Returns the position of a pair of numbers in degrees. Italian phones write decimal commas: `40,3529 18,1743`. */
function pairOf(text: string): Coordinates | null {
  if (text.length > 100) return null
  const plain = text
    .replace(degreeWords, ' ')
    .replace(/[′’‘´`]/g, "'")
    .replace(/[″”“]|''/g, '"')
    .replace(/[º˚]/g, '°')
    .toUpperCase()
    .trim()
    .replace(/^\(|\)$/g, ' ')
    .trim()
  const first = angleIn(plain)
  if (!first?.isExact) return null
  const second = angleIn(first.rest.replace(/^\s{0,9}[,;/]?\s{0,9}/, ''))
  if (!second?.isExact || second.rest.trim() !== '') return null
  const [latitude, longitude] = first.isEast || second.isNorth ? [second, first] : [first, second]
  if (latitude.isEast || longitude.isNorth) return null
  return onEarth(latitude.degrees, longitude.degrees)
}

/** Reads an angle such as `40.35`, `N 40,35°` or `40°21'10"N` at the beginning of the text. */
function angleIn(text: string) {
  const [, before = '', whole = ''] = text.match(/^([NSEWO]?)\s{0,3}([+-]?\d{1,3}(?:[.,]\d{1,20})?)/) ?? []
  if (whole === '') return null
  const rest = text.slice(text.indexOf(whole) + whole.length)
  const [parts = '', degree, minutes, seconds] =
    rest.match(
      /^\s{0,3}(°)(?:\s{0,3}(\d{1,2}(?:[.,]\d{1,20})?)\s{0,3}'(?:\s{0,3}(\d{1,2}(?:[.,]\d{1,20})?)\s{0,3}")?)?/,
    ) ?? []
  const end = rest.slice(parts.length)
  const [after = ''] = before ? [] : (end.match(/^\s{0,3}[NSEWO](?![A-Z])/) ?? [])
  const letter = before || after.trim()
  const size = Math.abs(numberOf(whole)) + numberOf(minutes) / 60 + numberOf(seconds) / 3600
  return {
    degrees: whole.startsWith('-') || letter === 'S' || letter === 'W' ? -size : size,
    isNorth: letter === 'N' || letter === 'S',
    // The German `O` (Ost) is in the east. The Italian and French `O` is not near Italy.
    isEast: letter === 'E' || letter === 'W' || letter === 'O',
    /** False for whole numbers without a sign of degrees, which may be anything. */
    isExact: /[.,]/.test(whole) || degree !== undefined || letter !== '',
    rest: end.slice(after.length),
  }
}

const numberOf = (text = '0') => Number(text.replace(',', '.'))

/** Degrees have up to six decimals, a precision of 10 cm. */
const rounded = (degrees: string | number) => Number(Number(degrees).toFixed(6))

/** Returns null if a number is missing or not on earth. */
function onEarth(
  latitude: string | number | null | undefined,
  longitude: string | number | null | undefined,
): Coordinates | null {
  if (latitude === null || latitude === undefined || longitude === null || longitude === undefined)
    return null
  const position = { latitude: rounded(latitude), longitude: rounded(longitude) }
  const isOnEarth = Math.abs(position.latitude) <= 90 && Math.abs(position.longitude) <= 180
  return isOnEarth ? position : null
}
