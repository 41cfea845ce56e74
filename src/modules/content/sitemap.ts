import type { Sql } from '../../db.ts'
import { siteOrigin } from '../../site.ts'
import { sitemapRoutes } from '../catalog/queries.ts'

export interface SitemapEntry {
  url: string
  /** When what the page shows last changed; left out where that is not known truthfully. */
  lastmod?: Date
}

/** Every indexable address that answers 200, and nothing else (sitemaps.org; quality.md A). */
export async function sitemapEntries(read: Sql): Promise<SitemapEntry[]> {
  const origin = siteOrigin()
  const routes = await sitemapRoutes(read)
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
    ...routes.map(({ canonicalUrl, updatedAt }) => ({ url: canonicalUrl, lastmod: updatedAt })),
  ]
}
