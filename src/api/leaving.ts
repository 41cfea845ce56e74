import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves until no new connections arrive; call `close` after it. */
    leave(): Promise<void>
  }
}

/** Long enough for a proxy that checks `/readyz` every second. */
const noticedMs = 1_500

/**
 * Prepares a shutdown: serves until proxies have seen that the process is not ready, accepts the connections in the
 * kernel's queue, then stops listening. `app.close()` waits for requests under way.
 */
export async function leave({ server }: FastifyInstance): Promise<void> {
  await timer(noticedMs)
  let opened = 0
  server.on('connection', () => {
    opened += 1
  })
  // Each turn of the event loop accepts one connection: two turns without one mean that the queue is empty.
  for (let before = -1; before !== opened; ) {
    before = opened
    await turn()
    await turn()
  }
  // Before the hooks of `app.close()`, while no connection waits. Node still answers those that have sent no request.
  server.close()
}
