import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Order } from './flooding.ts'
import type { System } from './system.ts'
import { addressOf, percentile } from './traffic.ts'

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

let floodsSoFar = 0
const connections = 12
const read = '/tratte/transfer-aeroporto-brindisi-gallipoli/'

/** Floods one process from one IP address over 12 connections. Measures another visitor's reads meanwhile. */
export async function flood({ origins, api }: System, address: string, seconds: number) {
  const [origin = ''] = origins
  const before = await visit(origin, 1_000)
  const flooding = fork(path.join(import.meta.dirname, 'flooding.ts'))
  const order: Order = { origin, address, from: addressOf(floodsSoFar++), connections, seconds }
  flooding.send(order)
  const ended = once(flooding, 'message')
  await sleep(1_000)
  const during = await visit(origin, (seconds - 2) * 1_000)
  const memoryMb = memoryOf(api[0]?.pid ?? 0)
  const [statuses] = (await ended) as [Record<string, number>]
  return { before, during, memoryMb, statuses }
}

/** Reads one page every 50 ms. Returns the number of reads, and the median and 95th percentile in ms. */
async function visit(origin: string, forMs: number) {
  const took: number[] = []
  const end = performance.now() + forMs
  while (performance.now() < end) {
    const asked = performance.now()
    // Each read represents one of many visitors.
    const reply = await fetch(origin + read, {
      headers: { 'x-forwarded-for': `198.51.100.${took.length % 250}` },
    })
    await reply.arrayBuffer()
    if (reply.status !== 200) throw new Error(`the other visitor is answered ${reply.status}`)
    took.push(performance.now() - asked)
    await sleep(50)
  }
  const at = (share: number) => Number(percentile(took, share).toFixed(1))
  return { times: took.length, medianMs: at(0.5), p95Ms: at(0.95) }
}

/** Returns the resident memory in MB. */
function memoryOf(pid: number): number {
  return Math.round(Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024)
}
