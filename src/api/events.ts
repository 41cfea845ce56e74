import { Type } from '@sinclair/typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { query } from '../kernel/message.ts'
import { Refused } from '../kernel/refused.ts'
import type { Power } from '../kernel/run.ts'
import type { Sessions } from './sessions.ts'

const heartbeatMs = 15_000
/** Streams of one session (contract section 10): more tabs than a person looks at. */
const streamsMax = 10
/** When the browser of an ended stream may try again: at once, it would end the next one, and that one the next. */
const endedRetryMs = 300_000
/** A reader that takes nothing any more is let go; its browser comes back by itself. */
const waitingBytesMax = 256 * 1024

const followEvents = query('GET /api/admin/events', 'admin', Type.Object({}), Type.String(), {
  summary: 'What changes, as server-sent events: `event: change`, `data: {"table", "ids"}`',
  replyType: 'text/event-stream',
})

/**
 * `GET /api/admin/events`: what changes, as server-sent events, `event: change`, `data: {"table", "ids"}`. No ids: too
 * many to name. One process listens once for all its readers; whoever (re)connects asks for everything anew, so
 * nothing is kept for those who were away.
 */
export async function mountEvents(
  app: FastifyInstance,
  { power, sessions }: { power: Power; sessions: Sessions },
): Promise<void> {
  const readers = new Map<FastifyReply, { request: FastifyRequest; sessionId: string }>()
  let isClosing = false

  function send(reply: FastifyReply, text: string): void {
    if (reply.raw.writableLength > waitingBytesMax) reply.raw.destroy()
    else reply.raw.write(text)
  }

  function endAll(): void {
    for (const reply of readers.keys()) reply.raw.end()
  }

  /** Makes room for one more stream of a session; a map lists its oldest first. */
  function endOldest(sessionId: string): void {
    const own = [...readers].filter(([, reader]) => reader.sessionId === sessionId)
    for (const [reply] of own.slice(0, Math.max(0, own.length - streamsMax + 1))) {
      readers.delete(reply)
      reply.raw.end(`retry: ${endedRetryMs}\n\n`)
    }
  }

  let isFirst = true
  const { unlisten } = await power.db.read.listen(
    'changes',
    (payload) => {
      const text = `event: change\ndata: ${JSON.stringify(changeOf(payload))}\n\n`
      for (const reply of readers.keys()) send(reply, text)
    },
    () => {
      // The connection was lost and is back: what happened meanwhile is unknown, so every panel starts anew.
      if (!isFirst) endAll()
      isFirst = false
    },
  )

  /** Whoever has been logged out, here or by somebody else, hears no more. */
  async function beat(): Promise<void> {
    for (const [reply, { request }] of readers) {
      // A new question, not part of the one that opened the stream.
      request.askedAt = performance.now()
      const isOut = await sessions.caller('admin', request).then(
        () => false,
        // A database that is away for a moment logs nobody out.
        (error: unknown) => error instanceof Refused && error.status < 500,
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
      // A proxy that gathers bytes would hold the news back.
      'x-accel-buffering': 'no',
    })
    raw.on('error', () => {})
    raw.on('close', () => readers.delete(reply))
    readers.set(reply, { request, sessionId })
    raw.write('retry: 2000\n\n')
    // Its session was being read when the others were ended: left open, it would hold up the closing.
    if (isClosing) raw.end()
  })

  app.addHook('preClose', async () => {
    clearInterval(beating)
    isClosing = true
    endAll()
    await unlisten().catch(() => {})
  })
}

/** `bookings:3,4` → `{"table":"bookings","ids":[3,4]}`; `bookings:*` names no ids. */
function changeOf(payload: string): { table: string; ids: number[] } {
  const [table = '', ids = ''] = payload.split(':')
  return { table, ids: ids === '*' ? [] : ids.split(',').map(Number) }
}
