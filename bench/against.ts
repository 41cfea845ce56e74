import { once } from 'node:events'
import { loadCore, onCore } from './cores.ts'
import type { Order, Result } from './load.ts'
import type { Row } from './row.ts'
import { median } from './site.ts'

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
    for (let run = 0; run < 4; run++)
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
