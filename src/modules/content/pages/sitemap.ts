import type { Context } from '../../../kernel/context.ts'
import { languageWith } from '../../../languages/catalogs.ts'
import { languages } from '../../../languages/messages.ts'
import type { Sql } from '../../../platform/db.ts'
import { listPlacePages } from '../../catalog/places/queries.ts'
import { listOlderRoutes, routePaths, sitemapRoutes } from '../../catalog/search/queries.ts'
import { listPublished } from '../blog/published.queries.ts'
import { hubListPaths } from './lists.queries.ts'

export interface SitemapEntry {
  url: string
  /** Last change of the contents; omitted if unknown. */
  lastmod?: Date
}

/** Returns the URL of every indexable page and no URL that redirects. */
export async function sitemapEntries(read: Sql, context: Context): Promise<SitemapEntry[]> {
  const { origin } = context.site
  const routes = await sitemapRoutes(read, context)
  const newest = routes.reduce<Date | undefined>(
    (latest, { updatedAt }) => (latest && latest > updatedAt ? latest : updatedAt),
    undefined,
  )
  const withRoutes = [
    '/',
    '/tratte/',
    '/prezzi/',
    ...(await hubListPaths(read, languageWith(languages[0]).t)),
  ].map((path) => ({
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

/** Returns the entries of the blog, without its list while it is empty. */
async function blogEntries(read: Sql, origin: string): Promise<SitemapEntry[]> {
  const posts = (await listPublished(read)).map(({ slug, updatedAt }) => ({
    url: `${origin}/blog/${slug}/`,
    lastmod: updatedAt,
  }))
  const [newest] = posts.map(({ lastmod }) => lastmod).sort((one, other) => Number(other) - Number(one))
  return newest ? [{ url: `${origin}/blog/`, lastmod: newest }, ...posts] : []
}

/**
 * Returns the URLs in the sitemap (`listed`), and the URLs of every route, place and article with a page (`standing`).
 */
export async function shownAddresses(
  read: Sql,
  context: Context,
): Promise<{ listed: Set<string>; standing: Set<string> }> {
  const listed = new Set((await sitemapEntries(read, context)).map(({ url }) => url))
  const paths = [
    ...(await routePaths(read)),
    ...(await listPlacePages(read)).map(({ path }) => path),
    ...(await listPublished(read)).map(({ slug }) => `/blog/${slug}/`),
  ]
  return { listed, standing: new Set(paths.map((path) => context.site.origin + path)) }
}
