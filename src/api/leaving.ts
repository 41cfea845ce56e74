import net from 'node:net'
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
/** What was accepted has sent its request, wherever it comes from. */
const readMs = 500

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
  // Not the HTTP server's own `close`: it ends every connection whose request has not been read yet.
  net.Server.prototype.close.call(server)
  await timer(readMs)
}
