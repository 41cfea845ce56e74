import { bareFor, compared, inTurn, Load } from './against.ts'
import { serverCore } from './cores.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Calls and pages that every visit makes, as in production, beside a bare Fastify route that answers the same bytes from
// memory. Both servers stand on one core and are measured in turn.

const barePort = 3412
const slug = 'aeroporto-brindisi-gallipoli'

const calls = [
  '/api/locations/search?q=gallip',
  '/api/routes/check?departure=1&destination=2',
  '/api/routes/search?departure=Aeroporto%20Brindisi&destination=Gallipoli',
  '/api/routes/popular',
  '/api/routes/by-hubs',
  '/api/routes/pricing-table',
  `/api/transfer-routes/${slug}`,
]
const pages = ['/', '/tratte/', `/tratte/transfer-${slug}/`, '/prezzi/', '/blog/']

/** Those whose answers grow with the data, and those whose do not. */
export const hotPaths = [...calls, `/tratte/transfer-${slug}/`]

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  const rows: Row[] = []
  for (const path of calls) rows.push(...(await besideBare(site, load, path, {})))
  for (const path of pages)
    rows.push(...(await besideBare(site, load, path, { 'accept-encoding': 'gzip, deflate, br, zstd' })))
  return rows
}

async function besideBare(
  site: Site,
  load: Load,
  path: string,
  headers: Record<string, string>,
): Promise<Row[]> {
  const order = { url: `${site.origin}${path}`, headers, status: 200 }
  await using bare = await bareFor(order, barePort)
  const orderOfKnown = { ...order, headers: { ...headers, 'if-none-match': bare.tag }, status: 304 }
  const found = await inTurn(load, {
    reference: bare,
    ours: { order, cpuMs: site.cpuMs },
    again: { order: orderOfKnown, cpuMs: site.cpuMs },
  })
  const half = Math.round(median(found.map(({ ours }) => ours)) / 2)
  const ownP99 = await load.p99(order, half)
  const bareP99 = await load.p99(bare.order, half)
  const name = `${path}, ${bare.bytes} bytes`
  return [
    compared(name, found, 0.75),
    compared(
      `${path}, 304 beside 200`,
      found.map(({ ours, again }) => ({ ours: again, reference: ours })),
      1,
    ),
    {
      work: `${path}, p99 at ${half}/s`,
      ours: `${ownP99} ms`,
      reference: `${bareP99} ms`,
      ratio: null,
      goal: '≤ 10 ms',
      met: ownP99 <= 10,
    },
  ]
}
