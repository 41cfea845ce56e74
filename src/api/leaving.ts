import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves until nobody new comes; `close` after it. */
    leave(): Promise<void>
  }
}

/** A proxy that looks at `/readyz` every second has looked. */
const noticedMs = 1_500

/**
 * Before a process closes: it goes on serving until proxies have read that it is not ready any more, takes whoever
 * stands in the kernel's queue, and only then stops listening. What is under way is left to `app.close()`.
 */
export async function leave({ server }: FastifyInstance): Promise<void> {
  await timer(noticedMs)
  let opened = 0
  server.on('connection', () => {
    opened += 1
  })
  // One connection is accepted in each turn of the event loop: two turns without one, and nobody waits.
  for (let before = -1; before !== opened; ) {
    before = opened
    await turn()
    await turn()
  }
  // Before the hooks of `app.close()`, while no connection waits. Node answers those that have sent no request yet.
  server.close()
}
