import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { newAddress } from '../test/newAddress.ts'
import type { Bare } from './bare.ts'
import { cpuMs, loadCore, onCore, serverCore } from './cores.ts'
import type { Order, Result } from './load.ts'
import { ratioOf } from './ratio.ts'
import type { Row } from './row.ts'
import { ended } from './site.ts'

/** Sends requests from a separate process, if possible on a different core than the servers. */
export class Load implements Disposable {
  #process = onCore(loadCore, [process.execPath, 'bench/load.ts'])

  async run(order: Order): Promise<Result> {
    this.#process.send(order)
    const [answer] = (await once(this.#process, 'message')) as [Result | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer
  }

  /** Returns requests per second of the server's processor time. */
  async rate(order: Order, cpuMs: () => number): Promise<number> {
    const before = cpuMs()
    const { requests } = await this.run(order)
    return (requests * 1000) / (cpuMs() - before)
  }

  /** Returns the 99th percentile in ms. */
  async p99(order: Omit<Order, 'load'>, overallRate: number): Promise<number> {
    return (await this.run({ ...order, load: { duration: 1, overallRate } })).p99
  }

  [Symbol.dispose]() {
    this.#process.kill()
  }
}

/** A request to a server. `cpuMs` returns the server's processor time so far in milliseconds. */
export interface Asked {
  order: Omit<Order, 'load'>
  cpuMs(): number
}

// Several passes, so that a busy minute of the machine does not spoil all rounds of one measurement.
const passes = Number(process.env.BENCH_PASSES ?? 3)
const rounds = 9
/** Processor time in milliseconds that each server should need for the requests of a round. */
const roundMs = 80

/** Returns one result per pass for each measurement. */
export async function inPasses<Work, Found>(
  works: Work[],
  measureOne: (work: Work) => Promise<Found>,
): Promise<{ work: Work; found: Found[] }[]> {
  const all = works.map((work) => ({ work, found: [] as Found[] }))
  for (let pass = 0; pass < passes; pass++)
    for (const { work, found } of all) found.push(await measureOne(work))
  return all
}

/** Returns the rate of each server in each round of a pass, in requests per second of processor time. */
export async function inTurn<Name extends string>(
  load: Load,
  asked: Record<Name, Asked>,
): Promise<Record<Name, number>[]> {
  const turns: (Asked & { name: Name; load: Order['load'] })[] = []
  for (const [name, { order, cpuMs }] of Object.entries(asked) as [Name, Asked][]) {
    const rateOf = (amount: number) => load.rate({ ...order, load: { amount } }, cpuMs)
    // Warms up: a bare Fastify needs about 18,000 requests until its code is compiled.
    await rateOf(Math.min(20_000, Math.ceil((await rateOf(2_000)) * 2)))
    const warm = await rateOf(2_000)
    turns.push({ name, order, cpuMs, load: { amount: Math.ceil((warm * roundMs) / 1000) } })
  }
  const found: Record<Name, number>[] = []
  for (let round = 0; round < rounds; round++) {
    // Rotates the order, so that each round starts with a different server than the round before.
    const first = round % turns.length
    const rates: Partial<Record<Name, number>> = {}
    for (const { name, order, cpuMs, load: amount } of [...turns.slice(first), ...turns.slice(0, first)])
      rates[name] = await load.rate({ ...order, load: amount }, cpuMs)
    found.push(rates as Record<Name, number>)
  }
  return found
}

export const compared = (work: string, rounds: { ours: number; reference: number }[], goal: number): Row =>
  ratioOf({
    work,
    goal: `≥ ${goal}`,
    ours: rounds.map(({ ours }) => ours),
    theirs: rounds.map(({ reference }) => reference),
    unit: '/s',
    isMet: (ratio) => ratio >= goal,
  })

/** A bare Fastify in a separate process on the servers' core. */
export class BareServer implements AsyncDisposable {
  #process = onCore(serverCore, [process.execPath, 'bench/bare.ts'])

  /** Makes the bare server send the product's response on `port`. Returns the order for the bare server. */
  async answerLike(
    { url, headers, status }: Asked['order'],
    port: number,
  ): Promise<Asked & { bytes: number; tag: string }> {
    const { body, type, encoding, tag } = await lastingAnswerOf(url, headers)
    const ownHeaders = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
    const { pathname, search } = new URL(url)
    const bare: Bare = { port, path: pathname, body: body.toString('base64'), headers: ownHeaders }
    this.#process.send(bare)
    await once(this.#process, 'message')
    return {
      order: { url: `http://127.0.0.1:${port}${pathname}${search}`, headers, status },
      cpuMs: () => cpuMs([this.#process.pid ?? 0]),
      bytes: body.length,
      tag,
    }
  }

  [Symbol.asyncDispose]() {
    return ended(this.#process)
  }
}

/** Returns the response that later callers get too: after the second call the product compresses a page once more. */
export async function lastingAnswerOf(url: string, headers: Record<string, string>) {
  await answerOf(url, headers)
  for (;;) {
    const { tag } = await answerOf(url, headers)
    await sleep(500)
    const answer = await answerOf(url, headers)
    if (answer.tag === tag) return answer
  }
}

/** Returns the response with its body as sent; `fetch` would decompress the body. Throws if the status is not 200. */
export async function answerOf(url: string, headers: Record<string, string>) {
  const own = { 'x-forwarded-for': newAddress(), ...headers }
  const [reply] = (await once(request(url, { headers: own }).end(), 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode}`)
  const { 'content-type': type = '', 'content-encoding': encoding, etag: tag = '' } = reply.headers
  return { body: Buffer.concat(await reply.toArray()), type, encoding, tag, headers: reply.headers }
}
