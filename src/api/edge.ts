import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Runtime } from '../kernel/run.ts'
import { queuePurge, surrogateKey } from '../modules/integrations/module.ts'
import { reasonOf } from '../platform/log.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Headers of a public response that is the same for everybody. `browserSeconds` is how long it may be out of date in
     * a browser. Proxies store only responses with these headers.
     */
    sharedHeaders(browserSeconds: number): Record<string, string>
  }
}

/** Seconds for which a proxy sends its copy without asking, and then while it asks. They add up to less than five. */
const freshSeconds = 1
const renewedSeconds = 2
/** An edge cache that misses a purge shows an old page for this time at most. */
const purgedSeconds = 600
/** While the product is down, its pages stay readable for a day. */
const downSeconds = 86_400

const againMs = 1_000

export function decorateShared(app: FastifyInstance, isPurged: boolean): void {
  app.decorate('sharedHeaders', (browserSeconds) => ({
    'cache-control': [
      'public',
      `max-age=${Math.max(0, browserSeconds - renewedSeconds)}`,
      `s-maxage=${isPurged ? purgedSeconds : freshSeconds}`,
      `stale-while-revalidate=${renewedSeconds}`,
      `stale-if-error=${downSeconds}`,
    ].join(', '),
    'surrogate-key': surrogateKey,
    // For nginx, which cannot be purged. It must come after cache-control, because old versions then read both.
    ...(isPurged ? { 'x-accel-expires': String(freshSeconds) } : {}),
  }))
}

/**
 * Returns a function that plans a purge of the edge cache, and calls it for the changes that happened while this process
 * did not run. If the database is unavailable, it is tried again until it succeeds.
 */
export function purgePlanner(
  { db, context }: Runtime,
  log: { warn(details: object, text: string): void },
): { plan(): void; stop(): void } {
  let isOwed = false
  let isPlanning = false
  let isStopped = context.edgePurgeUrl === null

  async function planOwed(): Promise<void> {
    isPlanning = true
    while (isOwed && !isStopped) {
      isOwed = false
      try {
        await queuePurge(db.write)
      } catch (error) {
        isOwed = true
        log.warn({ reason: reasonOf(error) }, 'cannot plan the purge of the edge cache yet')
        await sleep(againMs, undefined, { ref: false })
      }
    }
    isPlanning = false
  }

  function plan(): void {
    isOwed = true
    if (!isPlanning && !isStopped) void planOwed()
  }

  plan()
  return {
    plan,
    stop: () => {
      isStopped = true
    },
  }
}
