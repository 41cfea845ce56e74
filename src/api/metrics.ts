import { createHash, timingSafeEqual } from 'node:crypto'
import { setTimeout as timer } from 'node:timers/promises'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Context } from '../kernel/context.ts'
import type { Gates } from '../kernel/gate.ts'
import type { Following } from '../kernel/readModel.ts'
import { silentSeconds } from '../kernel/workers.ts'
import {
  conditions,
  conditionsAbout,
  failedJobDays,
  type Health,
  type Judged,
  quickSources,
  readHealth,
  refusedMailDays,
  stateNumbers,
} from '../modules/operations/module.ts'
import type { Sql } from '../platform/db.ts'
import { unknown } from './problem.ts'
import type { RequestLog } from './requestLog.ts'

interface Options {
  read: Sql
  requestLog: RequestLog
  context: Context
  metricsToken: string | null
}

interface Work {
  health: Health
  judged: Judged[]
}

const databaseMs = 2_000

/** Serves Prometheus text, also while the database does not answer, because the metrics must report this failure. */
export const metrics: FastifyPluginAsync<Options> = async (
  app,
  { read, requestLog, context, metricsToken },
) => {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  registry.registerMetric(requestLog.requests)
  registry.registerMetric(requestLog.seconds)
  measureGates(registry, context.gates)
  const age = measureAge(registry, app.following)
  const work = measureWork(registry)

  app.get('/metrics', async (request, reply) => {
    const isAllowed = metricsToken
      ? isSame(request.headers.authorization ?? '', `Bearer ${metricsToken}`)
      : isThisMachine(request)
    if (!isAllowed) throw unknown()
    age()
    const current = await workOrNull(read, context)
    work(current, current?.judged ?? (await conditions(read, context, { sources: ['memory'] })))
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
    const { renewedAt, staleSeconds } = following.age()
    renewed.set(renewedAt.getTime() / 1000)
    stale.set(staleSeconds)
  }
}

/** Measures whether the database answers, whether events, mail and jobs progress, and which conditions are met. */
function measureWork(registry: Registry): (work: Work | null, judged: Judged[]) => void {
  const up = new Gauge({
    name: 'database_up',
    help: `1 if the database responded within ${databaseMs / 1000} s; if 0, the metrics read from it are missing`,
    registers: [registry],
  })
  const all = gauges.map(({ name, help, of }) => {
    const gauge = new Gauge({ name, help, labelNames: [], registers: [registry] })
    return (health: Health | null) => (health ? gauge.set(of(health)) : gauge.remove())
  })
  const judge = measureConditions(registry)
  return (work, judged) => {
    up.set(work ? 1 : 0)
    for (const measure of all) measure(work?.health ?? null)
    judge(judged)
  }
}

/** The gauges have a row for each condition that applies to this installation. */
function measureConditions(registry: Registry): (judged: Judged[]) => void {
  const common = { labelNames: ['condition'], registers: [registry] }
  const numbers = Object.entries(stateNumbers).map(([state, number]) => `${number} ${state}`)
  const states = new Gauge({
    name: 'condition_state',
    help: `State of a condition as in Stato del Sistema: ${numbers.join(', ')}`,
    ...common,
  })
  const counts = new Gauge({
    name: 'condition_count',
    help: quickSources
      .flatMap(conditionsAbout)
      .map(({ id, counts }) => `${id}: ${counts}`)
      .join('; '),
    ...common,
  })
  return (judged) => {
    states.reset()
    counts.reset()
    for (const { id, state, count } of judged) {
      states.set({ condition: id }, stateNumbers[state])
      counts.set({ condition: id }, count)
    }
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
    help: `Worker processes with a heartbeat in the last ${silentSeconds} s`,
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
    of: ({ events }) => events.oldestWaitSeconds,
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
    help: `Mails that failed permanently in the last ${refusedMailDays} days`,
    of: ({ mail }) => mail.failed,
  },
  {
    name: 'jobs_failed',
    help: `Long jobs that failed in the last ${failedJobDays} days`,
    of: ({ jobs }) => jobs.failed,
  },
  {
    name: 'periodic_failing',
    help: 'Scheduled tasks whose last run failed',
    of: ({ periodic }) => periodic.failing.length,
  },
]

function workOrNull(read: Sql, context: Context): Promise<Work | null> {
  return Promise.race([
    readWork(read, context),
    timer(databaseMs, undefined, { ref: false }).then(() => null),
  ]).catch(() => null)
}

async function readWork(read: Sql, context: Context): Promise<Work> {
  const reading = readHealth(read)
  const [health, judged] = await Promise.all([
    reading,
    conditions(read, context, { sources: quickSources, health: reading }),
  ])
  return { health, judged }
}
