import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves until no new connections arrive; call `close` after it. */
    leave(): Promise<void>
  }
}

/** Time that a stopping process gives a connection to begin its first request. */
const firstRequestMs = 1_000

/**
 * Browsers open connections before they need them. A server that has stopped listening no longer applies its limits to
 * connections without a request, so `app.close()` would wait for them until they are idle for a minute.
 */
export function cutUnusedConnections(app: FastifyInstance): void {
  const unused = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => unused.delete(socket))
  app.addHook('preClose', async () => {
    setTimeout(() => {
      for (const socket of unused) socket.destroy()
    }, firstRequestMs)
  })
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
