import type { Sql } from '../../../platform/db.ts'
import { listPlacePages } from '../../catalog/places/queries.ts'
import { listOlderRoutes, routePaths, sitemapRoutes } from '../../catalog/search/queries.ts'
import { listPublished } from '../blog/published.queries.ts'

export interface SitemapEntry {
  url: string
  /** When what the page shows last changed; left out where that is not known truthfully. */
  lastmod?: Date
}

/** Every indexable address that answers 200, and nothing else (sitemaps.org; quality.md A). */
export async function sitemapEntries(read: Sql, origin: string): Promise<SitemapEntry[]> {
  const routes = await sitemapRoutes(read, origin)
  const newest = routes.reduce<Date | undefined>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    undefined,
  )
  const withRoutes = ['/', '/tratte/', '/prezzi/'].map((path) => ({
    url: origin + path,
    ...(newest ? { lastmod: newest } : {}),
  }))
  return [
    ...withRoutes,
    ...['/aziende/', '/contatti/', '/termini-condizioni/', '/privacy-policy/'].map((path) => ({
      url: origin + path,
    })),
    ...(await listPlacePages(read)).flatMap(({ path, updatedAt, isIndexed }) =>
      isIndexed ? [{ url: origin + path, lastmod: updatedAt }] : [],
    ),
    ...(await blogEntries(read, origin)),
    ...(await listOlderRoutes(read)).map(({ slug }) => ({ url: `${origin}/tratte/${slug}/` })),
    ...routes.map(({ canonicalUrl, updatedAt }) => ({ url: canonicalUrl, lastmod: updatedAt })),
  ]
}

/** The list as long as it lists something, and every published article. */
async function blogEntries(read: Sql, origin: string): Promise<SitemapEntry[]> {
  const posts = (await listPublished(read)).map(({ slug, updatedAt }) => ({
    url: `${origin}/blog/${slug}/`,
    lastmod: updatedAt,
  }))
  const [newest] = posts.map(({ lastmod }) => lastmod).sort((one, other) => Number(other) - Number(one))
  return newest ? [{ url: `${origin}/blog/`, lastmod: newest }, ...posts] : []
}

/** What search engines may be told of, and every route and article that has a page, be it for them or not. */
export async function shownAddresses(
  read: Sql,
  origin: string,
): Promise<{ listed: Set<string>; standing: Set<string> }> {
  const listed = new Set((await sitemapEntries(read, origin)).map(({ url }) => url))
  const paths = [
    ...(await routePaths(read)),
    ...(await listPlacePages(read)).map(({ path }) => path),
    ...(await listPublished(read)).map(({ slug }) => `/blog/${slug}/`),
  ]
  return { listed, standing: new Set(paths.map((path) => origin + path)) }
}
