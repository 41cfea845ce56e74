import { execFile, spawnSync } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import { answerOf, compared } from './against.ts'
import { cpuMs, serverCore } from './cores.ts'
import type { Row } from './row.ts'
import { median, openSite } from './site.ts'

// Measures the first render of a page, and compares two processes with one. The comparison needs wrk on PATH.

export const pages = [
  '/',
  '/tratte/',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  '/prezzi/',
  '/blog/',
  '/de/strecken/flughafen-brindisi-gallipoli/',
]
const rounds = 5
/** First renders of each page that are left out, because V8 compiles the code meanwhile; and those that count. */
const compiled = 10
const measured = 20
export const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }

export async function measure(): Promise<Row[]> {
  return [...(await firstRenders()), ...(await twoProcesses())]
}

/** Measures the processor time of the first response after a change, for which the site renders the page. */
async function firstRenders(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  const costs = new Map(pages.map((page) => [page, [] as number[]]))
  for (let round = 0; round < compiled + measured; round++) {
    await site.db
      .write`update route_prices set distance_km = 60 + ${round} where id = (select min(id) from route_prices)`
    await new Promise((resolve) => setTimeout(resolve, 300))
    for (const page of pages) {
      const before = site.cpuMs()
      await answerOf(site.origin + page, headers)
      costs.get(page)?.push(site.cpuMs() - before)
    }
  }
  return [...costs].map(([page, ms]) => {
    const cost = median(ms.slice(compiled))
    return {
      work: `${page}, first render after a change`,
      ours: `${cost.toFixed(1)} ms of processor`,
      reference: `${(ms[0] ?? 0).toFixed(0)} ms for the very first render`,
      goal: '≤ 20 ms',
      met: cost <= 20,
    }
  })
}

/**
 * Compares two processes with one. The load generator uses the same cores, which lengthens the wall time, so two rows
 * compare processor time. In the last row each process has its own port and its own load generator: where a load
 * generator calls both processes, a plain Node server needs more processor time for each response, too.
 */
async function twoProcesses(): Promise<Row[]> {
  if (spawnSync('wrk', ['-v']).error) {
    console.log('wrk is not on PATH: skipped the comparison of two processes with one')
    return []
  }
  await using one = await openSite()
  const two = await one.startMore(3417, 2)
  const apart = [await one.startMore(3418, 1), await one.startMore(3419, 1)]
  const page = pages[2] ?? '/'
  const found: { one: Rates; two: Rates; apart: Rates }[] = []
  for (let round = 0; round <= 2 * rounds; round++)
    found.push({
      one: await wrk([one.origin + page], 32, one.pids),
      two: await wrk([two.origin + page], 64, two.pids),
      apart: await wrk(
        apart.map(({ origin }) => origin + page),
        32,
        apart.flatMap(({ pids }) => pids),
      ),
    })
  // Leaves out the first round, which compiles the code.
  const rated = found.slice(1)
  const byClock = rated.map(({ one, two }) => ({ ours: two.ofClock, reference: one.ofClock }))
  const byProcessor = (of: 'two' | 'apart') =>
    rated.map((rates) => ({ ours: 2 * rates[of].ofProcessor, reference: rates.one.ofProcessor }))
  const work = `${page}, two processes compared with one`
  return [
    compared(`${work}, by wall time`, byClock, 1.7),
    compared(`${work}, by processor time`, byProcessor('two'), 1.9),
    compared(`${work}, by processor time, each with its own port`, byProcessor('apart'), 1.9),
  ]
}

/** Requests per second of wall time and of processor time. */
interface Rates {
  ofClock: number
  ofProcessor: number
}

/**
 * Calls every URL at the same time, each with its own wrk, which leaves more of the cores to the servers than a
 * JavaScript program. `pids` are the processes that respond.
 */
async function wrk(urls: string[], connections: number, pids: number[]): Promise<Rates> {
  const script = path.join(import.meta.dirname, 'visitors.lua')
  const options = ['-t', '1', '-c', String(connections), '-d', '3', '-H', 'accept-encoding: br', '-s', script]
  const before = cpuMs(pids)
  const outputs = await Promise.all(urls.map((url) => promisify(execFile)('wrk', [...options, url])))
  const rates = outputs.map(({ stdout }) => {
    const [requests, ofClock] = [/(\d+) requests in/, /Requests\/sec:\s+([\d.]+)/].map((line) =>
      Number(stdout.match(line)?.[1]),
    )
    if (!requests || !ofClock || /Non-2xx/.test(stdout)) throw new Error(`wrk: ${stdout}`)
    return { requests, ofClock }
  })
  const sum = (of: 'requests' | 'ofClock') => rates.reduce((total, one) => total + one[of], 0)
  return { ofClock: sum('ofClock'), ofProcessor: (sum('requests') * 1000) / (cpuMs(pids) - before) }
}
