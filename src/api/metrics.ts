import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as timer } from 'node:timers/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import { HttpError } from '../kernel/httpError.ts'
import type { Following } from '../kernel/readModel.ts'
import { type Health, readHealth } from '../modules/operations/module.ts'
import type { Sql } from '../platform/db.ts'
import type { RequestLog } from './requestLog.ts'

interface Parts {
  read: Sql
  following: Following
  requestLog: RequestLog
  metricsToken: string | null
}

const databaseMs = 2_000

/** Serves Prometheus text, also while the database does not answer, because the metrics must report that. */
export function mountMetrics(
  app: FastifyInstance,
  { read, following, requestLog, metricsToken }: Parts,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(requestLog.requests)
  registry.registerMetric(requestLog.seconds)
  const age = measureAge(registry, following)
  const work = measureWork(registry)

  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken
      ? isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
      : isThisMachine(request)
    if (!isAllowed) throw new HttpError(404, (t) => t('api.unknown'))
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

/**
 * Returns whether a program on this machine sent the request. Requests through a local proxy do not count, whatever
 * TRUST_PROXY is.
 */
function isThisMachine({ ip, headers }: FastifyRequest): boolean {
  const isPassedOn = headers['x-forwarded-for'] !== undefined || headers.forwarded !== undefined
  return /^(127\.|::1$|::ffff:127\.)/.test(ip) && !isPassedOn
}

function measureAge(registry: Registry, following: Following): () => void {
  const registers = [registry]
  const renewed = new Gauge({
    name: 'read_models_renewed_at_seconds',
    help: 'When the data that pages are made of were last renewed, in Unix time',
    registers,
  })
  const stale = new Gauge({
    name: 'read_models_stale_seconds',
    help: 'For how long they have been known to be behind; 0 while they are not',
    registers,
  })
  return () => {
    const { renewedAt, staleSince } = following.age()
    renewed.set(renewedAt.getTime() / 1000)
    stale.set(staleSince ? (Date.now() - staleSince.getTime()) / 1000 : 0)
  }
}

/** Measures whether the database answers and whether events, mail and jobs progress. */
function measureWork(registry: Registry): (health: Health | null) => void {
  const up = new Gauge({
    name: 'database_up',
    help: `1 when the database answered within ${databaseMs / 1000} s; while it is 0 what it would say is left out`,
    registers: [registry],
  })
  const all = gauges.map(([name, help, of]) => {
    const gauge = new Gauge({ name, help, labelNames: [], registers: [registry] })
    return (health: Health | null) => (health ? gauge.set(of(health)) : gauge.remove())
  })
  return (health) => {
    up.set(health ? 1 : 0)
    for (const measure of all) measure(health)
  }
}

const gauges: [string, string, (health: Health) => number][] = [
  ['workers_alive', 'Worker processes seen in the last 20 s', ({ workers }) => workers.alive],
  [
    'outbox_waiting',
    'Events whose effects are not all done',
    ({ events }) => events.undispatched + events.unfinished,
  ],
  [
    'outbox_oldest_seconds',
    'How long the oldest event has waited for a worker',
    ({ events: { oldestUndispatchedAt } }) =>
      oldestUndispatchedAt ? Math.max(0, (Date.now() - oldestUndispatchedAt.getTime()) / 1000) : 0,
  ],
  ['effects_failed', 'Effects that nobody tries again by himself', ({ events }) => events.failed],
  ['mail_configured', '1 when a mail configuration is active', ({ mail }) => (mail.isConfigured ? 1 : 0)],
  [
    'mail_refused',
    '1 while the mail provider refuses the active configuration',
    ({ mail }) => (mail.refusedAt ? 1 : 0),
  ],
  ['mails_held', 'Mails held until staff send or drop them', ({ mail }) => mail.held],
  ['mails_waiting', 'Mails to be sent', ({ mail }) => mail.queued],
  ['mails_failed', 'Mails refused for good in the last 30 days', ({ mail }) => mail.failed],
  ['jobs_failed', 'Long jobs that failed in the last 7 days', ({ jobs }) => jobs.failed],
  ['periodic_failing', 'Things done by the clock whose last run failed', ({ periodic }) => periodic.failing],
]

function healthOrNull(read: Sql): Promise<Health | null> {
  return Promise.race([
    readHealth(read),
    timer(databaseMs, undefined, { ref: false }).then(() => null),
  ]).catch(() => null)
}
