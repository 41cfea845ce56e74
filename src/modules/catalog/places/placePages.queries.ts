import type { Context } from '../../../kernel/context.ts'
import { comparable } from '../../../kernel/pasted.ts'
import { isFollowed, readModel } from '../../../kernel/readModel.ts'
import { slugOf } from '../../../kernel/slug.ts'
import type { LanguageCode } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { type Catalog, catalog, type Route } from '../book/catalog.queries.ts'
import type { Names, RoutePlace } from '../book/contract.ts'
import { inLanguage, namesIn } from '../book/localNames.queries.ts'
import { offeredPricesOn, type TravelDay } from '../fares/fares.queries.ts'
import type { Coordinates } from '../placeSearch/coordinates.contract.ts'
import type { RouteListEntry } from '../search/contract.ts'
import { listEntry } from '../search/listEntry.queries.ts'
import { alikePairs } from '../similarity.ts'
import { meetingPointWords } from './meetingPoint.contract.ts'

// A place has a page if it has a text by staff and an active route starts or ends there.

/** Minimum number of words on a page that search engines may index. */
const wordsMin = 100

interface PlaceText {
  id: number
  name: string
  slug: string
  longDescription: string
  touristInfo: string
  isIndexed: boolean
  updatedAt: Date
}

const placeTexts = readModel(['locations'], async (read): Promise<Map<string, PlaceText>> => {
  const rows = await read<Omit<PlaceText, 'slug' | 'isIndexed'>[]>`
    select id, name, coalesce(long_description, '') as long_description,
      coalesce(tourist_info, '') as tourist_info, updated_at
    from locations where coalesce(long_description, '') || coalesce(tourist_info, '') <> '' order by id desc`
  const texts = rows.map(({ longDescription, touristInfo }) => `${longDescription} ${touristInfo}`)
  const alike = new Set(alikePairs(texts).flatMap(({ one, other }) => [one, other]))
  return new Map(
    rows.map((row, index) => {
      const isLong = (texts[index]?.match(/\S+/g)?.length ?? 0) >= wordsMin
      const slug = slugOf(row.name)
      return [slug, { ...row, slug, isIndexed: isLong && !alike.has(index) }]
    }),
  )
})

const meetingPoints = readModel(['locations'], async (read) => {
  const rows = await read<{ id: number; meetingPoint: string }[]>`
    select id, meeting_point from locations where meeting_point is not null`
  return new Map(rows.map(({ id, meetingPoint }) => [id, meetingPoint]))
})

export async function meetingPointOf(
  read: Sql,
  t: Translate,
  { id, locationType }: RoutePlace,
): Promise<string> {
  return meetingPointWords(t, locationType, (await meetingPoints(read)).get(id) ?? null)
}

/** Returns whether any place with this Italian slug has a text. */
export async function hasPlaceText(sql: Sql | Tx, slug: string): Promise<boolean> {
  const rows = await sql<{ name: string }[]>`
    select name from locations where coalesce(long_description, '') || coalesce(tourist_info, '') <> ''`
  return rows.some(({ name }) => slugOf(name) === slug)
}

/** Returns the path of a place's page. Only `slug` is in the page's language; `localPath` translates the rest. */
export const placePathOf = (slug: string) => `/destinazioni/${slug}/`

export const placeSlugIn = (path: string) => path.match(/^\/destinazioni\/([a-z0-9-]+)\/$/)?.[1]

export interface PlacePage {
  place: RoutePlace
  /** The slug in the language of the page. */
  slug: string
  text: PlaceText
  /** `to` and `from` are routes to and from the place: main routes first, then the most searched; at most 12 each. */
  to: RouteListEntry[]
  from: RouteListEntry[]
}

