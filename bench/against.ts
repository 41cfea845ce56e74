import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import type { Bare } from './bare.ts'
import { cpuMs, loadCore, onCore, serverCore } from './cores.ts'
import type { Order, Result } from './load.ts'
import type { Row } from './row.ts'
import { ended, median } from './site.ts'

/** Asks for an address from the other core, and says what that cost the server. */
export class Load implements Disposable {
  #process = onCore(loadCore, [process.execPath, 'bench/load.ts'])

  async run(order: Order): Promise<Result> {
    this.#process.send(order)
    const [answer] = (await once(this.#process, 'message')) as [Result | { error: string }]
    if ('error' in answer) throw new Error(answer.error)
    return answer
  }

  /**
   * Requests a second of the server's processor time. On an idle machine that is requests a second; on one that others
   * use at the same moment, or under a load that the asking side cannot make, it still is what the server can do.
   */
  async rate(order: Order, cpuMs: () => number): Promise<number> {
    const before = cpuMs()
    const { requests } = await this.run(order)
    return (requests * 1000) / (cpuMs() - before)
  }

  /** The p99 at `overallRate`, ms: of several runs the best, because neighbours on the machine only ever add to it. */
  async p99(order: Omit<Order, 'load'>, overallRate: number): Promise<number> {
    const found: number[] = []
    for (let run = 0; run < 3; run++)
      found.push((await this.run({ ...order, load: { duration: 1, overallRate } })).p99)
    return Math.min(...found)
  }

  [Symbol.dispose]() {
    this.#process.kill()
  }
}

/** A row of rates measured in turn, as a ratio of each round. */
export function compared(work: string, rounds: { ours: number; reference: number }[], goal: number): Row {
  const ratios = rounds.map(({ ours, reference }) => ours / reference)
  const ratio = { median: median(ratios), low: Math.min(...ratios), high: Math.max(...ratios) }
  const perSecond = (values: number[]) => `${Math.round(median(values))}/s`
  return {
    work,
    ours: perSecond(rounds.map(({ ours }) => ours)),
    reference: perSecond(rounds.map(({ reference }) => reference)),
    ratio,
    goal: `≥ ${goal}`,
    met: ratio.median >= goal,
  }
}

export interface BareServer extends AsyncDisposable {
  order: Omit<Order, 'load'>
  cpuMs(): number
  /** What both answer. */
  bytes: number
  /** The ETag of ours. */
  tag: string
}

/** A bare Fastify route that answers what `order` is answered. */
export async function bareFor(
  { url, headers, status }: Omit<Order, 'load'>,
  port: number,
): Promise<BareServer> {
  const { body, type, encoding, tag } = await answerOf(url, headers)
  const bare = onCore(serverCore, [process.execPath, 'bench/bare.ts'])
  const ownHeaders = { 'content-type': type, ...(encoding && { 'content-encoding': encoding }) }
  const { pathname, search } = new URL(url)
  bare.send({ port, path: pathname, body: body.toString('base64'), headers: ownHeaders } satisfies Bare)
  await once(bare, 'message')
  return {
    order: { url: `http://127.0.0.1:${port}${pathname}${search}`, headers, status },
    cpuMs: () => cpuMs([bare.pid ?? 0]),
    bytes: body.length,
    tag,
    [Symbol.asyncDispose]: () => ended(bare),
  }
}

/** As it stands on the wire: fetch would unpack it. */
export async function answerOf(url: string, headers: Record<string, string>) {
  const [reply] = (await once(request(url, { headers }).end(), 'response')) as [IncomingMessage]
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode}`)
  const { 'content-type': type = '', 'content-encoding': encoding, etag: tag = '' } = reply.headers
  return { body: Buffer.concat(await reply.toArray()), type, encoding, tag }
}
