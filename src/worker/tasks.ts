import type { JobHelpers, TaskList } from 'graphile-worker'
import { Later } from '../kernel/httpError.ts'
import type { Tools } from '../kernel/message.ts'
import { runPeriodic } from '../kernel/periodic.ts'
import { react } from '../kernel/react.ts'
import type { Runtime } from '../kernel/run.ts'
import { buildAndCount, buildTask } from '../modules/content/module.ts'
import { reactions } from '../modules/index.ts'
import { mailing, purgeEdge, submitSearchEngines } from '../modules/integrations/module.ts'
import { isPurge, type PurgeTask, type WorkerTask } from '../modules/operations/module.ts'
import { jsonb, type Sql, type Tx } from '../platform/db.ts'
import { codeOf, reasonOf } from '../platform/log.ts'
import { releaseDeadWorkers } from './dead.ts'
import { effectsOf } from './effects.ts'
import { endExpiredOf, isTask, limitOf, periodic, queueTasks } from './periodic.ts'

declare global {
  namespace GraphileWorker {
    interface Tasks {
      dispatch: { eventId: number }
      react: { eventId: number; reaction: string }
      writeText: { eventId: number; reaction: string }
      sendMail: { messageId: number }
      submitSearchEngines: unknown
      purgeEdge: unknown
      buildSitemap: unknown
      /** `isPaced` is missing if staff asked for the run. */
      periodic: { name: string; isPaced?: boolean }
      queueTasks: unknown
      /** Name of 'queueTasks' in the previous release, whose workers still add the job. */
      sweep: unknown
    }
  }
}

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

/** Returns the tasks of the queue. Each is idempotent, because jobs are delivered at least once. */
export function tasks(
  { db: { read, write }, context }: Runtime,
  log: WorkerLog,
  /** Aborted when the worker begins to stop. */
  stopping?: AbortSignal,
): TaskList {
  const tools: Tools = { read, write, context }
  const effects = effectsOf(write)
  const sendMail = mailing(tools, stopping)
  /** When the runs of this process began that have not settled. */
  const unsettled = new Map<string, number>()
  return {
    async dispatch({ eventId }, { job }) {
      await orSoon(job, () => effects.plan(eventId))
    },

    async react({ eventId, reaction: name }, { job }) {
      // `effects.plan` queues every reaction as a `react` job, whatever the reaction's `queue` is.
      const queue = reactions.find((one) => one.name === name)?.queue
      await orSoon(job, () =>
        queue === 'texts' ? addAgain(write, job, 'writeText') : reactTo(job, eventId, name),
      )
    },

    async writeText({ eventId, reaction: name }, { job }) {
      await orSoon(job, () => reactTo(job, eventId, name))
    },

    async sendMail({ messageId }, { abortSignal, job }) {
      const sending = { claimedBy: job.locked_by ?? '', signal: abortSignal, log }
      await orSoon(job, () => sendMail(messageId, sending))
    },

    async submitSearchEngines() {
      await submitSearchEngines(tools)
    },

    async purgeEdge() {
      await purgeEdge(tools)
    },

    async buildSitemap() {
      // Records a failure as one of the scheduled task of this name, which tries again every minute.
      await runAndLog(buildTask, () => buildAndCount(tools))
    },

    async periodic({ name, isPaced = false }) {
      if (isPurge(name)) await purge(name, isPaced)
      else if (isTask(name)) await runAndLog(name, () => periodic[name](tools))
    },

    queueTasks: queueAll,
    sweep: queueAll,
  }

  async function queueAll(): Promise<void> {
    await releaseDeadWorkers(write)
    await queueTasks(write)
  }

  /** Queues the purge again behind the other purges if it leaves a backlog. */
  async function purge(name: PurgeTask, isPaced: boolean): Promise<void> {
    let isBehind = false
    await runAndLog(name, async () => {
      const done = await endExpiredOf(write, name, { isAsked: !isPaced })
      isBehind = done.isBehind
      return done.ended
    })
    if (isBehind) await queueTasks(write, [name])
  }

  /**
   * Queues a running job again, as a new job with the same key. Throws if the job was released meanwhile,
   * because `add_job` would then change the released job, and this worker would delete that job at the end of
   * its own run.
   */
  async function addAgain(
    sql: Sql | Tx,
    { id, locked_by, payload, key, priority }: JobHelpers['job'],
    task: string,
    seconds = 0,
  ): Promise<void> {
    const { count } = await sql`
      select graphile_worker.add_job(${task}, ${jsonb(sql, payload)}::json,
        run_at := now() + make_interval(secs => ${seconds}), job_key := ${key}, priority := ${priority})
      from graphile_worker.jobs where id = ${id} and locked_by = ${locked_by}`
    if (count === 0) throw new Error('the job was released before it could be queued again')
  }

  async function reactTo(job: JobHelpers['job'], eventId: number, name: string): Promise<void> {
    const effect = await effects.begin({ eventId, reaction: name })
    if (!effect) return
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
      await react(reaction, effect.payload, {
        eventId,
        ...tools,
        tries: effect.attempts,
        isLastTry,
        hasAdvanced,
      })
    } catch (error) {
      await retryLater(job, eventId, name, attempts, error)
      return
    }
    await effects.done({ eventId, reaction: name })
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
  async function orSoon(job: JobHelpers['job'], work: () => Promise<void>): Promise<void> {
    try {
      await work()
    } catch (error) {
      if (!isDatabaseLost(error)) throw error
      log.warn({ task: job.task_identifier, reason: reasonOf(error) }, 'retrying a job')
      await addAgain(write, job, job.task_identifier, soonSeconds)
    }
  }

  async function retryLater(
    job: JobHelpers['job'],
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
      if (seconds) await addAgain(tx, job, 'react', seconds)
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
