import type { Context } from '../../../kernel/context.ts'
import { addressOf } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { listPlacePages, placePathOf } from '../../catalog/places/placePages.queries.ts'
import {
  changedRoutes,
  listOlderRoutes,
  localCatalog,
  type Route,
  routePathOf,
  routeSlugIn,
} from '../../catalog/search/search.queries.ts'
import { articlePathOf } from '../addresses/articlePath.contract.ts'
import { listPublished } from '../blog/published.queries.ts'
import { datedReviews } from '../reviews/shown.queries.ts'
import { translations } from '../translations/translated.queries.ts'
import { type ListDates, type ListedRow, listDates } from './listDates.ts'
import { hubListPaths } from './lists.ts'
import { placeLanguages } from './versions.ts'

export interface SitemapEntry {
  url: string
  /** Last change of the contents; omitted if unknown. */
  lastmod?: Date
  /** URLs of the page in every language, with Italian as the default; omitted if the page exists only in Italian. */
  links?: { lang: string; url: string }[]
}

type Paths = readonly (readonly [language: string, path: string])[]

function entriesOf(
  origin: string,
  paths: Paths,
  lastmodIn: (language: string) => Date | undefined,
): SitemapEntry[] {
  const urls = paths.map(([lang, path]) => ({ lang, url: origin + path }))
  const [first] = urls
  const links = first && urls.length > 1 ? [...urls, { lang: 'x-default', url: first.url }] : undefined
  return urls.map(({ lang, url }) => {
    const lastmod = lastmodIn(lang)
    return { url, ...(lastmod && { lastmod }), ...(links && { links }) }
  })
}

/** Entries that are made when they are needed, because those of 200,000 routes take gigabytes. */
export interface LaterEntries {
  count: number
  make(): SitemapEntry[]
}

/** Returns up to `max` URLs of indexable pages in each language from position `first` on, and the number of all. */
export async function sitemapPart(
  read: Sql,
  context: Context,
  { first, max }: { first: number; max: number },
): Promise<{ total: number; entries: SitemapEntry[] }> {
  const found: SitemapEntry[] = []
  let total = 0
  const { own, ofRoutes } = await laterEntries(read, context)
  const later = [{ count: own.length, make: () => own }, ...ofRoutes.values()]
  for (const { count, make } of later) {
    const skipped = Math.max(0, first - total)
    if (skipped < count && found.length < max)
      found.push(...make().slice(skipped, skipped + max - found.length))
    total += count
  }
  return { total, entries: found }
}

/**
 * `ofRoutes` maps the id of each route to its entries, `own` has those of the other pages. None redirects. `lists` are the
 * dates of the lists.
 */
export async function laterEntries(
  read: Sql,
  context: Context,
): Promise<{ own: SitemapEntry[]; ofRoutes: Map<number, LaterEntries>; lists: ListDates }> {
  const { origin } = context.site
  const lists = await listDates(read, context)
  const routes = await changedRoutes(read, context)
  const changedAt = lists.changedAt('routes', routes)
  const hubLists = await Promise.all(all.map(async ({ t }) => ({ t, paths: await hubListPaths(read, t) })))
  const byRank = hubLists[0]?.paths.map((_, index) => localPaths(hubLists, ({ paths }) => paths[index])) ?? []
  const fixed = (path: string, lastmod?: Date) =>
    entriesOf(
      origin,
      localPaths(all, () => path),
      () => lastmod,
    )
  const own = [
    ...['/', '/tratte/', '/prezzi/'].flatMap((path) => fixed(path, changedAt)),
    ...byRank.flatMap((paths) => entriesOf(origin, paths, () => changedAt)),
    ...['/aziende/', '/contatti/', '/termini-condizioni/', '/privacy-policy/'].flatMap((path) => fixed(path)),
    ...(await placeEntries(read, { origin, routes, lists })),
    ...(await reviewEntries(read, context, lists)),
    ...(await blogEntries(read, origin, lists)),
    ...(await listOlderRoutes(read)).map(({ slug }) => ({ url: `${origin}/tratte/${slug}/` })),
  ]
  const shown = routes.filter(({ isInSitemap }) => isInSitemap)
  return { own, ofRoutes: await routeEntries(read, shown, origin), lists }
}

const all = languages.map(languageWith)

function localPaths<L extends { t: Translate }>(inAll: L[], pathIn: (one: L) => string | undefined): Paths {
  return inAll.flatMap((one) => {
    const path = pathIn(one)
    return path === undefined ? [] : [[one.t.language, localPath(one.t, path)] as const]
  })
}

interface Listed {
  origin: string
  routes: (ListedRow & { route: Route })[]
  lists: ListDates
}

