import type { Sentence } from '../../../languages/translate.ts'
import {
  coordinatesOf,
  coordinatesText,
  isGoogle,
  linkIn,
} from '../../catalog/places/coordinates.contract.ts'
import { leadFields } from './fields.contract.ts'

// Rules of the field `position`, for commands and browsers. Few imports keep the browser's bundle small.

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
