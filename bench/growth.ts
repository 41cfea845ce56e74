import { setTimeout as sleep } from 'node:timers/promises'
import { withModelsOnce } from '../src/kernel/readModel.ts'
import { shownAddresses } from '../src/modules/content/module.ts'
import { answerOf } from './against.ts'
import { cpuMs, serverCore } from './cores.ts'
import { memoryOf } from './large.ts'
import { addManyPlaces, many } from './manyPlaces.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Measures a catalogue in which every route has its own texts in four languages. `BENCH_ROUTES` sets the number of
// routes, `BENCH_HEAP_MB` the limit of the JavaScript heap.

/** Characters of a text. A route has two texts in each language. */
const textLength = 1_500
const heapMb = Number(process.env.BENCH_HEAP_MB ?? 512)
const pages = 40
/** Number of routes that one statement changes. A statement may take at most 30 s. */
const portion = 10_000

export async function measure(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore, heapMb, fill: addManyTexts })
  const another = await site.startMore(3415, 1)
  const startMs = cpuMs(another.pids)
  const afterStart = Math.max(...site.pids.map(memoryOf))
  const sitemap = await wholeSitemap(site)
  const renders = await firstRenders(site)
  const beforeOne = site.cpuMs()
  await site.db
    .write`update route_prices set price3to4_pax = 111 where id = (select max(id) from route_prices)`
  await sleep(2_000)
  const oneMs = site.cpuMs() - beforeOne
  const beforeAll = site.cpuMs()
  for (let from = 0; from < many.routes; from += portion)
    await site.db.write`
      update route_prices set price3to4_pax = price3to4_pax + 1 where id in (
        select id from route_prices order by id limit ${portion} offset ${from})`
  await sleep(Math.max(5_000, another.ms * 2))
  const allMs = site.cpuMs() - beforeAll
  const submission = await submitted(site, sitemap.last)
  const figure = (work: string, ours: string): Row => ({
    work: `${work}, ${many.routes} routes in four languages`,
    ours,
    goal: '',
    met: true,
  })
  return [
    figure('Start until /readyz answers 200', `${seconds(another.ms)}, ${seconds(startMs)} of processor`),
    figure('Peak resident memory after the start', `${afterStart} MB with a heap limit of ${heapMb} MB`),
    figure('Peak resident memory after a change of all prices', `${Math.max(...site.pids.map(memoryOf))} MB`),
    figure('One changed price', `${Math.round(oneMs)} ms of processor`),
    figure('All prices changed', `${seconds(allMs)} of processor`),
    figure(
      `Sitemap of ${sitemap.urls} addresses`,
      `${seconds(sitemap.cpuMs)} of processor, ${seconds(sitemap.longestMs)} for the slowest file`,
    ),
    figure('First render of a route in English', `${renders.toFixed(1)} ms of processor`),
    figure(
      `URLs of a submission to IndexNow (${submission.urls}), with those in other languages`,
      `${seconds(submission.ms)} and ${submission.mb} MB in the worker`,
    ),
  ]
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export async function addManyTexts(write: Site['db']['write']): Promise<void> {
  await addManyPlaces(write)
  const text = (language: string) =>
    write`rpad(${language} || ' ' || route_prices.id || repeat(' Il viaggio dura circa un’ora.', 100), ${textLength - 1}) || '.'`
  const [{ last }] = await write<[{ last: number }]>`select max(id)::int as last from route_prices`
  for (let from = 1; from <= last; from += portion) {
    const own = write`route_prices.id between ${from} and ${from + portion - 1}`
    await write`
      update route_prices set long_description = ${text('it')}, tourist_info = ${text('it')} where ${own}`
    for (const language of ['en', 'de', 'fr'])
      await write`
        insert into translations (kind, id, language, state, text, made_from, shown_text, shown_from)
        select 'route', id, ${language}, 'reviewed', text, made_from, text, made_from
        from route_prices,
          jsonb_build_object('longDescription', ${text(language)}, 'touristInfo', ${text(language)}) as text,
          jsonb_build_object('longDescription', long_description, 'touristInfo', tourist_info) as made_from
        where ${own} on conflict do nothing`
  }
  await write`vacuum analyze`
}

async function wholeSitemap(
  site: Site,
): Promise<{ urls: number; last: string[]; cpuMs: number; longestMs: number }> {
  const before = site.cpuMs()
  const took: number[] = []
  const read = async (path: string) => {
    const started = performance.now()
    const text = await (await fetch(site.origin + path)).text()
    took.push(performance.now() - started)
    return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => url)
  }
  const first = await read('/sitemap.xml')
  const parts = first.filter((url) => /\/sitemap-\d+\.xml$/.test(url))
  let urls = parts.length > 0 ? 0 : first.length
  let last = first
  for (const part of parts) {
    last = await read(new URL(part).pathname)
    urls += last.length
  }
  return { urls, last, cpuMs: site.cpuMs() - before, longestMs: Math.max(...took) }
}

async function firstRenders(site: Site): Promise<number> {
  const file = await fetch(`${site.origin}/sitemap-2.xml`)
  const xml = await (file.ok ? file : await fetch(`${site.origin}/sitemap.xml`)).text()
  const urls = [...xml.matchAll(/<loc>([^<]*\/en\/transfers\/(?!from-)[^<]*)<\/loc>/g)].map(
    ([, url = '']) => url,
  )
  const costs: number[] = []
  for (const url of urls.slice(0, pages)) {
    const before = site.cpuMs()
    await answerOf(site.origin + new URL(url).pathname, {})
    costs.push(site.cpuMs() - before)
  }
  // Leaves out the first pages, which compile the code.
  return median(costs.slice(10))
}

/** Like the worker, this process keeps no read models in memory. */
async function submitted(
  { runtime }: Site,
  all: string[],
): Promise<{ urls: number; ms: number; mb: number }> {
  const changed = all.slice(0, 1_000)
  const started = performance.now()
  const { versionsOf } = await withModelsOnce(() => shownAddresses(runtime.db.read, runtime.context))
  const urls = new Set(changed.flatMap((url) => versionsOf(url) ?? []))
  const ms = performance.now() - started
  return { urls: urls.size, ms, mb: Math.round(process.memoryUsage().rss / 2 ** 20) }
}
