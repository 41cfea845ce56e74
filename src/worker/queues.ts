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
import type { TaskGroups, WorkerLog } from './tasks.ts'

/** Settings of the queue that runs reactions. The other queues override some of them. */
export const queueSettings = {
  concurrentJobs: 50,
  // Fetches jobs in groups. Jobs not started within 1 s return to the queue.
  localQueue: { size: 200, ttl: 1_000 },
  pollInterval: 200,
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  gracefulShutdownAbortTimeout: 5_000,
}
/** Queues that the process serves. */
export type Served = Config['workerQueues']

const stopMs = 7_500
/** Has no serial queue, in which it could wait for a worker of the previous release. */
const everyMinute: CronItem = {
  task: 'queueTasks',
  match: '* * * * *',
  identifier: 'queueTasks',
  options: { jobKey: 'queueTasks', backfillPeriod: 0 },
}

/** Dispatch jobs only wait for the SQL statement of their batch (effects.ts), so many can run at the same time. */
const dispatchSettings = { ...queueSettings, concurrentJobs: 500, localQueue: { size: 500, ttl: 1_000 } }

/** A worker sends one mail at a time (docs/adr/0005). Meanwhile other jobs compose the next mails. */
const mailSettings = {
  ...queueSettings,
  concurrentJobs: 8,
  localQueue: { size: 20, ttl: 1_000 },
  completeJobBatchDelay: 20,
}

/** Writing a text takes seconds or minutes, most of them spent waiting for the model. */
const textSettings = { ...queueSettings, concurrentJobs: 10, localQueue: { size: 10, ttl: 1_000 } }

/** A pool of jobs that this process runs. */
export interface Pool {
  id: string
  queue: WorkerQueue
  /** Tasks whose jobs the pool takes. */
  tasks: string[]
}

export interface Queues {
  /** The pools by id. */
  pools: ReadonlyMap<string, Pool>
  /** Resolves when a queue stops without a call of `stop`. The running jobs of this queue may then never settle. */
  ended: Promise<void>
  /** Declares the queues ended, so that the worker replaces them. */
  end(): void
  /** Waits up to 5 s for running jobs, then aborts them. */
  stop(): Promise<void>
}

export async function openQueues(
  taskGroups: TaskGroups,
  { databaseUrl, served, log }: { databaseUrl: string; served: Served; log: WorkerLog },
): Promise<Queues> {
  // The maximum includes one listening connection per queue, and one for the schedule.
  const pgPool = openQueuePool(databaseUrl, { max: 18, application_name: 'salento-worker' }, (error) =>
    log.warn({ reason: reasonOf(error) }, 'lost a connection of the queue'),
  )

  const pools = new Map<string, Pool>()
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
      pools.set(id, { id, queue, tasks: Object.keys(list) })
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
        // The queue warns that it has fewer connections than jobs. This matters only if the queue fetches and
        // completes jobs one at a time.
        if (text.includes('maxPoolSize')) return
        // A lost response may have contained jobs. These jobs stay locked for this pool while the pool lives.
        if (text.startsWith('Error occurred fetching jobs')) end()
        if (level === 'error' || level === 'warning')
          log.warn({ reason: text.slice(0, 300) }, 'reported by the queue')
      }),
      parsedCronItems: parseCronItems(cron),
      preset: { worker: settings },
    })
    // A queue may also end without one of the events above.
    runner.promise.then(end, end)
    runners.push(runner)
  }

  async function stop(): Promise<void> {
    const stopping = Promise.allSettled(runners.map(async (runner) => runner.stop()))
    await Promise.race([stopping, timer(stopMs, undefined, { ref: false })])
    for (const id of pools.keys()) ownPools.delete(id)
    await Promise.race([pgPool.end(), timer(1_000, undefined, { ref: false })])
  }

  try {
    await startQueue('events', taskGroups.dispatch, dispatchSettings)
    await startQueue('events', taskGroups.events, queueSettings, [everyMinute])
    // A slow mail server or model must delay no other work, so mails and texts have separate queues.
    await startQueue('mail', taskGroups.mail, mailSettings)
    await startQueue('texts', taskGroups.texts, textSettings)
  } catch (error) {
    void stop().catch(() => {})
    throw error
  }
  return { pools, ended, end, stop }
}
