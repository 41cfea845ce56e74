import { answer } from '../../message.ts'
import { siteOrigin } from '../../site.ts'
import { listPricingTable, readTransferRoute } from '../catalog/queries.ts'
import { company } from '../settings/queries.ts'
import { DrawMap, ReadPage, ReadPricingSnippets, ReadRouteMeta, ReadSitemap } from './contract.ts'
import { headOf } from './head.ts'
import { drawMap } from './map.ts'
import { pageAt } from './page.ts'
import { mapFor } from './routeMap.ts'
import { sitemapEntries } from './sitemap.ts'
import { pricingOffers } from './structuredData.ts'

export const readPage = answer(ReadPage, (read, address) => pageAt(read, address))

export const readRouteMeta = answer(ReadRouteMeta, async (read, { slug }, caller) => {
  const route = await readTransferRoute.answer(read, { slug }, caller)
  return headOf(
    { kind: 'route', route, returnRoute: null, correlated: [], hasEconomy: true, faq: [] },
    `/tratte/transfer-${route.slug}/`,
    await company(read),
    siteOrigin(),
  )
})

export const readPricingSnippets = answer(ReadPricingSnippets, async (read, _input, caller) => ({
  richSnippets: [
    pricingOffers(await listPricingTable.answer(read, {}, caller), await company(read), siteOrigin()),
  ],
}))

export const drawMapOf = answer(DrawMap, async (read, { path }) => drawMap(await mapFor(read, path)))

export const readSitemap = answer(ReadSitemap, async (read) =>
  (await sitemapEntries(read)).map(({ url, lastmod }) => ({
    url,
    ...(lastmod ? { lastmod: lastmod.toISOString() } : {}),
  })),
)
