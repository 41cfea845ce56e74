import type { Context } from '../../../kernel/context.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { routePathOf } from '../routePath.ts'
import { type Catalog, canonicalUrl, catalog, findRouteIn, pairKey, type Route } from './catalog.queries.ts'
import type { RoutePlace } from './contract.ts'

// The catalog holds each place and route one time. Their names and slugs in another language are computed when a page is
// made, because a copy for each language would need too much memory with 100,000 routes.

interface Named {
  id: number
  name: string
}

/** Names and slugs of places and routes in one language. */
export interface LocalNames {
  t: Translate
  /** A place without a name in the language keeps its Italian name. */
  nameOf(place: Named): string
  placeSlug(place: Named): string
  /** Returns the place with this slug, with its Italian name. */
  placeAt(slug: string): Named | undefined
  routeSlug(route: Route): string
  /** Returns the route with this slug, which redirects to the route's own slug if it differs. */
  routeAt(slug: string): Route | undefined
}

const known = new WeakMap<Catalog, Map<string, LocalNames>>()

export function namesIn(model: Catalog, t: Translate): LocalNames {
  const own = known.get(model) ?? new Map<string, LocalNames>()
  known.set(model, own)
  const names =
    own.get(t.language) ?? (t.language === languages[0] ? italianNames(model, t) : localNames(model, t))
  own.set(t.language, names)
  return names
}

export const localCatalog = async (read: Sql | Tx, t: Translate) => namesIn(await catalog(read), t)

function italianNames(model: Catalog, t: Translate): LocalNames {
  return {
    t,
    nameOf: ({ name }) => name,
    placeSlug: ({ name }) => slugOf(name),
    placeAt: (slug) => model.placesBySlug.get(slug),
    routeSlug: ({ slug }) => slug,
    routeAt: (slug) => findRouteIn(model, slug),
  }
}

function localNames(model: Catalog, t: Translate): LocalNames {
  const nameOf = ({ id, name }: Named) => model.names.get(id)?.names[t.language] || name
  const slugs = new Map<number, string>()
  const places = new Map<string, number>()
  // The place with the lowest id keeps a slug that several names share.
  for (const place of model.locations.values()) {
    const plain = slugOf(nameOf(place))
    const slug = plain && !places.has(plain) ? plain : `${plain}-${place.id}`
    slugs.set(place.id, slug)
    places.set(slug, place.id)
  }
  const placeSlug = ({ id, name }: Named) => slugs.get(id) ?? slugOf(name)
  const plainSlug = ({ departure, destination }: Route) => {
    const slug = `${placeSlug(departure)}-${placeSlug(destination)}`
    return isReserved(t, slug) ? reservedPrefix + slug : slug
  }

  /** Returns the routes whose names give this slug, in order of id. `a-b-c` may lead from `a` to `b-c` or from `a-b` to `c`. */
  function routesNamed(slug: string): Route[] {
    const found: Route[] = []
    const plain =
      slug.startsWith(reservedPrefix) && isReserved(t, slug.slice(reservedPrefix.length))
        ? slug.slice(reservedPrefix.length)
        : slug
    for (let at = plain.indexOf('-'); at > 0; at = plain.indexOf('-', at + 1)) {
      const [from, to] = [places.get(plain.slice(0, at)), places.get(plain.slice(at + 1))]
      if (from !== undefined && to !== undefined) found.push(...(model.byPair.get(pairKey(from, to)) ?? []))
    }
    return found.length > 1 ? found.sort((one, other) => one.id - other.id) : found
  }

  /** Appends the id if another route has the slug. */
  function routeSlug(route: Route): string {
    let slug = plainSlug(route)
    for (let named = routesNamed(slug); named.length > 0 && named[0] !== route; named = routesNamed(slug))
      slug += `-${route.id}`
    return slug
  }

  function routeAt(slug: string): Route | undefined {
    const [named] = routesNamed(slug)
    if (named) return named
    const numbered = model.byId.get(Number(/-(\d{1,15})$/.exec(slug)?.[1]))
    if (numbered && slug.startsWith(`${plainSlug(numbered)}-`)) return numbered
    return findRouteIn(model, slug)
  }

  return {
    t,
    nameOf,
    placeSlug,
    placeAt: (slug) => model.locations.get(places.get(slug) ?? 0),
    routeSlug,
    routeAt,
  }
}

const reservedPrefix = 'trip-'

/** Returns whether the URL of a route would be that of a hub's list, or would lose its first word. */
const isReserved = (t: Translate, slug: string) =>
  slug.startsWith(`${t('path.from')}-`) || slug.startsWith('transfer-') || slug.startsWith(reservedPrefix)

/** The language of a page, and the site that its URLs belong to. */
interface Shown {
  t: Translate
  context: Pick<Context, 'site'>
}

interface RouteWords {
  name: string
  slug: string
  departure: string
  destination: string
  departureLocation: RoutePlace
  destinationLocation: RoutePlace
  canonicalUrl: string
}

/** Returns rows of routes with the names, slugs and URLs of a language in place of the Italian ones. */
export async function inLanguage<R extends { id: number } & Partial<RouteWords>>(
  read: Sql,
  { t, context }: Shown,
  rows: R[],
): Promise<R[]> {
  if (t.language === languages[0]) return rows
  const model = await catalog(read)
  const names = namesIn(model, t)
  return rows.map((row) => {
    const route = model.byId.get(row.id)
    if (!route) return row
    const departure = names.nameOf(route.departure)
    const destination = names.nameOf(route.destination)
    const words: RouteWords = {
      name: `${departure} → ${destination}`,
      slug: names.routeSlug(route),
      departure,
      destination,
      departureLocation: { ...route.departure, name: departure },
      destinationLocation: { ...route.destination, name: destination },
      canonicalUrl: localUrl(names, route, context.site.origin),
    }
    return { ...row, ...Object.fromEntries(Object.entries(words).filter(([field]) => field in row)) }
  })
}

/** Returns the canonical URL of a route. A URL that staff entered is that of the Italian page. */
export function localUrl(names: LocalNames, route: Route, origin: string): string {
  if (names.t.language === languages[0]) return canonicalUrl(route, origin)
  return origin + localPath(names.t, routePathOf(names.routeSlug(route)))
}
