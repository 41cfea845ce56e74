import type { Context } from '../../../kernel/context.ts'
import { addressOf } from '../../../languages/addresses.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import { localPath } from '../../../languages/paths.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql } from '../../../platform/db.ts'
import { listPlacePages, placePathOf } from '../../catalog/places/queries.ts'
import {
  listOlderRoutes,
  localCatalog,
  type Route,
  routePathOf,
  routeSlugIn,
  sitemapRoutes,
} from '../../catalog/search/queries.ts'
import { articlePathOf } from '../blog/contract.ts'
import { listPublished } from '../blog/published.queries.ts'
import { newestReview } from '../reviews/shown.queries.ts'
import { translations } from '../translations/translated.queries.ts'
import { hubListPaths } from './lists.queries.ts'
import { placeLanguages } from './versions.queries.ts'

export interface SitemapEntry {
  url: string
  /** Last change of the contents; omitted if unknown. */
  lastmod?: Date
  /** URLs of the page in every language, with Italian as the default; omitted if the page exists only in Italian. */
  links?: { lang: string; url: string }[]
}

type Paths = readonly (readonly [language: string, path: string])[]

function entriesOf(origin: string, paths: Paths, lastmod?: Date): SitemapEntry[] {
  const urls = paths.map(([lang, path]) => ({ lang, url: origin + path }))
  const [first] = urls
  const links = first && urls.length > 1 ? [...urls, { lang: 'x-default', url: first.url }] : undefined
  return urls.map(({ url }) => ({ url, ...(lastmod && { lastmod }), ...(links && { links }) }))
}

/** Entries that are made when they are needed. */
interface Later {
  count: number
  make(): SitemapEntry[]
}

/** Returns the URLs of all indexable pages in each language, without URLs that redirect. */
export async function sitemapEntries(read: Sql, context: Context): Promise<SitemapEntry[]> {
  return (await laterEntries(read, context)).flatMap((one) => one.make())
}

export async function sitemapPart(
  read: Sql,
  context: Context,
  { first, max }: { first: number; max: number },
): Promise<{ total: number; entries: SitemapEntry[] }> {
  const found: SitemapEntry[] = []
  let total = 0
  for (const { count, make } of await laterEntries(read, context)) {
    const skipped = Math.max(0, first - total)
    if (skipped < count && found.length < max)
      found.push(...make().slice(skipped, skipped + max - found.length))
    total += count
  }
  return { total, entries: found }
}

async function laterEntries(read: Sql, context: Context): Promise<Later[]> {
  const { origin } = context.site
  const routes = await sitemapRoutes(read, context)
  const newest = routes.reduce<Date | undefined>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    undefined,
  )
  const hubLists = await Promise.all(all.map(async ({ t }) => ({ t, paths: await hubListPaths(read, t) })))
  const byRank = hubLists[0]?.paths.map((_, index) => localPaths(hubLists, ({ paths }) => paths[index])) ?? []
  const fixed = (path: string, lastmod?: Date) =>
    entriesOf(
      origin,
      localPaths(all, () => path),
      lastmod,
    )
  const own = [
    ...['/', '/tratte/', '/prezzi/'].flatMap((path) => fixed(path, newest)),
    ...byRank.flatMap((paths) => entriesOf(origin, paths, newest)),
    ...['/aziende/', '/contatti/', '/termini-condizioni/', '/privacy-policy/'].flatMap((path) => fixed(path)),
    ...(await placeEntries(read, origin)),
    ...(await reviewEntries(read, context)),
    ...(await blogEntries(read, origin)),
    ...(await listOlderRoutes(read)).map(({ slug }) => ({ url: `${origin}/tratte/${slug}/` })),
  ]
  return [
    ...own.map((entry) => ({ count: 1, make: () => [entry] })),
    ...(await routeEntries(read, routes, origin)),
  ]
}

const all = languages.map(languageWith)

function localPaths<L extends { t: Translate }>(inAll: L[], pathIn: (one: L) => string | undefined): Paths {
  return inAll.flatMap((one) => {
    const path = pathIn(one)
    return path === undefined ? [] : [[one.t.language, localPath(one.t, path)] as const]
  })
}

async function placeEntries(read: Sql, origin: string): Promise<SitemapEntry[]> {
  const places = (await listPlacePages(read)).filter(({ isIndexed }) => isIndexed)
  const names = await Promise.all(all.map(({ t }) => localCatalog(read, t)))
  const translated = await translations(read)
  return places.flatMap((place) => {
    const codes: string[] = placeLanguages(translated, place.id)
    const own = names.filter(({ t }) => codes.includes(t.language))
    const paths = localPaths(own, ({ placeSlug }) => placePathOf(placeSlug(place)))
    return entriesOf(origin, paths, place.updatedAt)
  })
}

async function routeEntries(
  read: Sql,
  routes: { route: Route; updatedAt: Date }[],
  origin: string,
): Promise<Later[]> {
  const names = await Promise.all(all.map(({ t }) => localCatalog(read, t)))
  const { routeLanguages } = await translations(read)
  return routes.map(({ route, updatedAt }) => {
    const codes: string[] = routeLanguages(route)
    return {
      count: codes.length,
      make() {
        const own = names.filter(({ t }) => codes.includes(t.language))
        const paths = localPaths(own, ({ routeSlug }) => routePathOf(routeSlug(route)))
        return entriesOf(origin, paths, updatedAt)
      },
    }
  })
}

async function reviewEntries(read: Sql, context: Context): Promise<SitemapEntry[]> {
  const newest = await newestReview(read, context)
  const paths = localPaths(all, () => '/recensioni/')
  return newest ? entriesOf(context.site.origin, paths, newest) : []
}

/** A language without articles has no list. */
async function blogEntries(read: Sql, origin: string): Promise<SitemapEntry[]> {
  const lists = await Promise.all(
    all.map(async ({ t }) => {
      const posts = await listPublished(read, t)
      return { t, posts, byId: new Map(posts.map((post) => [post.id, post])) }
    }),
  )
  const posts = lists[0]?.posts ?? []
  const [newest] = posts.map(({ updatedAt }) => updatedAt).sort((one, other) => Number(other) - Number(one))
  const list = localPaths(lists, ({ posts }) => (posts.length > 0 ? '/blog/' : undefined))
  return [
    ...entriesOf(origin, list, newest),
    ...posts.flatMap(({ id, updatedAt }) => {
      const paths = localPaths(lists, ({ byId }) => {
        const post = byId.get(id)
        return post && articlePathOf(post.slug)
      })
      return entriesOf(origin, paths, updatedAt)
    }),
  ]
}

/**
 * `listed` maps each URL of the sitemap to the URLs of its page in all languages; empty for a page in one language.
 * `standing` has the URLs of all routes, places and articles, also of routes of the previous site.
 */
export async function shownAddresses(
  read: Sql,
  context: Context,
): Promise<{ listed: Map<string, string[]>; standing: Pick<Set<string>, 'has'> }> {
  const { origin } = context.site
  const entries = await sitemapEntries(read, context)
  const listed = new Map(entries.map(({ url, links = [] }) => [url, links.map((link) => link.url)]))
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
  return {
    listed,
    standing: {
      has(url) {
        const { lang, path } = addressOf(url.slice(origin.length))
        if (older.has(path)) return true
        const own = inLanguage.find(({ names }) => names.t.language === lang)
        const slug = routeSlugIn(path)
        const route = slug === undefined ? undefined : own?.names.routeAt(slug)
        return route ? own?.names.routeSlug(route) === slug : (own?.paths.has(path) ?? false)
      },
    },
  }
}
