import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as timer } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Gates } from '../kernel/gate.ts'
import type { Following } from '../kernel/readModel.ts'
import { type Health, readHealth } from '../modules/operations/module.ts'
import type { Sql } from '../platform/db.ts'
import { unknown } from './problem.ts'
import type { RequestLog } from './requestLog.ts'

interface Options {
  read: Sql
  requestLog: RequestLog
  gates: Gates
  metricsToken: string | null
}

const databaseMs = 2_000

/** Serves Prometheus text, also while the database does not answer, because the metrics must report this failure. */
export const metrics: FastifyPluginAsync<Options> = async (
  app,
  { read, requestLog, gates, metricsToken },
) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(requestLog.requests)
  registry.registerMetric(requestLog.seconds)
  measureGates(registry, gates)
  const age = measureAge(registry, app.following)
  const work = measureWork(registry)

  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken
      ? isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
      : isThisMachine(request)
    if (!isAllowed) throw unknown()
    age()
    work(await healthOrNull(read))
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}

function isSame(given: string, expected: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(given), hash(expected))
}

/** Requests through a local proxy do not count as requests of this machine, whatever TRUST_PROXY is. */
function isThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && !isPassedOn
}

/** Measures the expensive work (gate.ts). */
function measureGates(registry: Registry, gates: Gates): void {
  const common = { labelNames: ['kind'], registers: [registry] }
  new Gauge({
    name: 'gate_running',
    help: 'Expensive work in flight',
    ...common,
    collect() {
      for (const [kind, { figures }] of Object.entries(gates)) this.set({ kind }, figures.running)
    },
  })
  new Gauge({
    name: 'gate_waiting',
    help: 'Expensive work that waits for its turn',
    ...common,
    collect() {
      for (const [kind, { figures }] of Object.entries(gates)) this.set({ kind }, figures.waiting)
    },
  })
  new Counter({
    name: 'gate_started_total',
    help: 'Expensive work started since the process started',
    ...common,
    collect() {
      this.reset()
      for (const [kind, { figures }] of Object.entries(gates)) this.inc({ kind }, figures.started)
    },
  })
  new Counter({
    name: 'gate_refused_total',
    help: 'Expensive work refused with 503 because the queue was full or the wait too long',
    ...common,
    collect() {
      this.reset()
      for (const [kind, { figures }] of Object.entries(gates)) this.inc({ kind }, figures.refused)
    },
  })
}

function measureAge(registry: Registry, following: Following): () => void {
  const registers = [registry]
  const renewed = new Gauge({
    name: 'read_models_renewed_at_seconds',
    help: 'Unix time at which the process last reloaded its read models',
    registers,
  })
  const stale = new Gauge({
    name: 'read_models_stale_seconds',
    help: 'Seconds since the process learnt of changes that its read models lack; 0 if they lack none',
    registers,
  })
  return () => {
    const { renewedAt, staleSince } = following.age()
    renewed.set(renewedAt.getTime() / 1000)
    // Models that have just become outdated must not look current, nor after a clock was set back.
    stale.set(staleSince ? Math.max(1, Date.now() - staleSince.getTime()) / 1000 : 0)
  }
}

/** Measures whether the database answers and whether events, mail and jobs progress. */
function measureWork(registry: Registry): (health: Health | null) => void {
  const up = new Gauge({
    name: 'database_up',
    help: `1 if the database responded within ${databaseMs / 1000} s; if 0, the metrics read from it are missing`,
    registers: [registry],
  })
  const all = gauges.map(({ name, help, of }) => {
    const gauge = new Gauge({ name, help, labelNames: [], registers: [registry] })
    return (health: Health | null) => (health ? gauge.set(of(health)) : gauge.remove())
  })
  return (health) => {
    up.set(health ? 1 : 0)
    for (const measure of all) measure(health)
  }
}

interface HealthGauge {
  name: string
  help: string
  of(health: Health): number
}

const gauges: HealthGauge[] = [
  {
    name: 'workers_alive',
    help: 'Worker processes with a heartbeat in the last 20 s',
    of: ({ workers }) => workers.alive,
  },
  {
    name: 'outbox_waiting',
    help: 'Events whose effects are not all done',
    of: ({ events }) => events.undispatched + events.unfinished,
  },
  {
    name: 'outbox_oldest_seconds',
    help: 'Seconds that the oldest event has waited for a worker',
    of: ({ events: { oldestUndispatchedAt } }) =>
      oldestUndispatchedAt ? Math.max(0, (Date.now() - oldestUndispatchedAt.getTime()) / 1000) : 0,
  },
  {
    name: 'effects_failed',
    help: 'Effects that are no longer retried automatically',
    of: ({ events }) => events.failed,
  },
  {
    name: 'mail_configured',
    help: '1 if a mail configuration is active',
    of: ({ mail }) => (mail.isConfigured ? 1 : 0),
  },
  {
    name: 'mail_refused',
    help: '1 if the mail provider refuses the active configuration',
    of: ({ mail }) => (mail.refusedAt ? 1 : 0),
  },
  {
    name: 'mails_held',
    help: 'Mails to customers that staff have to send or drop',
    of: ({ mail }) => mail.held,
  },
  { name: 'mails_waiting', help: 'Mails waiting to be sent', of: ({ mail }) => mail.queued },
  {
    name: 'mails_failed',
    help: 'Mails that failed permanently in the last 30 days',
    of: ({ mail }) => mail.failed,
  },
  { name: 'jobs_failed', help: 'Long jobs that failed in the last 7 days', of: ({ jobs }) => jobs.failed },
  {
    name: 'periodic_failing',
    help: 'Scheduled tasks whose last run failed',
    of: ({ periodic }) => periodic.failing,
  },
]

function healthOrNull(read: Sql): Promise<Health | null> {
  return Promise.race([
    readHealth(read),
    timer(databaseMs, undefined, { ref: false }).then(() => null),
  ]).catch(() => null)
}