/** Returns undefined if the place has no Italian text or no active route. */
export async function findPlacePage(
  read: Sql,
  slug: string,
  { t, context, when }: { t: Translate; context: Context; when: TravelDay },
): Promise<PlacePage | undefined> {
  const [texts, model, pricesOf] = await Promise.all([
    placeTexts(read),
    catalog(read),
    offeredPricesOn(read, when),
  ])
  const { locations, routes } = model
  const names = namesIn(model, t)
  const named = names.placeAt(slug)
  const text = texts.get(named ? slugOf(named.name) : slug)
  const place = text && locations.get(text.id)
  if (!place) return undefined
  const ends = (end: 'departure' | 'destination') =>
    routes
      .filter((route) => route[end].id === text.id)
      .sort(byDemand)
      .slice(0, shownMax)
      .map((route) => listEntry(route, pricesOf(route).prices, context.site.origin))
  const [to, from] = [ends('destination'), ends('departure')]
  if (to.length + from.length === 0) return undefined
  const { iata: _, ...known } = place
  return {
    place: { ...known, name: names.nameOf(place) },
    slug: names.placeSlug(place),
    text,
    to: await inLanguage(read, { t, context }, to),
    from: await inLanguage(read, { t, context }, from),
  }
}

/** Maximum number of routes in each of the lists `to` and `from`. */
const shownMax = 12

const byDemand = (one: Route, other: Route) =>
  Number(other.isMainRoute) - Number(one.isMainRoute) || other.searches - one.searches || one.id - other.id

/** Returns a path for each Italian name; null if no place with this name has a page. */
export async function placePathsOfNames(
  read: Sql,
  named: string[],
  t: Translate,
): Promise<(string | null)[]> {
  const [texts, model] = await Promise.all([placeTexts(read), catalog(read)])
  const served = servedPlaces(model)
  const names = namesIn(model, t)
  return named.map((name) => {
    const text = texts.get(slugOf(name))
    return text && served.has(text.id) ? placePathOf(names.placeSlug(text)) : null
  })
}

const servedIds = new WeakMap<object, ReadonlySet<number>>()

function servedPlaces({ revision, routes }: Catalog): ReadonlySet<number> {
  const known = servedIds.get(revision)
  if (known) return known
  const ids = new Set(routes.flatMap(({ departure, destination }) => [departure.id, destination.id]))
  servedIds.set(revision, ids)
  return ids
}

export async function listPlacePages(
  read: Sql,
): Promise<{ id: number; name: string; path: string; updatedAt: Date; isIndexed: boolean }[]> {
  const { routes } = await catalog(read)
  const texts = [...(await placeTexts(read)).values()]
  const latest = new Map<number, Date>()
  if (texts.length > 0)
    for (const { departure, destination, updatedAt } of routes)
      for (const { id } of [departure, destination]) {
        const known = latest.get(id)
        if (!known || known < updatedAt) latest.set(id, updatedAt)
      }
  return texts.flatMap(({ id, name, slug, isIndexed, updatedAt }) => {
    const changed = latest.get(id)
    if (!changed) return []
    return [
      { id, name, path: placePathOf(slug), isIndexed, updatedAt: new Date(Math.max(+changed, +updatedAt)) },
    ]
  })
}

/** Returns the positions of places by `comparable` name. */
export async function positionsByName(read: Sql): Promise<Map<string, Coordinates>> {
  const { locations } = await catalog(read)
  return new Map(
    [...locations.values()].flatMap(({ name, latitude, longitude }) =>
      latitude === null || longitude === null ? [] : [[comparable(name), { latitude, longitude }] as const],
    ),
  )
}

/**
 * Returns a function that writes the name of a known place as the place is called in `language`, however the text
 * writes its letters. It returns other text unchanged.
 */
export async function placeNamesIn(
  read: Sql | Tx,
  language: LanguageCode,
): Promise<(text: string) => string> {
  const places = (await namedPlaces(read)).map(({ name, names }) => ({
    own: names[language] ?? name,
    others: [name, ...Object.values(names)],
  }))
  // A name in `language` comes last, because another place may have the same name in another language.
  const known = new Map([
    ...places.flatMap(({ own, others }) => others.map((other) => [comparable(other), own] as const)),
    ...places.map(({ own }) => [comparable(own), own] as const),
  ])
  return (text) => known.get(comparable(text)) ?? text
}

/** Reads only names if the catalog is not in memory, because the routes of a catalog take seconds to read. */
async function namedPlaces(read: Sql | Tx): Promise<{ name: string; names: Names }[]> {
  if (!isFollowed(read))
    return read<{ name: string; names: Names }[]>`
      select name, coalesce(names, '{}') as names from locations left join location_names using (id)`
  const { locations, names } = await catalog(read)
  return [...locations].map(([id, { name }]) => ({ name, names: names.get(id)?.names ?? {} }))
}
