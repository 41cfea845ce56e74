import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { serverCore } from './cores.ts'
import { addManyPlaces, many } from './manyPlaces.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Measures the builds of the sitemap with 100,000 routes in four languages (sitemapBuild.ts), and the API meanwhile.

const page = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
const everyMs = 20
/** Limit of the JavaScript heap of a build. */
const heapMb = Number(process.env.BENCH_HEAP_MB ?? 384)

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore, fill: addManyPlaces })
  const idle = await askedWhile(site, () => sleep(5_000))
  const first = await built(site)
  await site.db.write`
    update route_prices set price3to4_pax = 111, updated_at = now() where id = (select max(id) from route_prices)`
  const second = await built(site)
  const [{ bytes }] = await site.db.write<[{ bytes: number }]>`
    select sum(length(brotli) + length(gzip))::int as bytes from sitemap_files`
  const figure = (work: string, ours: string): Row => ({
    work: `${work}, ${many.routes} routes in four languages`,
    ours,
    goal: '',
    met: true,
  })
  return [
    figure(`First build of ${first.urlCount} URLs in ${first.files} files`, costOf(first)),
    figure(`Build after one changed price, which changes ${second.changed} dates`, costOf(second)),
    figure('Page of the API while nothing is built', idle),
    figure('Page of the API during the first build', first.page),
    figure('Stored bytes of all files, in both compressions', `${(bytes / 2 ** 20).toFixed(1)} MB`),
    figure('All files, sent by the API', await partsSent(site, first.files)),
  ]
}

interface Cost {
  urlCount: number
  files: number
  changed: number
  seconds: number
  cpuSeconds: number
  /** Longest processor time between two turns of the event loop, for which other work would wait. */
  longestMs: number
  megabytes: number
}

async function built(site: Site): Promise<Cost & { page: string }> {
  const program = [`--max-old-space-size=${heapMb}`, 'bench/sitemapBuild.ts']
  const child = spawn(process.execPath, program, { env: site.env, stdio: ['ignore', 'pipe', 'inherit'] })
  let printed = ''
  const page = await askedWhile(site, async () => {
    printed = await text(child.stdout)
  })
  return { ...(JSON.parse(printed) as Cost), page }
}

const costOf = ({ seconds, cpuSeconds, longestMs, megabytes }: Cost) =>
  `${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processor, ${megabytes} MB with a heap limit of ` +
  `${heapMb} MB, turns of at most ${Math.round(longestMs)} ms of processor`

/** Asks for a page while the work runs. Returns the median and the 99th percentile of its milliseconds. */
async function askedWhile(site: Site, work: () => Promise<unknown>): Promise<string> {
  const took: number[] = []
  let isOver = false
  const asking = (async () => {
    while (!isOver) {
      const started = performance.now()
      await (await fetch(site.origin + page)).arrayBuffer()
      took.push(performance.now() - started)
      await sleep(everyMs)
    }
  })()
  await work()
  isOver = true
  await asking
  const sorted = took.toSorted((one, other) => one - other)
  const slow = sorted[Math.floor(sorted.length * 0.99)] ?? 0
  return `${median(took).toFixed(1)} ms, 99th percentile ${slow.toFixed(1)} ms`
}

async function partsSent(site: Site, files: number): Promise<string> {
  const before = site.cpuMs()
  const started = performance.now()
  for (let number = 1; number <= files; number++)
    await (await fetch(`${site.origin}/sitemap-${number}.xml`)).arrayBuffer()
  return `${Math.round(performance.now() - started)} ms, ${site.cpuMs() - before} ms of processor`
}
