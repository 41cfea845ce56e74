import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { newAddress } from '../test/newAddress.ts'
import { BareServer, inPasses, inTurn, Load } from './against.ts'
import { cpuMs, serverCore } from './cores.ts'
import { headersFor, hotPaths } from './hotCalls.ts'
import { addManyPlaces, many } from './manyPlaces.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Measures with 100,000 routes: speed of frequent calls, start and memory of a process, delay until every process shows
// a changed price.

const changes = 7
const changesOfAll = 3
/** Milliseconds to wait until every process has reloaded all routes. */
const settledMs = 12_000

export async function measure(): Promise<Row[]> {
  await using small = await openSite({ core: serverCore })
  await using large = await openSite({ core: serverCore, port: 3413, fill: addManyPlaces })
  return [...(await besideLittle(small, large)), ...(await startAndChange(large))]
}

async function besideLittle(small: Site, large: Site): Promise<Row[]> {
  using load = new Load()
  const all = await inPasses(hotPaths, (path) => bothBesideBare(load, small, large, path))
  return all.map(({ work, found }) => kept(work, found))
}

type Found = Awaited<ReturnType<typeof bothBesideBare>>

/** Compares the site with a bare Fastify route, with little and with much data. */
async function bothBesideBare(load: Load, small: Site, large: Site, path: string) {
  const orderOf = ({ origin }: Site) => ({ url: `${origin}${path}`, headers: headersFor(path), status: 200 })
  // One bare process serves both measurements, because one of two processes may be faster by chance.
  await using server = new BareServer()
  const bareOfLittle = await server.answerLike(orderOf(small), 3412)
  const bareOfMuch = await server.answerLike(orderOf(large), 3414)
  const rates = await inTurn(load, {
    little: { order: orderOf(small), cpuMs: small.cpuMs },
    bareOfLittle,
    much: { order: orderOf(large), cpuMs: large.cpuMs },
    bareOfMuch,
  })
  const ratios = rates.map(({ little, bareOfLittle, much, bareOfMuch }) => ({
    little: little / bareOfLittle,
    much: much / bareOfMuch,
  }))
  return { bytes: bareOfMuch.bytes, ratios }
}

/** Compares two ratios of the site's rate to the bare route's: with much data and with little. */
function kept(path: string, found: Found[]): Row {
  const ratios = found.flatMap(({ ratios }) => ratios)
  const shares = ratios.map(({ little, much }) => much / little)
  const ratio = { median: median(shares), low: Math.min(...shares), high: Math.max(...shares) }
  return {
    work: `${path}, ${many.routes} routes, ${found[0]?.bytes} bytes`,
    ours: `${median(ratios.map(({ much }) => much)).toFixed(2)} of bare`,
    reference: `${median(ratios.map(({ little }) => little)).toFixed(2)} of bare with the bundled ones`,
    ratio,
    goal: '≥ 0.9',
    met: ratio.median >= 0.9,
  }
}

async function startAndChange(site: Site): Promise<Row[]> {
  const another = await site.startMore(3415, 1)
  const startMs = cpuMs(another.pids)
  const [route] = await site.db.read<[{ id: number; slug: string }]>`
    select id, slug from route_prices order by id desc limit 1`
  const found: { seen: number; cpu: number }[] = []
  const pids = [...site.pids, ...another.pids]
  for (let change = 0; change < changes; change++) {
    const before = cpuMs(pids)
    const price = String(200 + change)
    const started = performance.now()
    const reply = await fetch(`${site.origin}/api/bulk-pricing/update`, {
      method: 'PUT',
      headers: { ...site.staff, 'content-type': 'application/json' },
      body: JSON.stringify({ updates: [{ id: route.id, field: 'price1to3Pax', value: price }] }),
    })
    if (!reply.ok) throw new Error(await reply.text())
    await Promise.all([site.origin, another.origin].map((origin) => seen(origin, route.slug, price)))
    const ms = performance.now() - started
    await sleep(300)
    found.push({ seen: ms, cpu: (cpuMs(pids) - before) / pids.length })
  }
  const seenMs = found.map(({ seen }) => seen)
  const changeCpu = median(found.map(({ cpu }) => cpu))
  const most = Math.max(...pids.map(memoryOf))
  for (let change = 0; change < changesOfAll; change++) {
    await site.db.write`update route_prices set price3to4_pax = price3to4_pax + 1, updated_at = now()`
    await sleep(settledMs)
  }
  const mostAfterAll = Math.max(...pids.map(memoryOf))
  return [
    {
      work: `Start with ${many.routes} routes, until /readyz answers 200`,
      ours: `${(another.ms / 1000).toFixed(1)} s`,
      reference: `${(startMs / 1000).toFixed(1)} s of processor`,
      goal: '≤ 3.5 s',
      met: another.ms <= 3_500,
    },
    {
      work: `Peak resident memory with ${many.routes} routes`,
      ours: `${most} MB`,
      goal: '≤ 600 MB',
      met: most <= 600,
    },
    {
      work: `Peak resident memory after ${changesOfAll} changes of all prices`,
      ours: `${mostAfterAll} MB`,
      goal: '≤ 600 MB',
      met: mostAfterAll <= 600,
    },
    {
      work: 'Time until both processes show a changed price',
      ours: `${Math.round(median(seenMs))} ms`,
      reference: `${Math.round(Math.max(...seenMs))} ms at most`,
      goal: '≤ 1000 ms',
      met: median(seenMs) <= 1_000,
    },
    {
      work: 'Processor time of a changed price, per process',
      ours: `${Math.round(changeCpu)} ms of processor`,
      reference: `${Math.round(startMs)} ms for a start`,
      goal: '≤ 0.1 of a start',
      met: changeCpu <= startMs / 10,
    },
  ]
}

async function seen(origin: string, slug: string, price: string): Promise<void> {
  for (let tries = 0; tries < 500; tries++) {
    const headers = { 'x-forwarded-for': newAddress() }
    const reply = await fetch(`${origin}/api/transfer-routes/${slug}`, { headers })
    const { price1to3Pax } = (await reply.json()) as { price1to3Pax: string }
    if (Number(price1to3Pax) === Number(price)) return
    await sleep(10)
  }
  throw new Error(`${origin} never shows the price`)
}

/** Returns the peak resident memory (VmHWM) in MB. */
export function memoryOf(pid: number): number {
  const [, kB] = readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmHWM:\s+(\d+)/) ?? []
  return Math.round(Number(kB) / 1024)
}
