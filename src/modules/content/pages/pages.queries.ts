import { answer } from '../../../kernel/message.ts'
import { italian, languageAsked } from '../../../languages/catalogs.ts'
import { inLanguage, listPricingTable, routeFactsAt, travelOn } from '../../catalog/search/search.queries.ts'
import { company } from '../../settings/company/company.queries.ts'
import { maps } from '../drawings/drawings.queries.ts'
import { mapFor } from '../drawings/routeMap.queries.ts'
import {
  DrawMap,
  ReadPage,
  ReadPricingSnippets,
  ReadRouteMeta,
  ReadSitemap,
  ReadSnippetsTest,
} from './contract.ts'
import { routeWords } from './head.ts'
import { pageAt } from './page.queries.ts'
import { type SitemapEntry, sitemapPart } from './sitemap.ts'
import { snippetsPage } from './snippets.ts'
import { pricingOffers } from './structuredData.ts'

export { readSubscription, type Subscription } from '../newsletter/links.queries.ts'
export type { ListDate } from './listDates.ts'
export { type LaterEntries, laterEntries, type SitemapEntry, shownAddresses } from './sitemap.ts'

export const readPage = answer(ReadPage, (read, asked, caller, context) =>
  pageAt(read, asked, caller, { context }),
)

export const readRouteMeta = answer(ReadRouteMeta, async (read, { slug, lang }, _, context) => {
  const { t } = languageAsked(lang)
  const found = await routeFactsAt(read, slug, context.site.origin, travelOn(context))
  const [route = found] = await inLanguage(read, { t, context }, [found])
  const { title, description } = routeWords(t, route)
  return { title, description, canonical: route.canonicalUrl, ogTitle: title, ogDescription: description }
})

export const readPricingSnippets = answer(ReadPricingSnippets, async (read, _input, caller, context) => {
  const rows = await listPricingTable.answer(read, {}, caller, context)
  return {
    richSnippets: [pricingOffers(italian, rows, await company(read), `${context.site.origin}/prezzi/`)],
  }
})

export const readSnippetsTest = answer(ReadSnippetsTest, (read, _input, caller, context) =>
  snippetsPage(read, caller, context),
)

export const drawMapOf = answer(DrawMap, async (read, { path, lang }, _, context) => {
  const { coastSymbol, drawMap } = await maps()
  // A blog page has several maps, which share one drawing of the coast.
  return path.startsWith('/blog/')
    ? coastSymbol
    : drawMap(await mapFor(read, path, languageAsked(lang).t, context))
})

export const readSitemap = answer(ReadSitemap, async (read, asked, _caller, context) =>
  (await sitemapPart(read, context, asked)).entries.map(shownEntry),
)

const shownEntry = ({ url, lastmod, links }: SitemapEntry) => ({
  url,
  ...(links ? { links } : {}),
  ...(lastmod ? { lastmod: lastmod.toISOString() } : {}),
})
