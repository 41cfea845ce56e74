import { BareServer, compared, inPasses, inTurn, Load } from './against.ts'
import { serverCore } from './cores.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Compares the most used calls and pages with a bare Fastify route that sends the same bytes. Site and bare Fastify
// share one core and are measured alternately.

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

/** The German name and slug of a route are computed from the names and slugs of its two places. */
const german = [
  '/api/locations/search?q=gallip&lang=de',
  '/api/routes/search?departure=Aeroporto%20Brindisi&destination=Gallipoli&lang=de',
  '/api/routes/by-hubs?lang=de',
  '/de/strecken/flughafen-brindisi-gallipoli/',
]

/** Paths that large.ts requests with little and with much data. Some of the responses grow with the data. */
export const hotPaths = [...calls, `/tratte/transfer-${slug}/`]

export function headersFor(path: string): Record<string, string> {
  return path.startsWith('/api/') ? {} : { 'accept-encoding': 'gzip, deflate, br, zstd' }
}

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  const all = await inPasses([...calls, ...pages, ...german], (path) => besideBare(site, load, path))
  return all.flatMap(({ work, found }) => rowsOf(work, found))
}

type Found = Awaited<ReturnType<typeof besideBare>>

async function besideBare(site: Site, load: Load, path: string) {
  const headers = headersFor(path)
  const order = { url: `${site.origin}${path}`, headers, status: 200 }
  await using server = new BareServer()
  const bare = await server.answerLike(order, barePort)
  const orderOfKnown = { ...order, headers: { ...headers, 'if-none-match': bare.tag }, status: 304 }
  const rates = await inTurn(load, {
    reference: bare,
    ours: { order, cpuMs: site.cpuMs },
    again: { order: orderOfKnown, cpuMs: site.cpuMs },
  })
  const half = Math.round(median(rates.map(({ ours }) => ours)) / 2)
  const p99 = { ours: await load.p99(order, half), reference: await load.p99(bare.order, half) }
  return { bytes: bare.bytes, rates, half, p99 }
}

function rowsOf(path: string, found: Found[]): Row[] {
  const rates = found.flatMap(({ rates }) => rates)
  // Other work on the machine only lengthens the response times, so the lowest p99 counts.
  const p99 = Math.min(...found.map(({ p99 }) => p99.ours))
  return [
    compared(`${path}, ${found[0]?.bytes} bytes`, rates, 0.75),
    compared(
      `${path}, 304 compared with 200`,
      rates.map(({ ours, again }) => ({ ours: again, reference: ours })),
      1,
    ),
    {
      work: `${path}, p99 at ${median(found.map(({ half }) => half))}/s`,
      ours: `${p99} ms`,
      reference: `${Math.min(...found.map(({ p99 }) => p99.reference))} ms`,
      goal: '≤ 10 ms',
      met: p99 <= 10,
    },
  ]
}
