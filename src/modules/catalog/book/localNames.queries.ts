import type { Context } from '../../../kernel/context.ts'
import { slugOf } from '../../../kernel/slug.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { routePathOf } from '../routePath.ts'
import { type Catalog, canonicalUrl, catalog, findRouteIn, pairKey, type Route } from './catalog.queries.ts'
import type { RoutePlace } from './contract.ts'
import { type Named, placeSlugsIn, withoutPrefix } from './localSlugs.queries.ts'

// Computes names and slugs for each page, because 100,000 routes in each language would need too much memory.

/** Names and slugs of places and routes in one language. */
export interface LocalNames {
  t: Translate
  /** Returns the name in the language; if there is none, the Italian name. */
  nameOf(place: Named): string
  placeSlug(place: Named): string
  /** Returns the place with this slug, with its Italian name. */
  placeAt(slug: string): Named | undefined
  routeSlug(route: Route): string
  /** Finds a route by its slug in this language, or by another slug such as its Italian slug. */
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
  const { nameOf, placeSlug, idAt, slugBetween } = placeSlugsIn(t, {
    places: model.locations.values(),
    names: model.names,
  })
  const plainSlug = ({ slug, departure, destination }: Route) =>
    slugBetween(departure.id, destination.id) ?? slug

  /** Returns the routes whose names give this slug, in order of id. `a-b-c` may mean `a` to `b-c` or `a-b` to `c`. */
  function routesNamed(slug: string): Route[] {
    const found: Route[] = []
    const plain = withoutPrefix(t, slug)
    for (let at = plain.indexOf('-'); at > 0; at = plain.indexOf('-', at + 1)) {
      const [from, to] = [idAt(plain.slice(0, at)), idAt(plain.slice(at + 1))]
      if (from !== undefined && to !== undefined) found.push(...(model.byPair.get(pairKey(from, to)) ?? []))
    }
    return found.length > 1 ? found.sort((one, other) => one.id - other.id) : found
  }

  /** Appends the id if the slug belongs to a route with a lower id. */
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
    placeAt: (slug) => model.locations.get(idAt(slug) ?? 0),
    routeSlug,
    routeAt,
  }
}

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

/** Rewrites the names, slugs and URLs in the given rows of routes for a language. Italian rows stay as they are. */
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

/** Returns the canonical URL of a route. A URL that staff entered applies to the Italian page only. */
export function localUrl(names: LocalNames, route: Route, origin: string): string {
  if (names.t.language === languages[0]) return canonicalUrl(route, origin)
  return origin + localPath(names.t, routePathOf(names.routeSlug(route)))
}
