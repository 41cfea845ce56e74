import type { Sentence } from '../../../languages/translate.ts'

// Rules of the field `position`, for commands and browsers. Imports only types, which keeps the browser's bundle small.

export const positionMessage: Sentence = (t) => t('check.position')

const lengthMax = 300

/** Returns `40.3529, 18.1743` or the https URL of a map; '' for empty text, null for any other text. */
export function positionOf(text: string): string | null {
  if (text.trim() === '') return ''
  const links = text.match(/[a-z]+:\/\/\S+/gi) ?? []
  if (links.length === 0) return coordinatesIn(text)
  const [link] = links.length === 1 ? links : []
  const url = link ? urlOf(link) : null
  return url && isMap(url) && url.href.length <= lengthMax ? url.href : null
}

function urlOf(link: string): URL | null {
  // `URL.canParse` is missing on old phones.
  try {
    return new URL(link)
  } catch {
    return null
  }
}

export function mapLinkOf(position: string): string {
  if (position.startsWith('https://')) return position
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: position })}`
}

/** Returns the coordinates in a text. Italian phones write decimal commas: `40,3529 18,1743`. */
function coordinatesIn(text: string): string | null {
  const pair = /^\(?\s*(-?\d{1,2}[.,]\d{1,20})\s*[,;\s]\s*(-?\d{1,3}[.,]\d{1,20})\s*\)?$/
  const [latitude, longitude] = (text.trim().match(pair) ?? [])
    .slice(1)
    .map((number) => Number(number.replace(',', '.')))
  if (latitude === undefined || longitude === undefined) return null
  const isOnEarth = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180
  return isOnEarth ? `${decimal(latitude)}, ${decimal(longitude)}` : null
}

/** Formats degrees with up to six decimals, a precision of 10 cm. */
const decimal = (degrees: number) => degrees.toFixed(6).replace(/0{1,5}$/, '')

const googleHost =
  /^(www\.|maps\.)?google\.(com|it|de|fr|es|at|be|ch|cz|dk|fi|gr|ie|nl|no|pl|pt|ro|se|co\.uk|com\.au|com\.br)$/

/** Returns whether a URL leads to a map. Other paths on the hosts of map services may redirect to any site. */
function isMap({ protocol, username, password, port, hostname, pathname, search }: URL): boolean {
  if (protocol !== 'https:' || username || password || port) return false
  if (hostname === 'maps.app.goo.gl' || hostname === 'maps.apple') return pathname.length > 1
  if (hostname === 'goo.gl') return /^\/maps\/./.test(pathname)
  if (hostname === 'maps.apple.com') return pathname.length > 1 || search !== ''
  if (!googleHost.test(hostname)) return false
  const path = hostname.startsWith('maps.') && pathname === '/' ? '/maps' : pathname
  return /^\/maps\/./.test(path) || (/^\/maps\/?$/.test(path) && search !== '')
}
