import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { startNginx } from '../test/nginx.ts'
import { answerOf, compared, inPasses, inTurn, Load } from './against.ts'
import { cpuMs, onCore, serverCore } from './cores.ts'
import type { Row } from './row.ts'
import { median, openSite, type Site } from './site.ts'

// Measures the first render of a page; compares a cached page with a file served by nginx, and two processes with one.
// Skips the first comparison if nginx is not on PATH, the second if wrk is not.

const pages = [
  '/',
  '/tratte/',
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  '/prezzi/',
  '/blog/',
  '/de/strecken/flughafen-brindisi-gallipoli/',
]
const rounds = 5
const headers = { 'accept-encoding': 'gzip, deflate, br, zstd' }

export async function measure(): Promise<Row[]> {
  return [...(await onePage()), ...(await twoProcesses())]
}

async function onePage(): Promise<Row[]> {
  await using site = await openSite({ core: serverCore })
  using load = new Load()
  return [...(await firstRenders(site)), ...(await besideNginx(site, load))]
}

/** Measures the first response after a change that empties the cache: rendering the page and its map, compression. */
async function firstRenders(site: Site): Promise<Row[]> {
  const costs = new Map(pages.map((page) => [page, [] as number[]]))
  for (let round = 0; round < 12; round++) {
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
    // Leaves out the first rounds, which compile the code.
    const cost = median(ms.slice(4))
    return {
      work: `${page}, first render after a change`,
      ours: `${cost.toFixed(1)} ms of processor`,
      reference: `${(ms[0] ?? 0).toFixed(0)} ms for the very first render`,
      goal: '≤ 25 ms',
      met: cost <= 25,
    }
  })
}

/**
 * Compares a file served by nginx with two other ways to send the same page: the product without nginx, and the cache
 * of the product's nginx configuration.
 */
async function besideNginx(site: Site, load: Load): Promise<Row[]> {
  const port = 3416
  const nginx = await startNginx({
    apiPort: Number(new URL(site.origin).port),
    isUnlimited: true,
    more: `server { listen 127.0.0.1:${port}; root FOLDER/pages; open_file_cache max=10; add_header content-encoding br; }`,
    start: (command) => onCore(serverCore, command),
  })
  if (!nginx) {
    console.log('skipped: no nginx')
    return []
  }
  await using _ = nginx
  mkdirSync(path.join(nginx.folder, 'pages'))
  for (const [index, page] of pages.entries()) {
    const { body } = await answerOf(site.origin + page, headers)
    writeFileSync(path.join(nginx.folder, 'pages', String(index)), body)
  }
  const workers = readFileSync(`/proc/${nginx.pid}/task/${nginx.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .map(Number)
    // Leaves out the processes that nginx runs for its cache. One ends after a minute, and `cpuMs` would then throw.
    .filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('worker process'))
  const all = await inPasses([...pages.entries()], ([index, page]) => {
    const orderAt = (url: string) => ({ url, headers, status: 200 })
    const ofNginx = () => cpuMs(workers)
    return inTurn(load, {
      ours: { order: orderAt(site.origin + page), cpuMs: site.cpuMs },
      kept: { order: orderAt(nginx.origin + page), cpuMs: ofNginx },
      reference: { order: orderAt(`http://127.0.0.1:${port}/${index}`), cpuMs: ofNginx },
    })
  })
  return all.flatMap(({ work: [, page], found }) => [
    compared(`${page} compared with a file served by nginx`, found.flat(), 0.5),
    compared(
      `${page} kept by nginx compared with a file served by nginx`,
      found.flat().map(({ kept, reference }) => ({ ours: kept, reference })),
      0.9,
    ),
  ])
}

/**
 * Compares two processes with one process that gets half as many connections. Returns a row for wall time and a row for
 * processor time, because the load generator uses the same cores and lengthens the wall time.
 */
async function twoProcesses(): Promise<Row[]> {
  if (spawnSync('wrk', ['-v']).error) {
    console.log('wrk is not on PATH: skipped the comparison of two processes with one')
    return []
  }
  await using one = await openSite()
  const two = await one.startMore(3417, 2)
  const page = pages[2] ?? '/'
  const found: { one: Rates; two: Rates }[] = []
  for (let round = 0; round <= 2 * rounds; round++)
    found.push({
      one: wrk(one.origin + page, 32, one.cpuMs),
      two: wrk(two.origin + page, 64, () => cpuMs(two.pids)),
    })
  // Leaves out the first round, which compiles the code.
  const rated = found.slice(1)
  const byClock = rated.map(({ one, two }) => ({ ours: two.ofClock, reference: one.ofClock }))
  const byProcessor = rated.map(({ one, two }) => ({ ours: 2 * two.ofProcessor, reference: one.ofProcessor }))
  const work = `${page}, two processes compared with one`
  return [
    compared(`${work}, by wall time`, byClock, 1.7),
    compared(`${work}, by processor time`, byProcessor, 1.7),
  ]
}

/** Requests per second of wall time and of processor time. */
interface Rates {
  ofClock: number
  ofProcessor: number
}

/** Measures with wrk, which leaves more of the cores to the servers than a JavaScript program. */
function wrk(url: string, connections: number, cpuMs: () => number): Rates {
  const script = path.join(import.meta.dirname, 'visitors.lua')
  const asked = ['-H', 'accept-encoding: br', '-s', script, url]
  const before = cpuMs()
  const { stdout } = spawnSync('wrk', ['-t', '1', '-c', String(connections), '-d', '3', ...asked], {
    encoding: 'utf8',
  })
  const [requests, ofClock] = [/(\d+) requests in/, /Requests\/sec:\s+([\d.]+)/].map((line) =>
    Number(stdout.match(line)?.[1]),
  )
  if (!requests || !ofClock || /Non-2xx/.test(stdout)) throw new Error(`wrk: ${stdout}`)
  return { ofClock, ofProcessor: (requests * 1000) / (cpuMs() - before) }
}
