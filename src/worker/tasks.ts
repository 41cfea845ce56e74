import { type Static, type TObject, Type } from '@sinclair/typebox'
import type { JobHelpers, Task, TaskList } from 'graphile-worker'
import { Later } from '../kernel/httpError.ts'
import { NotKnown, partTask, scheduledTask } from '../kernel/jobTask.ts'
import type { Tools } from '../kernel/message.ts'
import { runPeriodic } from '../kernel/periodic.ts'
import { checkedPayload, react } from '../kernel/react.ts'
import type { Runtime } from '../kernel/run.ts'
import { buildAndCount, buildTask } from '../modules/content/module.ts'
import { reactions } from '../modules/index.ts'
import { mailing, purgeEdge, submitSearchEngines } from '../modules/integrations/module.ts'
import { isPurge, type PurgeTask, type WorkerTask } from '../modules/operations/module.ts'
import { jsonb, type Sql, type Tx } from '../platform/db.ts'
import { codeOf, reasonOf } from '../platform/log.ts'
import { releaseDeadWorkers } from './dead.ts'
import { effectsOf } from './effects.ts'
import { dispatchTasks, effectTasks, mailTasks, scheduledTasks } from './known.ts'
import { endExpiredOf, isTask, limitOf, periodic, queueTasks } from './periodic.ts'

/** Seconds to wait after each failed attempt of a reaction: eight attempts within 18 hours. */
const retrySeconds = [5, 30, 120, 600, 3_600, 14_400, 43_200]

const triesMax = retrySeconds.length + 1

/** Milliseconds for which a run that has not settled keeps its process from the next run of the task. */
const unsettledMs = 5 * 60_000

/** Seconds after which the worker repeats a job that lost its connection to the database. */
export const soonSeconds = 2

export interface WorkerLog {
  info(details: object, text: string): void
  warn(details: object, text: string): void
  error(details: object, text: string): void
}

/** Drops all lines. */
export const silent: WorkerLog = { info() {}, warn() {}, error() {} }

/** The tasks, by the pool of jobs that takes them (queues.ts). */
export type TaskGroups = Record<'dispatch' | 'events' | 'mail' | 'texts', TaskList>

const ofEvent = Type.Object({ eventId: Type.Integer({ minimum: 1 }) })
const ofEffect = Type.Object({ ...ofEvent.properties, reaction: Type.String() })
const ofMail = Type.Object({ messageId: Type.Integer({ minimum: 1 }) })
/** `isPaced` is missing if staff asked for the run. */
const ofScheduled = Type.Object({ name: Type.String(), isPaced: Type.Optional(Type.Boolean()) })
const ofNothing = Type.Object({})

type Job = JobHelpers['job']

/**
 * Returns a task whose job fails if its payload does not match the schema. The queue keeps the job with the reason, which
 * Stato del Sistema shows, and tries it again, because a newer worker may read it.
 */
const task =
  <P extends TObject>(
    schema: P,
    work: (payload: Static<P>, job: Job, helpers: JobHelpers) => Promise<unknown>,
  ): Task =>
  async (stored, helpers) => {
    await work(checkedPayload(schema, stored), helpers.job, helpers)
  }

const named = (names: string[], one: Task): TaskList => Object.fromEntries(names.map((name) => [name, one]))

