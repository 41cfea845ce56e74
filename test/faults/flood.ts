import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './flooding.ts'
import type { System } from './system.ts'
import { type Answer, addressOf, call, counts, percentile } from './traffic.ts'

/** Paths for floods from one client. Each HTTP request replaces `*` with a new text. */
export const floods = {
  'a query that the page does not use': '/prezzi/?departure=*',
  'a query that no page uses': '/tratte/?utm_source=*',
  'searches that nobody made before': '/risultati-ricerca/?departure=*&destination=Lecce',
  'addresses that no page has': '/random-*/',
  'routes that do not exist': '/tratte/x-*/',
  'a call with a query that it does not know': '/api/routes/pricing-table?x=*',
  'a call with new input': '/api/locations/search?q=*',
}

/** Paths for floods from many clients, each of which sends one HTTP request. */
export const distributedFloods = {
  fares: '/api/fares?from=Via%20Roma%20*,%20Gallipoli&to=Lecce&passengers=3',
  'fares of unknown places': '/api/fares?from=*&to=Lecce',
  searches: '/api/locations/search?q=*',
  results: '/risultati-ricerca/?departure=*&destination=Lecce',
  'results with a price': '/risultati-ricerca/?departure=Via%20Roma%20*,%20Gallipoli&destination=Lecce',
}

let floodsSoFar = 0
const reads = [
  '/tratte/transfer-aeroporto-brindisi-gallipoli/',
  '/',
  '/prezzi/',
  '/contatti/',
  '/en/',
  '/tratte/transfer-aeroporto-brindisi-lecce/',
]

/** The calls of an open panel. */
const staffReads = ['/api/admin/session', '/api/admin/leads', '/api/admin/today']

interface Flood extends Pick<Order, 'address' | 'connections' | 'seconds'> {
  isDistributed: boolean
  /** Session of a staff member who works during the flood. */
  cookie?: string
}

/** Floods one process. Measures another visitor's reads, staff calls and the largest memory meanwhile. */
export async function flood({ origins, api }: System, { isDistributed, cookie, ...order }: Flood) {
  const [origin = ''] = origins
  const before = await visit(origin, 1_000)
  const flooding = fork(path.join(import.meta.dirname, 'flooding.ts'))
  const from = isDistributed ? null : addressOf(floodsSoFar++)
  flooding.send({ ...order, origin, from } satisfies Order)
  const ended = once(flooding, 'message')
  await sleep(1_000)
  const forMs = (order.seconds - 2) * 1_000
  let memoryMb = 0
  const measuring = setInterval(() => {
    memoryMb = Math.max(memoryMb, memoryOf(api[0]?.pid ?? 0))
  }, 250)
  const [during, staff] = await Promise.all([
    visit(origin, forMs),
    cookie ? work(origin, cookie, forMs) : undefined,
  ])
  const [statuses] = (await ended) as [Record<string, number>]
  clearInterval(measuring)
  return { before, during, ...(staff && { staff }), memoryMb, statuses }
}

const msOf = (took: number[], share: number) => Number(percentile(took, share).toFixed(1))

/** Reads one page every 50 ms. Returns the number of reads, and the median and 95th percentile in ms. */
async function visit(origin: string, forMs: number) {
  const took: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const asked = performance.now()
    // Each read represents one of many visitors.
    const reply = await fetch(origin + reads[took.length % reads.length], {
      headers: { 'x-forwarded-for': `198.51.100.${took.length % 250}` },
    })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`the other visitor is answered ${reply.status}`)
    took.push(performance.now() - asked)
    await sleep(50)
  }
  return { times: took.length, medianMs: msOf(took, 0.5), p95Ms: msOf(took, 0.95) }
}

async function work(origin: string, cookie: string, forMs: number) {
  const answers: Answer[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const url = staffReads[answers.length % staffReads.length] ?? ''
    answers.push(await call(origin, 'GET', url, undefined, { cookie }))
    await sleep(200)
  }
  const took = answers.map(({ ms }) => ms)
  return {
    statuses: counts(answers.map(({ status }) => status)),
    medianMs: msOf(took, 0.5),
    p95Ms: msOf(took, 0.95),
  }
}

/** Returns the resident memory in MB. */
function memoryOf(pid: number): number {
  return Math.round(Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)
}
