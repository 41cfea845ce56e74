import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as timer } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Sql } from '../db.ts'
import type { Following } from '../readModel.ts'
import { Refused, unavailable } from '../refused.ts'

const migrations = readdirSync(path.join(import.meta.dirname, '..', '..', 'sql')).length

/** `/healthz` (the process lives), `/readyz` (database there and migrated), `/metrics` (Prometheus text). */
export function mountHealth(
  app: FastifyInstance,
  { read, following, metricsToken }: { read: Sql; following: Following; metricsToken: string | null },
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  // Counted here and handed over when somebody asks: a labelled counter costs more than the answer it counts.
  const answered = new Map<string, Map<number, number>>()
  new Counter({
    name: 'http_requests_total',
    help: 'Requests answered, by method and status',
    labelNames: ['method', 'status'],
    registers: [registry],
    collect() {
      this.reset()
      for (const [method, byStatus] of answered)
        for (const [status, count] of byStatus) this.inc({ method, status: String(status) }, count)
    },
  })
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time to answer',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3],
    registers: [registry],
  })
  new Gauge({
    name: 'outbox_waiting',
    help: 'Facts whose reactions are not all done',
    registers: [registry],
    async collect() {
      const [row] = await read<[{ waiting: number }]>`
        select (select count(*) from outbox where dispatched_at is null)
          + (select count(*) from effects where state = 'planned') as waiting`
      this.set(row.waiting)
    },
  })
  new Gauge({
    name: 'read_models_renewed_at_seconds',
    help: 'When the data that pages are made of were last renewed, in Unix time',
    registers: [registry],
    collect() {
      this.set(following.age().renewedAt.getTime() / 1000)
    },
  })
  new Gauge({
    name: 'read_models_stale_seconds',
    help: 'For how long they have been known to be behind; 0 while they are not',
    registers: [registry],
    collect() {
      const { staleSince } = following.age()
      this.set(staleSince ? (Date.now() - staleSince.getTime()) / 1000 : 0)
    },
  })
  app.addHook('onResponse', (request, reply, done) => {
    const byStatus = answered.get(request.method) ?? new Map<number, number>()
    answered.set(request.method, byStatus.set(reply.statusCode, (byStatus.get(reply.statusCode) ?? 0) + 1))
    seconds.observe(reply.elapsedTime / 1000)
    done()
  })

  app.get('/healthz', async (_request, reply) =>
    reply.header('cache-control', 'no-store').send({ status: 'ok' }),
  )

  app.get('/readyz', async (_request, reply) => {
    const ready = read<[{ applied: number }]>`select count(*) as applied from schema_migrations`
    const [row] = await Promise.race([ready, timer(2_000, undefined, { ref: false }).then(() => [])]).catch(
      () => [],
    )
    // More than it knows is well: a newer release migrates first, while this one still serves.
    if (!row || row.applied < migrations) throw unavailable()
    return reply.header('cache-control', 'no-store').send({ status: 'ready' })
  })

  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken
      ? request.headers.authorization === `Bearer ${metricsToken}`
      : /^(127\.|::1$|::ffff:127\.)/.test(request.ip)
    if (!isAllowed) throw new Refused(404, 'La risorsa richiesta non esiste.')
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
