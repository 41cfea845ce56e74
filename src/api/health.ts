import { setTimeout as timer } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyPluginAsync } from 'fastify'
import { HttpError, unavailable } from '../kernel/httpError.ts'
import { query } from '../kernel/message.ts'
import { type Changes, noArrival } from '../platform/changes.ts'
import type { Sql } from '../platform/db.ts'
import { missingMigrations, pendingMigrations } from '../platform/pendingMigrations.ts'

const isAlive = query(
  'GET /healthz',
  'public',
  Type.Object({}),
  Type.Object({ status: Type.Literal('ok') }),
  { summary: 'The process runs' },
)
const isReady = query(
  'GET /readyz',
  'public',
  Type.Object({}),
  Type.Object({ status: Type.Literal('ready') }),
  { summary: 'The database responds, is migrated, and its notifications arrive; otherwise 503' },
)

const answerMs = 2_000

/** Milliseconds for which `/readyz` repeats its answer: anybody may ask, and a check costs two queries. */
const sharedMs = 1_000

/**
 * `/readyz` reports that the primary database has every migration of this version, that notifications arrive, and that
 * the process is not stopping. The reason of a 503 is in English, for operators.
 */
export const health: FastifyPluginAsync<{ read: Sql }> = async (app, { read }) => {
  app.get('/healthz', { config: { message: isAlive } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  let checkedAt = Number.NEGATIVE_INFINITY
  let checked: Promise<string | null> = Promise.resolve(null)
  function sharedProblem(): Promise<string | null> {
    if (performance.now() - checkedAt < sharedMs) return checked
    checkedAt = performance.now()
    checked = Promise.race([
      problem(read, app.changes),
      timer(answerMs + 200, 'the database does not answer', { ref: false }),
    ]).catch(() => 'the database does not answer')
    return checked
  }

  app.get('/readyz', { config: { message: isReady } }, async (_request, reply) => {
    if (app.isLeaving()) throw unavailable()
    const reason = await sharedProblem()
    if (reason) throw new HttpError(503, reason, { retryAfterSeconds: 5 })
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}

async function problem(read: Sql, changes: Changes): Promise<string | null> {
  const [pending, hasArrived] = await Promise.all([pendingMigrations(read), changes.arrive(answerMs)])
  if (pending.length > 0) return missingMigrations
  return hasArrived ? null : noArrival
}
