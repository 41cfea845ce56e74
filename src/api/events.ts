import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { HttpError } from '../kernel/httpError.ts'
import type { Message } from '../kernel/message.ts'
import { mayCall, type Role } from '../kernel/role.ts'
import { messages } from '../modules/index.ts'
import { FollowChanges } from '../modules/operations/module.ts'

const heartbeatMs = 15_000
/** Maximum streams per session, more than a person has tabs. */
const streamsMax = 10
/** Milliseconds until a browser reopens an ended stream. Long, because reopening ends another tab's stream. */
const endedRetryMs = 300_000
/** Milliseconds of past changes that a new stream reports: panels read their rows before the stream is open. */
const repeatedMs = 60_000
/** Maximum unread bytes of a client. Above it the server disconnects the client, whose browser then reconnects. */
const waitingBytesMax = 256 * 1024

/**
 * `GET /api/admin/events` reports changed rows as server-sent events, of the tables that the role reads. Empty `ids` mean
 * that any row of the table may have changed. Events are not stored, because a client that reconnects reloads everything.
 */
export function mountEvents(api: FastifyInstance): void {
  const { following, sessions } = api
  const readers = new Map<FastifyReply, { request: FastifyRequest; sessionId: string; tables: Set<string> }>()
  const tablesOf = tablesByRole(messages)
  const changedAt = new Map<string, number>()
  let isClosing = false

  function send(reply: FastifyReply, text: string): void {
    if (reply.raw.writableLength > waitingBytesMax) reply.raw.destroy()
    else reply.raw.write(text)
  }

  function endAll(): void {
    for (const reply of readers.keys()) reply.raw.end()
  }

  /** A Map iterates in order of insertion, so the first streams are the oldest. */
  function endOldest(sessionId: string): void {
    const own = [...readers].filter(([, reader]) => reader.sessionId === sessionId)
    for (const [reply] of own.slice(0, Math.max(0, own.length - streamsMax + 1))) {
      readers.delete(reply)
      reply.raw.end(`retry: ${endedRetryMs}\n\n`)
    }
  }

  const unfollow = following.follow({
    onChange(table, rows) {
      const change = changeOf(table, rows)
      changedAt.set(change.table, performance.now())
      const text = changeText(change)
      for (const [reply, { tables }] of readers) if (tables.has(change.table)) send(reply, text)
    },
    // After lost notifications, all panels must reconnect and reload.
    onMissed: endAll,
  })

  /** Sends a heartbeat to each stream, or ends the stream if its session was logged out or lost access. */
  async function beat(): Promise<void> {
    for (const [reply, reader] of readers) {
      const { request } = reader
      // Starts a new deadline, because the deadline of the HTTP request has passed.
      request.askedAt = performance.now()
      const isOut = await sessions.caller(FollowChanges.access, request).then(
        ({ admin }) => {
          reader.tables = tablesOf(admin?.role)
          return false
        },
        // The stream survives while the database is briefly unavailable.
        (error: unknown) => error instanceof HttpError && error.status < 500,
      )
      if (isOut) reply.raw.end()
      else send(reply, ': \n\n')
    }
  }
  const beating = setInterval(() => void beat(), heartbeatMs)
  beating.unref()

  const options = { exposeHeadRoute: false, config: { message: FollowChanges } }
  api.get('/api/admin/events', options, async (request, reply) => {
    const { admin } = await sessions.caller(FollowChanges.access, request)
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
    const tables = tablesOf(admin?.role)
    readers.set(reply, { request, sessionId, tables })
    raw.write('retry: 2000\n\n')
    for (const [table, at] of changedAt)
      if (tables.has(table) && performance.now() - at < repeatedMs) raw.write(changeText({ table, ids: [] }))
    // The server may have begun to close while this request read its session. An open stream would block the shutdown.
    if (isClosing) raw.end()
  })

  api.addHook('preClose', async () => {
    clearInterval(beating)
    isClosing = true
    endAll()
    unfollow()
  })
}

/** Returns a function that finds the tables on which the queries of a role depend. */
function tablesByRole(all: Iterable<Message>): (role: Role | undefined) => Set<string> {
  const found = new Map<Role, Set<string>>()
  return (role) => {
    if (role === undefined) return new Set()
    const tables =
      found.get(role) ??
      new Set(
        [...all].flatMap((message) =>
          message.kind === 'query' && mayCall(role, message) ? (message.tables ?? []) : [],
        ),
      )
    found.set(role, tables)
    return tables
  }
}

interface Change {
  table: string
  ids: number[]
}

const changeText = (change: Change) => `event: change\ndata: ${JSON.stringify(change)}\n\n`

/** Converts `3,4` to `[3,4]`, and `*` to no ids. */
function changeOf(table: string, rows: string): Change {
  return { table, ids: rows === '*' ? [] : rows.split(',').map(Number) }
}
