import { nearest } from '../../src/kernel/nearest.ts'
import { slugOf } from '../../src/kernel/slug.ts'
import { ListLocations, type LocationSummary } from '../../src/modules/catalog/places/contract.ts'
import { ReadLocationNames } from '../../src/modules/catalog/places/names.contract.ts'
import { ListRoutes, type RouteSummary } from '../../src/modules/catalog/routes/contract.ts'
import { SearchLocations } from '../../src/modules/catalog/search/contract.ts'
import { ListTransferTypes } from '../../src/modules/catalog/transferTypes/contract.ts'
import { UsageError } from './output.ts'
import { allOf, type Session } from './session.ts'

// A similar name is only suggested, never accepted, because the command may change many rows.

interface Named {
  id: number
  name: string
}

const suggestionsMax = 5

/** Throws UsageError if no row, or more than one, has this id or name. */
export function pick<T extends Named>(kind: string, text: string, rows: T[], suggested: string[] = []): T {
  const only = onlyOne(kind, text, fitting(text, rows))
  if (only) return only
  const names = rows.map(({ name }) => name)
  const wanted = wordsOf(text)
  const similar = [
    ...nearest(text, names),
    ...names.filter((name) => wanted.every((word) => slugOf(name).includes(word))),
  ]
  const near = [...new Set(similar.length > 0 ? similar : suggested)].slice(0, suggestionsMax)
  const hint = near.length > 0 ? `; did you mean ${near.map((name) => `"${name}"`).join(' or ')}?` : ''
  throw new UsageError(`no ${kind} is named "${text}"${hint}`)
}

/** Returns undefined for an empty list. Throws UsageError if there are several rows. */
function onlyOne<T extends Named>(kind: string, text: string, found: T[]): T | undefined {
  const [first, ...others] = found
  if (others.length === 0) return first
  const all = found.map(({ id, name }) => `${name} (id ${id})`).join(', ')
  throw new UsageError(`several ${kind}s are named "${text}": ${all}; write the id`)
}

/** Ignores accents and case. If no row has this name, the words may be in another order. */
function fitting<T extends Named>(text: string, rows: T[]): T[] {
  if (/^\d+$/.test(text)) return rows.filter(({ id }) => id === Number(text))
  const inOrder = rows.filter(({ name }) => slugOf(name) === slugOf(text))
  if (inOrder.length > 0) return inOrder
  const wanted = wordsOf(text).join(' ')
  return rows.filter(({ name }) => wordsOf(name).join(' ') === wanted)
}

const wordsOf = (text: string) => slugOf(text).split('-').filter(Boolean).sort()

export async function placesOf({ call }: Session): Promise<LocationSummary[]> {
  const found = await call(ListLocations, {})
  return 'items' in found ? found.items : found
}

/**
 * Finds a place by its id, or by its name or slug in any language. Throws UsageError if no place fits, or if several
 * have this name.
 */
export async function placeNamed(session: Session, text: string): Promise<LocationSummary> {
  const places = await placesOf(session)
  const italian = onlyOne('place', text, fitting(text, places))
  if (italian) return italian
  const suggestions = await session.call(SearchLocations, { q: text.replaceAll('-', ' ').slice(0, 80) })
  const near = suggestions.flatMap(({ id }) => places.find((place) => place.id === id) ?? [])
  const foreign: LocationSummary[] = []
  for (const place of near) {
    const { names } = await session.call(ReadLocationNames, { id: place.id })
    const local = Object.values(names).map((name) => ({ id: place.id, name }))
    if (fitting(text, local).length > 0) foreign.push(place)
  }
  const only = onlyOne('place', text, foreign)
  if (only) return only
  return pick(
    'place',
    text,
    places,
    near.map(({ name }) => name),
  )
}

/**
 * Finds a route by its id, slug, Italian path, or `departure → destination`. Throws UsageError unless exactly one fits.
 */
export async function routeNamed(session: Session, text: string): Promise<RouteSummary> {
  const found = await session.call(ListRoutes, {})
  const routes = 'items' in found ? found.items : found
  const named = routes.map((route) => ({ ...route, name: `${route.departure} → ${route.destination}` }))
  const slug = text.replace(/^.*\/tratte\//, '').replace(/^transfer-|\/$/g, '')
  const bySlug = named.find((route) => route.slug === slug)
  if (bySlug) return bySlug
  if (/^\d+$/.test(text)) return pick('route', text, named)
  const [from, to, ...rest] = text.split(/\s*(?:→|->|=>|>)\s*|\s+[-–]\s+/)
  if (!from || !to || rest.length > 0) {
    const slugs = named.map((route) => ({ ...route, name: route.slug }))
    return pick('route', slug, slugs)
  }
  const departure = await placeNamed(session, from)
  const destination = await placeNamed(session, to)
  const between = named.filter(
    (route) => route.departureLocationId === departure.id && route.destinationLocationId === destination.id,
  )
  const name = `${departure.name} → ${destination.name}`
  return pick('route', between.length > 0 ? name : text, between.length > 0 ? between : named)
}

export async function transferTypeNamed(session: Session, text: string): Promise<Named> {
  return pick('transfer type', text, await allOf(session, ListTransferTypes))
}