async function placeEntries(read: Sql, { origin, routes, lists }: Listed): Promise<SitemapEntry[]> {
  const places = (await listPlacePages(read)).filter(({ isIndexed }) => isIndexed)
  const names = await Promise.all(all.map(({ t }) => localCatalog(read, t)))
  const translated = await translations(read)
  const rowsOf = new Map(places.map((place): [number, ListedRow[]] => [place.id, [place]]))
  for (const row of routes)
    for (const { id } of [row.route.departure, row.route.destination]) rowsOf.get(id)?.push(row)
  return places.flatMap((place) => {
    const changedAt = lists.changedAt(`place/${place.id}`, rowsOf.get(place.id) ?? [])
    const codes: string[] = placeLanguages(translated, place.id)
    const own = names.filter(({ t }) => codes.includes(t.language))
    const paths = localPaths(own, ({ placeSlug }) => placePathOf(placeSlug(place)))
    return entriesOf(origin, paths, () => changedAt)
  })
}

async function routeEntries(
  read: Sql,
  routes: { route: Route; updatedAt: Date }[],
  origin: string,
): Promise<Map<number, LaterEntries>> {
  const names = await Promise.all(all.map(({ t }) => localCatalog(read, t)))
  const { routeLanguages } = await translations(read)
  return new Map(
    routes.map(({ route, updatedAt }) => {
      const codes: string[] = routeLanguages(route)
      const make = () => {
        const own = names.filter(({ t }) => codes.includes(t.language))
        const paths = localPaths(own, ({ routeSlug }) => routePathOf(routeSlug(route)))
        return entriesOf(origin, paths, () => updatedAt)
      }
      return [route.id, { count: codes.length, make }]
    }),
  )
}

async function reviewEntries(read: Sql, context: Context, lists: ListDates): Promise<SitemapEntry[]> {
  const rows = await datedReviews(read, context)
  const changedAt = lists.changedAt('reviews', rows)
  const paths = localPaths(all, () => '/recensioni/')
  return rows.length > 0 ? entriesOf(context.site.origin, paths, () => changedAt) : []
}

/** A language without articles has no list. */
async function blogEntries(read: Sql, origin: string, dates: ListDates): Promise<SitemapEntry[]> {
  const lists = await Promise.all(
    all.map(async ({ t }) => {
      const posts = await listPublished(read, t)
      return { t, posts, byId: new Map(posts.map((post) => [post.id, post])) }
    }),
  )
  const posts = lists[0]?.posts ?? []
  const changedIn = new Map<string, Date | undefined>(
    lists.map(({ t, posts }) => [t.language, dates.changedAt(`blog/${t.language}`, posts)]),
  )
  const list = localPaths(lists, ({ posts }) => (posts.length > 0 ? '/blog/' : undefined))
  return [
    ...entriesOf(origin, list, (language) => changedIn.get(language)),
    ...posts.flatMap(({ id, updatedAt }) => {
      const paths = localPaths(lists, ({ byId }) => {
        const post = byId.get(id)
        return post && articlePathOf(post.slug)
      })
      return entriesOf(origin, paths, () => updatedAt)
    }),
  ]
}

/**
 * `versionsOf` returns the URLs in all languages of the page at a URL of the sitemap: none for a page in one language,
 * undefined if the sitemap does not contain the URL. `isStanding` is true for the URL of any route, place or article,
 * also of a route of the previous site.
 */
export async function shownAddresses(
  read: Sql,
  context: Context,
): Promise<{ versionsOf(url: string): string[] | undefined; isStanding(url: string): boolean }> {
  const { origin } = context.site
  const { own, ofRoutes } = await laterEntries(read, context)
  const versions = ({ links = [] }: SitemapEntry) => links.map(({ url }) => url)
  const ownVersions = new Map(own.map((entry) => [entry.url, versions(entry)]))
  const inLanguage = await Promise.all(
    all.map(async ({ t }) => {
      const names = await localCatalog(read, t)
      const places = await listPlacePages(read)
      const paths = [
        ...places.map((place) => placePathOf(names.placeSlug(place))),
        ...(await listPublished(read, t)).map(({ slug }) => articlePathOf(slug)),
      ]
      return { names, paths: new Set(paths) }
    }),
  )
  const older = new Set((await listOlderRoutes(read)).map(({ slug }) => `/tratte/${slug}/`))
  function partsOf(url: string) {
    const { lang, path } = addressOf(url.slice(origin.length))
    const own = inLanguage.find(({ names }) => names.t.language === lang)
    const slug = routeSlugIn(path)
    const route = slug === undefined ? undefined : own?.names.routeAt(slug)
    return { path, own, route, isCurrent: route !== undefined && own?.names.routeSlug(route) === slug }
  }
  return {
    versionsOf(url) {
      const { route } = partsOf(url)
      // Makes only the entries of asked routes, because those of 200,000 routes take seconds.
      const entries = (route && ofRoutes.get(route.id)?.make()) ?? []
      const entry = entries.find((one) => one.url === url)
      return entry ? versions(entry) : ownVersions.get(url)
    },
    isStanding(url) {
      const { path, own, route, isCurrent } = partsOf(url)
      return older.has(path) || (route ? isCurrent : (own?.paths.has(path) ?? false))
    },
  }
}
