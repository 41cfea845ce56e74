import { EventEmitter } from 'node:events'
import { setTimeout as timer } from 'node:timers/promises'
import {
  type CronItem,
  Logger,
  parseCronItems,
  type Runner,
  run,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { WorkerQueue } from '../kernel/workers.ts'
import type { Config } from '../platform/config.ts'
import { reasonOf } from '../platform/log.ts'
import { openQueuePool } from '../platform/queuePool.ts'
import { ownPools } from './dead.ts'
import type { WorkerLog } from './tasks.ts'

/** Settings of the queue that runs reactions. The other queues change some of them. */
export const queueSettings = {
  concurrentJobs: 50,
  // Fetches jobs in groups. Jobs not started within 1 s return to the other workers.
  localQueue: { size: 200, ttl: 1_000 },
  pollInterval: 200,
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  gracefulShutdownAbortTimeout: 5_000,
}
/** Queues that the process serves. */
export type Served = Config['workerQueues']

const stopMs = 7_500
const sweep: CronItem = {
  task: 'sweep',
  match: '* * * * *',
  identifier: 'sweep',
  // Tasks that staff start use the same serial queue, so no task runs twice at the same time.
  options: { jobKey: 'sweep', queueName: 'periodic', backfillPeriod: 0 },
}

/** A dispatch only waits for a statement that serves a whole batch, so many run at the same time. */
const dispatchSettings = { ...queueSettings, concurrentJobs: 500, localQueue: { size: 500, ttl: 1_000 } }

/** Mail is sent one at a time (docs/adr/0005), while the other jobs compose the next mails. */
const mailSettings = {
  ...queueSettings,
  concurrentJobs: 8,
  localQueue: { size: 20, ttl: 1_000 },
  completeJobBatchDelay: 20,
}

/** A text takes seconds to minutes, most of which the worker waits for the model. */
const textSettings = { ...queueSettings, concurrentJobs: 10, localQueue: { size: 10, ttl: 1_000 } }

export interface Queues {
  /** Ids of the pools, each with the queue that it serves. */
  pools: ReadonlyMap<string, WorkerQueue>
  /**
   * Resolves when a queue stops although `stop` was not called. The queue then takes no more jobs, and its running jobs
   * may never settle.
   */
  ended: Promise<void>
  /** Gives running jobs 5 s, then aborts them without waiting. */
  stop(): Promise<void>
}

export async function openQueues(
  taskList: TaskList,
  { databaseUrl, served, log }: { databaseUrl: string; served: Served; log: WorkerLog },
): Promise<Queues> {
  // Each queue needs a listening connection, and one queue needs a connection for its schedule.
  const pgPool = openQueuePool(databaseUrl, { max: 18, application_name: 'salento-worker' }, (error) =>
    log.warn({ reason: reasonOf(error) }, 'lost a connection of the queue'),
  )

  const pools = new Map<string, WorkerQueue>()
  const runners: Runner[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  async function startQueue(
    queue: WorkerQueue,
    list: TaskList,
    settings: typeof queueSettings,
    cron: CronItem[] = [],
  ): Promise<void> {
    if (served !== 'all' && served !== queue) return
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool: { id } }) => {
      pools.set(id, queue)
      ownPools.add(id)
    })
    for (const sign of ['pool:fatalError', 'pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
      events.on(sign, () => end())
    const runner = await run({
      pgPool,
      taskList: list,
      events,
      noHandleSignals: true,
      logger: new Logger(() => (level, text) => {
        // The queue warns if it has fewer connections than jobs, which matters only for jobs fetched and completed one
        // at a time.
        if (text.includes('maxPoolSize')) return
        if (level === 'error' || level === 'warning')
          log.warn({ reason: text.slice(0, 300) }, 'reported by the queue')
      }),
      parsedCronItems: parseCronItems(cron),
      preset: { worker: settings },
    })
    // A queue may also end without an event.
    runner.promise.then(end, end)
    runners.push(runner)
  }

  async function stop(): Promise<void> {
    const stopping = Promise.allSettled(runners.map(async (runner) => runner.stop()))
    await Promise.race([stopping, timer(stopMs, undefined, { ref: false })])
    for (const id of pools.keys()) ownPools.delete(id)
    await Promise.race([pgPool.end(), timer(1_000, undefined, { ref: false })])
  }

  const { dispatch, sendMail, writeText, ...others } = taskList
  try {
    await startQueue('events', { dispatch }, dispatchSettings)
    await startQueue('events', others, queueSettings, [sweep])
    // A slow mail server or model must delay no other work, so mails and texts have separate queues.
    await startQueue('mail', { sendMail }, mailSettings)
    await startQueue('texts', { writeText }, textSettings)
  } catch (error) {
    void stop().catch(() => {})
    throw error
  }
  return { pools, ended, stop }
}
