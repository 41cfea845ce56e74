import { setTimeout as sleep } from 'node:timers/promises'
import type { Runtime } from '../kernel/run.ts'
import { queuePurge, surrogateKey } from '../modules/integrations/module.ts'
import { reasonOf } from '../platform/log.ts'
import { shared } from './shared.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Returns headers that let proxies store a response, and browsers use it for `browserSeconds`. */
    sharedHeaders(browserSeconds: number): Record<string, string>
  }
}

/**
 * A proxy serves its copy for `freshSeconds` without asking the API, then for `renewedSeconds` while it asks the API.
 * The sum is less than five, because all visitors must see a change within 5 s.
 */
const freshSeconds = 1
const renewedSeconds = 2
/** Seconds for which an edge cache that missed a purge may show an old page. */
const purgedSeconds = 600
/** Seconds (a day) for which a proxy may serve its copy while the product is down. */
const downSeconds = 86_400

const againMs = 1_000

export const sharedHeaders = shared(
  async (app, { isPurged }: { isPurged: boolean }) => {
    app.decorate('sharedHeaders', (browserSeconds) => ({
      'cache-control': [
        'public',
        `max-age=${Math.max(0, browserSeconds - renewedSeconds)}`,
        `s-maxage=${isPurged ? purgedSeconds : freshSeconds}`,
        `stale-while-revalidate=${renewedSeconds}`,
        `stale-if-error=${downSeconds}`,
      ].join(', '),
      'surrogate-key': surrogateKey,
      // Replaces s-maxage for nginx, because nothing purges the cache of nginx. This header must follow
      // cache-control, because old versions of nginx ignore a cache-control that comes after it.
      ...(isPurged ? { 'x-accel-expires': String(freshSeconds) } : {}),
    }))
  },
  { name: 'sharedHeaders' },
)

/**
 * `plan` queues a purge of the edge cache, and retries until the database has stored the purge. `stop` ends the
 * retries. `purgePlanner` plans a purge at the start, because earlier changes may lack their purge.
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
