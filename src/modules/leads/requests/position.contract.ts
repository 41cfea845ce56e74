import type { Sentence } from '../../../languages/translate.ts'
import {
  coordinatesOf,
  coordinatesText,
  isGoogle,
  linkIn,
  placeText,
  wordsBesideLinks,
} from '../../catalog/placeSearch/coordinates.contract.ts'
import { hasLink } from '../../catalog/placeSearch/links.contract.ts'
import { leadFields } from './fields.contract.ts'
import type { TripProblem } from './trip.contract.ts'

// Rules of the field `position`, for commands and the panel.

export const positionMessage: Sentence = (t) => t('check.position')

/** Returns `40.3529, 18.1743` or the https URL of a map; '' for empty text, null for any other text. */
export function positionOf(text: string): string | null {
  if (text.trim() === '') return ''
  const link = linkIn(text)
  if (link && link.protocol !== 'https:') return null
  if (link && isMap(link) && link.href.length <= leadFields.position.maxLength) return link.href
  const position = coordinatesOf(text)
  return position && coordinatesText(position)
}

/**
 * Returns the street address and the position of a request. A link of a map in the address counts as the position, and the
 * words beside the link stay. Without a position in these two fields, one that stands in a place of the trip counts.
 */
export function whereOf({ address, position, destination, departure }: Where) {
  const text = address ?? ''
  const inAddress = positionOf(text)
  const others = [position, destination, departure].map((one) => positionOf(one ?? ''))
  const beside = hasLink(text) ? wordsBesideLinks(text) : ''
  return {
    address: (inAddress ? beside : placeText(text)) || null,
    position: inAddress || others.find(Boolean) || null,
  }
}

type Where = Partial<Record<'address' | 'position' | 'destination' | 'departure', string | null>>

/** Returns a fault for each place that is too long after its link was read. Ignores values that are no text. */
export function placeProblems(input: Record<string, unknown>): TripProblem[] {
  return linkFields.flatMap((path) => {
    const text = input[path]
    if (typeof text !== 'string') return []
    const { maxLength } = leadFields[path]
    const stored = path === 'address' ? whereOf({ address: text }).address : placeText(text)
    if ((stored ?? '').length <= maxLength) return []
    return [{ path, message: (t) => t('check.maxLength', { count: String(maxLength) }) }]
  })
}

const linkFields = ['departure', 'destination', 'address'] as const

/** Returns a fault if the text is no position. Ignores values that are no text. */
export function positionProblems(text: unknown): TripProblem[] {
  if (typeof text !== 'string' || positionOf(text) !== null) return []
  return [{ path: 'position', message: positionMessage }]
}

export function mapLinkOf(position: string): string {
  if (position.startsWith('https://')) return position
  return `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: position })}`
}

/** Returns whether a URL leads to a map. Other paths on the hosts of map services may redirect to any site. */
function isMap(link: URL): boolean {
  const { protocol, username, password, port, hostname, pathname, search } = link
  if (protocol !== 'https:' || username || password || port) return false
  if (hostname === 'maps.app.goo.gl' || hostname === 'maps.apple') return pathname.length > 1
  if (hostname === 'goo.gl') return /^\/maps\/./.test(pathname)
  if (hostname === 'maps.apple.com') return pathname.length > 1 || search !== ''
  if (!isGoogle(link)) return false
  const path = hostname.startsWith('maps.') && pathname === '/' ? '/maps' : pathname
  return /^\/maps\/./.test(path) || (/^\/maps\/?$/.test(path) && search !== '')
}