/** Returns the tasks of the queue. Each is idempotent, because jobs are delivered at least once. */
export function tasks(
  { db: { read, write }, context }: Runtime,
  log: WorkerLog,
  /** Aborted when the worker begins to stop. */
  stopping?: AbortSignal,
): TaskGroups {
  const tools: Tools = { read, write, context }
  const effects = effectsOf(write)
  const sendMail = mailing(tools, stopping)
  /** When the runs of this process began that have not settled. */
  const unsettled = new Map<string, number>()
  const dispatch = task(ofEvent, ({ eventId }, job) =>
    orSoon(job, async () => {
      const left = await effects.plan(eventId)
      if (left !== null) await addAgain(write, job, left)
    }),
  )
  const runEffect = task(ofEffect, ({ eventId, reaction }, job) =>
    orSoon(job, () => reactTo(job, eventId, reaction)),
  )
  const runScheduled = task(ofScheduled, async ({ name, isPaced = false }, job) => {
    if (isPurge(name)) await purge(name, isPaced)
    else if (isTask(name)) await runAndLog(name, () => periodic[name](tools))
    else await addAgain(write, job, scheduledTask(name))
  })
  const queueAll = task(ofNothing, async () => {
    await releaseDeadWorkers(write)
    await queueTasks(write)
  })
  return {
    dispatch: named(['dispatch', ...dispatchTasks()], dispatch),
    events: {
      react: task(ofEffect, ({ eventId, reaction: name }, job) => {
        // A job of 1.0.0 is a `react` job, whatever the reaction's `queue` is.
        const queue = reactions.find((one) => one.name === name)?.queue
        return orSoon(job, () =>
          queue === 'texts' ? addAgain(write, job, 'writeText') : reactTo(job, eventId, name),
        )
      }),
      ...named(reactions.filter(({ queue }) => queue !== 'texts').flatMap(effectTasks), runEffect),
      submitSearchEngines: task(ofNothing, () => submitSearchEngines(tools)),
      purgeEdge: task(ofNothing, () => purgeEdge(tools)),
      // Records a failure as one of the scheduled task of this name, which tries again every minute.
      buildSitemap: task(ofNothing, () => runAndLog(buildTask, () => buildAndCount(tools))),
      ...named(['periodic', ...scheduledTasks()], runScheduled),
      queueTasks: queueAll,
      // Name of `queueTasks` in 1.0.0, whose worker still adds the job.
      sweep: queueAll,
    },
    mail: named(
      ['sendMail', ...mailTasks()],
      task(ofMail, ({ messageId }, job, { abortSignal }) =>
        orSoon(job, async () => {
          try {
            await sendMail(messageId, { claimedBy: job.locked_by ?? '', signal: abortSignal, log })
          } catch (error) {
            if (!(error instanceof NotKnown)) throw error
            await addAgain(write, job, error.part)
          }
        }),
      ),
    ),
    texts: named(
      ['writeText', ...reactions.filter(({ queue }) => queue === 'texts').flatMap(effectTasks)],
      runEffect,
    ),
  }

  /** Queues the purge again behind the other purges if it leaves a backlog. A run of staff stays one. */
  async function purge(name: PurgeTask, isPaced: boolean): Promise<void> {
    let isBehind = false
    await runAndLog(name, async () => {
      const done = await endExpiredOf(write, name, { isAsked: !isPaced })
      isBehind = done.isBehind
      return done.ended
    })
    if (isBehind) await queueTasks(write, [name], isPaced)
  }

  /**
   * Queues a running job again, as a new job with the same key. Throws if the job was released meanwhile,
   * because `add_job` would then change the released job, and this worker would delete that job at the end of
   * its own run.
   */
  async function addAgain(
    sql: Sql | Tx,
    { id, locked_by, payload, key, priority }: Job,
    name: string,
    seconds = 0,
  ): Promise<void> {
    const { count } = await sql`
      select graphile_worker.add_job(${name}, ${jsonb(sql, payload)}::json, queue_name := queue_name,
        run_at := now() + make_interval(secs => ${seconds}), job_key := ${key}, priority := ${priority})
      from graphile_worker.jobs where id = ${id} and locked_by = ${locked_by}`
    if (count === 0) throw new Error('the job was released before it could be queued again')
  }

  async function reactTo(job: Job, eventId: number, name: string): Promise<void> {
    const effect = await effects.begin({ eventId, reaction: name })
    if (!effect) {
      const left = await effects.taskOfOthers({ eventId, reaction: name })
      return left === null ? undefined : addAgain(write, job, left)
    }
    const { event } = effect
    let { attempts } = effect
    const hasAdvanced = async () => {
      attempts = 1
      await write`update effects set attempts = 1 where outbox_id = ${eventId} and reaction = ${name}`
    }
    try {
      if (effect.attempts > triesMax) throw new Error('the worker stopped in every try')
      const reaction = reactions.find((one) => one.name === name)
      if (!reaction) throw new Error(`no reaction is named ${name}`)
      const isLastTry = effect.attempts >= triesMax
      await react(reaction, event, { eventId, ...tools, tries: effect.attempts, isLastTry, hasAdvanced })
    } catch (error) {
      if (error instanceof NotKnown)
        return leave(job, eventId, name, partTask(name, event.version, error.part))
      await retryLater(job, eventId, name, attempts, error)
      return
    }
    await effects.done({ eventId, reaction: name })
  }

  /** Leaves an effect to a worker that knows the task, without counting this try. */
  async function leave(job: Job, eventId: number, name: string, otherTask: string): Promise<void> {
    await write.begin(async (tx) => {
      await tx`
        update effects set attempts = attempts - 1, task = ${otherTask}, changed_at = now()
        where outbox_id = ${eventId} and reaction = ${name}`
      await addAgain(tx, job, otherTask)
    })
  }

  /** Runs a scheduled task. A failure is recorded for staff. */
  async function runAndLog(name: WorkerTask, work: () => Promise<unknown>): Promise<void> {
    const since = unsettled.get(name)
    if (since !== undefined && performance.now() - since < unsettledMs) return
    const running = work()
    unsettled.set(name, performance.now())
    void running.catch(() => {}).finally(() => unsettled.delete(name))
    const failure = await runPeriodic(write, name, () => running, limitOf(name))
    if (failure) log.error({ name, reason: reasonOf(failure.error) }, 'failed to run the scheduled task')
  }

  /**
   * Retries after 2 s if the database was lost. The queue's own wait may be hours after workers were killed.
   */
  async function orSoon(job: Job, work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseLost(error)) throw error
      log.warn({ task: job.task_identifier, reason: reasonOf(error) }, 'retrying a job')
      await addAgain(write, job, job.task_identifier, soonSeconds)
    }
  }

  async function retryLater(
    job: Job,
    eventId: number,
    name: string,
    attempts: number,
    error: unknown,
  ): Promise<void> {
    const reason = reasonOf(error)
    // A lost connection to the database does not count as a failed attempt.
    const isCounted = !isDatabaseLost(error)
    const planned = isCounted ? retrySeconds[attempts - 1] : soonSeconds
    const seconds = planned && error instanceof Later ? error.afterSeconds : planned
    log[seconds ? 'warn' : 'error']({ eventId, reaction: name, attempts, reason }, 'a reaction failed')
    await write.begin(async (tx) => {
      await tx`
        update effects set last_error = ${reason}, state = ${seconds ? 'planned' : 'failed'}, changed_at = now(),
          attempts = case when ${isCounted} then attempts else attempts - 1 end
        where outbox_id = ${eventId} and reaction = ${name}`
      // Only `react` knows whether the job is one for the texts.
      const again = job.task_identifier === 'writeText' ? 'react' : job.task_identifier
      if (seconds) await addAgain(tx, job, again, seconds)
    })
  }
}

/**
 * Returns whether the error means a lost database: a code of postgres.js, FATAL, a shutdown (57P0), a standby
 * that is being promoted (25006), or a socket error. Only postgres.js adds `query` to socket errors.
 */
function isDatabaseLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('severity' in error && error.severity === 'FATAL') return true
  const code = codeOf(error)
  return (
    /^(CONNECTION_|CONNECT_TIMEOUT|57P0|25006)/.test(code) ||
    ('query' in error && /^(ECONN|EPIPE|ETIMEDOUT)/.test(code))
  )
}
