import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import { query } from '../kernel/message.ts'
import type { Runtime } from '../kernel/run.ts'
import type { Sessions } from './sessions.ts'

const heartbeatMs = 15_000
/** Streams per session, more than the tabs a person uses. */
const streamsMax = 10
/** An earlier retry would end the next stream, whose browser would then end another. */
const endedRetryMs = 300_000
/** A panel reads its rows before its stream is open: each stream begins with the tables that changed in this time. */
const repeatedMs = 60_000
/** A reader with more unread bytes is disconnected; its browser reconnects automatically. */
const waitingBytesMax = 256 * 1024

const followEvents = query('GET /api/admin/events', 'admin', Type.Object({}), Type.String(), {
  summary: 'What changes, as server-sent events: `event: change`, `data: {"table", "ids"}`',
  replyType: 'text/event-stream',
})

/**
 * `GET /api/admin/events` sends changes as server-sent events: `event: change`, `data: {"table", "ids"}`; no ids if
 * there are too many. One connection listens for all readers. A client reloads everything when it reconnects, so no
 * events are stored.
 */
export async function mountEvents(
  app: FastifyInstance,
  { runtime, sessions }: { runtime: Runtime; sessions: Sessions },
): Promise<void> {
  const readers = new Map<FastifyReply, { request: FastifyRequest; sessionId: string }>()
  /** When each table changed last. */
  const changedAt = new Map<string, number>()
  let isClosing = false

  function send(reply: FastifyReply, text: string): void {
    if (reply.raw.writableLength > waitingBytesMax) reply.raw.destroy()
    else reply.raw.write(text)
  }

  function endAll(): void {
    for (const reply of readers.keys()) reply.raw.end()
  }

  /** Makes room for one more stream of a session; a Map iterates the oldest first. */
  function endOldest(sessionId: string): void {
    const own = [...readers].filter(([, reader]) => reader.sessionId === sessionId)
    for (const [reply] of own.slice(0, Math.max(0, own.length - streamsMax + 1))) {
      readers.delete(reply)
      reply.raw.end(`retry: ${endedRetryMs}\n\n`)
    }
  }

  let isFirst = true
  const { unlisten } = await runtime.db.read.listen(
    'changes',
    (payload) => {
      const change = changeOf(payload)
      changedAt.set(change.table, performance.now())
      const text = changeText(change)
      for (const reply of readers.keys()) send(reply, text)
    },
    () => {
      // Changes were missed while the connection was lost, so all panels reconnect and reload.
      if (!isFirst) endAll()
      isFirst = false
    },
  )

  /** Ends the streams of sessions that were logged out. */
  async function beat(): Promise<void> {
    for (const [reply, { request }] of readers) {
      // A new deadline, not that of the request that opened the stream.
      request.askedAt = performance.now()
      const isOut = await sessions.caller('admin', request).then(
        () => false,
        // A database that is briefly away logs no session out.
        (error: unknown) => error instanceof HttpError && error.status < 500,
      )
      if (isOut) reply.raw.end()
      else send(reply, ': \n\n')
    }
  }
  const beating = setInterval(() => void beat(), heartbeatMs)
  beating.unref()

  const options = { exposeHeadRoute: false, config: { message: followEvents } }
  app.get('/api/admin/events', options, async (request, reply) => {
    const { admin } = await sessions.caller('admin', request)
    const sessionId = admin?.sessionId ?? ''
    endOldest(sessionId)
    const { raw } = reply.hijack()
    raw.writeHead(200, {
      ...reply.server.commonHeaders(),
      'x-request-id': request.id,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // A proxy that buffers would delay the events.
      'x-accel-buffering': 'no',
    })
    raw.on('error', () => {})
    raw.on('close', () => readers.delete(reply))
    readers.set(reply, { request, sessionId })
    raw.write('retry: 2000\n\n')
    for (const [table, at] of changedAt)
      if (performance.now() - at < repeatedMs) raw.write(changeText({ table, ids: [] }))
    // The other streams ended while its session was read: left open, it would block the shutdown.
    if (isClosing) raw.end()
  })

  app.addHook('preClose', async () => {
    clearInterval(beating)
    isClosing = true
    endAll()
    await unlisten().catch(() => {})
  })
}

interface Change {
  table: string
  ids: number[]
}

const changeText = (change: Change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`

/** `bookings:3,4` → `{"table":"bookings","ids":[3,4]}`; `bookings:*` has no ids. */
function changeOf(payload: string): Change {
  const [table = '', ids = ''] = payload.split(':')
  return { table, ids: ids === '*' ? [] : ids.split(',').map(Number) }
}
