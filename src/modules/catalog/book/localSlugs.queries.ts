import type { LocalSlugs } from '../../../kernel/field.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { placeNames } from './catalog.queries.ts'
import type { Names } from './contract.ts'

// Computes slugs in other languages than Italian without the catalog, which a worker would load for each event.

export interface Named {
  id: number
  name: string
}

/** Places in order of id, and their names in other languages. */
export interface NamedPlaces {
  places: Iterable<Named>
  names: ReadonlyMap<number, { names: Names }>
}

/** Returns names and slugs of places in a language. A place without a name in it has its Italian name. */
export function placeSlugsIn(t: Translate, { places, names }: NamedPlaces) {
  const nameOf = ({ id, name }: Named) => names.get(id)?.names[t.language] || name
  const slugs = new Map<number, string>()
  const ids = new Map<string, number>()
  // If several places have the same slug, the place with the lowest id keeps it and the others append their id.
  for (const place of places) {
    const plain = slugOf(nameOf(place))
    const slug = plain && !ids.has(plain) ? plain : `${plain}-${place.id}`
    slugs.set(place.id, slug)
    ids.set(slug, place.id)
  }
  return {
    nameOf,
    placeSlug: ({ id, name }: Named) => slugs.get(id) ?? slugOf(name),
    idAt: (slug: string) => ids.get(slug),
    /** Returns the slug of a route between two places; undefined for an unknown place. */
    slugBetween(departureId: number, destinationId: number): string | undefined {
      const [from, to] = [slugs.get(departureId), slugs.get(destinationId)]
      if (from === undefined || to === undefined) return undefined
      const slug = `${from}-${to}`
      return isReserved(t, slug) ? reservedPrefix + slug : slug
    },
  }
}

const reservedPrefix = 'trip-'

/** Returns whether the slug needs a prefix, because the site would otherwise read its URL as another kind of URL. */
const isReserved = (t: Translate, slug: string) =>
  slug.startsWith(`${t('path.from')}-`) || slug.startsWith('transfer-') || slug.startsWith(reservedPrefix)

/** Removes the prefix that `slugBetween` has added to a route's slug. */
export function withoutPrefix(t: Translate, slug: string): string {
  const plain = slug.slice(reservedPrefix.length)
  return slug.startsWith(reservedPrefix) && isReserved(t, plain) ? plain : slug
}

export async function namedPlaces(sql: Sql | Tx) {
  const [places, names] = await Promise.all([
    sql<Named[]>`select id, name from locations order by id`,
    placeNames(sql),
  ])
  return { places, names }
}

/** Returns the slugs of a place in the other languages, from its stored names and the given Italian name. */
export async function localPlaceSlugs(sql: Sql | Tx, { id, name }: Named): Promise<LocalSlugs> {
  const { places, names } = await namedPlaces(sql)
  const all = [...places.filter((place) => place.id !== id), { id, name }].sort(
    (one, other) => one.id - other.id,
  )
  return inOtherLanguages((t) => placeSlugsIn(t, { places: all, names }).placeSlug({ id, name }))
}

export interface RouteEnds {
  id: number
  departureLocationId: number
  destinationLocationId: number
}

/** Returns the slugs of existing routes, including inactive routes. */
export async function localSlugsOfIds(sql: Sql | Tx, ids: number[]): Promise<LocalSlugs[]> {
  const routes = await sql<RouteEnds[]>`
    select id, departure_location_id, destination_location_id from route_prices where id = any(${ids}) order by id`
  return (await localRouteSlugs(sql, routes)).map(({ slugs }) => slugs)
}

/** Returns by route id the slugs that deleted or moved routes leave free. `routes` has the places before the change. */
export async function leftRouteSlugs(sql: Sql | Tx, routes: RouteEnds[]): Promise<Map<number, LocalSlugs>> {
  const addresses = await localRouteSlugs(sql, routes)
  return new Map(addresses.map(({ id, slugs, isTaken }) => [id, isTaken ? {} : slugs]))
}

/** `isSecond`: a route with a lower id has the same places. `isTaken`: a remaining route takes the URL over. */
export async function besideOthers(sql: Sql | Tx, routes: RouteEnds[]) {
  return sql<(RouteEnds & { isSecond: boolean; isTaken: boolean })[]>`
    select asked.id, asked.departure_location_id, asked.destination_location_id,
      coalesce(bool_or(o.id < asked.id), false) as is_second,
      coalesce(bool_or(o.id > asked.id and o.id <> all(${routes.map(({ id }) => id)}::bigint[])), false) as is_taken
    from unnest(${routes.map(({ id }) => id)}::bigint[],
        ${routes.map(({ departureLocationId }) => departureLocationId)}::bigint[],
        ${routes.map(({ destinationLocationId }) => destinationLocationId)}::bigint[])
        as asked (id, departure_location_id, destination_location_id)
      left join route_prices o on o.is_active and o.departure_location_id = asked.departure_location_id
        and o.destination_location_id = asked.destination_location_id
    group by asked.id, asked.departure_location_id, asked.destination_location_id order by asked.id`
}

async function localRouteSlugs(sql: Sql | Tx, routes: RouteEnds[]) {
  const rows = await besideOthers(sql, routes)
  const known = await namedPlaces(sql)
  const inAll = new Map<string, ReturnType<typeof placeSlugsIn>>(
    others.map((language) => [language, placeSlugsIn(languageWith(language).t, known)]),
  )
  return rows.map(({ id, departureLocationId: from, destinationLocationId: to, isSecond, isTaken }) => {
    const slugs = inOtherLanguages((t) => {
      const slug = inAll.get(t.language)?.slugBetween(from, to)
      return slug && isSecond ? `${slug}-${id}` : slug
    })
    return { id, slugs, isTaken: isTaken && !isSecond }
  })
}

const [, ...others] = languages

function inOtherLanguages(slugIn: (t: Translate) => string | undefined): LocalSlugs {
  return Object.fromEntries(
    others.flatMap((language) => {
      const slug = slugIn(languageWith(language).t)
      return slug === undefined ? [] : [[language, slug] as const]
    }),
  )
}
