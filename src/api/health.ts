import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as timer } from 'node:timers/promises'
import { Type } from '@sinclair/typebox'
import type { FastifyInstance } from 'fastify'
import { unavailable } from '../kernel/httpError.ts'
import { query } from '../kernel/message.ts'
import type { Sql } from '../platform/db.ts'

const migrations = readdirSync(path.join(import.meta.dirname, '..', '..', 'sql')).map((file) =>
  file.replace(/\.sql$/, ''),
)

const isAlive = query(
  'GET /healthz',
  'public',
  Type.Object({}),
  Type.Object({ status: Type.Literal('ok') }),
  { summary: 'The process lives' },
)
const isReady = query(
  'GET /readyz',
  'public',
  Type.Object({}),
  Type.Object({ status: Type.Literal('ready') }),
  { summary: 'The database is there and migrated; 503 otherwise' },
)

/**
 * `/healthz` reports that the process is alive. `/readyz` reports that the database has every migration of this version
 * and that the process is not stopping. During a roll-out the database may also have migrations of the next version.
 */
export function mountHealth(app: FastifyInstance, read: Sql, isLeaving: () => boolean): void {
  app.get('/healthz', { config: { message: isAlive } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', { config: { message: isReady } }, async (_request, reply) => {
    if (isLeaving()) throw unavailable()
    const ready = read<[{ missing: number }]>`
      select count(*) as missing from unnest(${migrations}::text[]) as needed
      where needed not in (select name from schema_migrations)`
    const [row] = await Promise.race([ready, timer(2_000, undefined, { ref: false }).then(() => [])]).catch(
      () => [],
    )
    if (row?.missing !== 0) throw unavailable()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })
}
