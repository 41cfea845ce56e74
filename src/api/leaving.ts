import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as timer, setImmediate as turn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { shared } from './shared.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Serves requests until no new connections arrive. Call `close` afterwards. */
    leave(): Promise<void>
    isLeaving(): boolean
  }
}

/** Ends the connections of a process that stops, without refusing a request. */
export const leaving = shared(
  async (app) => {
    cutUnusedConnections(app)
    // Without the header, a keep-alive client delays app.close() for its whole idle time.
    app.addHook('preClose', async () => app.endConnections())
    app.decorate('isLeaving', () => app.commonHeaders().connection === 'close')
    app.decorate('leave', async () => {
      app.endConnections()
      await leave(app)
    })
  },
  { name: 'leaving', dependencies: ['commonHeaders'] },
)

/** Milliseconds that a new connection gets for its first HTTP request during a shutdown. */
const firstRequestMs = 1_000

/** Browsers open connections in advance. Without this, `app.close()` waits a minute for unused connections. */
function cutUnusedConnections(app: FastifyInstance): void {
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

/** Milliseconds within which a proxy that checks `/readyz` every second notices the shutdown. */
const noticedMs = 1_500

/** Accepts the connections in the kernel's queue before the server stops listening. */
async function leave({ server }: FastifyInstance): Promise<void> {
  await timer(noticedMs)
  let opened = 0
  server.on('connection', () => {
    opened += 1
  })
  // Each turn of the event loop accepts one connection. Two turns without a connection mean that the queue is empty.
  for (let before = -1; before !== opened; ) {
    before = opened
    await turn()
    await turn()
  }
  // Stops listening while no connection waits. Node still serves connections that have not sent an HTTP request yet.
  server.close()
}
