import { answer } from '../../../kernel/message.ts'
import { Refused } from '../../../kernel/refused.ts'
import { siteOrigin } from '../../../platform/site.ts'
import { listPricingTable, readTransferRoute } from '../../catalog/search/queries.ts'
import { company, operator } from '../../settings/site/queries.ts'
import { findPost, postPage } from '../blog/published.queries.ts'
import { maps } from '../drawings/queries.ts'
import { mapFor } from '../drawings/routeMap.queries.ts'
import {
  DrawMap,
  ListPosts,
  ReadPage,
  ReadPost,
  ReadPricingSnippets,
  ReadRouteMeta,
  ReadSitemap,
  ReadSnippetsTest,
} from './contract.ts'
import { headOf } from './head.ts'
import { pageAt } from './page.queries.ts'
import { sitemapEntries } from './sitemap.ts'
import { snippetsPage } from './snippets.ts'
import { pricingOffers } from './structuredData.ts'

export { readSubscription, type Subscription } from '../newsletter/links.queries.ts'
export { shownAddresses } from './sitemap.ts'

export const readPage = answer(ReadPage, pageAt)

export const readRouteMeta = answer(ReadRouteMeta, async (read, { slug }, caller) => {
  const route = await readTransferRoute.answer(read, { slug }, caller)
  return headOf(
    {
      kind: 'route',
      route,
      hasGoogleMap: false,
      descriptionHtml: '',
      touristHtml: '',
      returnRoute: null,
      returnPrices: null,
      returnDiscountPercent: 0,
      departurePath: null,
      destinationPath: null,
      correlated: [],
      hasEconomy: true,
      faq: [],
    },
    `/tratte/transfer-${route.slug}/`,
    await operator(read),
    siteOrigin(),
  )
})

export const readPricingSnippets = answer(ReadPricingSnippets, async (read, _input, caller) => ({
  richSnippets: [
    pricingOffers(await listPricingTable.answer(read, {}, caller), await company(read), siteOrigin()),
  ],
}))

export const readSnippetsTest = answer(ReadSnippetsTest, (read, _input, caller) => snippetsPage(read, caller))

export const drawMapOf = answer(DrawMap, async (read, { path }) => {
  const { coastSymbol, drawMap } = await maps()
  // The blog's many pictures share one coast and draw their routes themselves.
  return path.startsWith('/blog/') ? coastSymbol : drawMap(await mapFor(read, path))
})

export const listPosts = answer(ListPosts, postPage)

export const readPost = answer(ReadPost, async (read, { slug }) => {
  const post = await findPost(read, slug)
  if (!post) throw new Refused(404, 'L’articolo richiesto non è disponibile.')
  return post
})

export const readSitemap = answer(ReadSitemap, async (read) =>
  (await sitemapEntries(read)).map(({ url, lastmod }) => ({
    url,
    ...(lastmod ? { lastmod: lastmod.toISOString() } : {}),
  })),
)
