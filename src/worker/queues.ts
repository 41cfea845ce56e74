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
import pg from 'pg'
import { reasonOf } from '../platform/log.ts'
import { ownPools } from './dead.ts'
import type { WorkerLog } from './tasks.ts'

/** How facts are dispatched, and how their reactions run. */
export const queueSettings = {
  concurrentJobs: 50,
  // Fetched together; what this worker does not come to in a second, another may take.
  localQueue: { size: 200, ttl: 1_000 },
  pollInterval: 200,
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0,
  gracefulShutdownAbortTimeout: 5_000,
}
const stopMs = 7_500
const sweep: CronItem = {
  task: 'sweep',
  match: '* * * * *',
  identifier: 'sweep',
  // One queue with what staff ask for: the same thing is never done twice at once.
  options: { jobKey: 'sweep', queueName: 'periodic', backfillPeriod: 0 },
}

/** A dispatch waits for nothing but its statement, which serves as many as there are. */
const dispatchSettings = { ...queueSettings, concurrentJobs: 500, localQueue: { size: 500, ttl: 1_000 } }

/** Mail goes one at a time (docs/adr/0005); the next few are put together meanwhile. */
const mailSettings = {
  ...queueSettings,
  concurrentJobs: 8,
  localQueue: { size: 20, ttl: 1_000 },
  completeJobBatchDelay: 20,
}

export interface Queues {
  pools: ReadonlySet<string>
  /** Resolves when one of them ended by itself: it takes no more jobs, and what it had begun may never come to an end. */
  ended: Promise<void>
  /** Lets running jobs finish (5 s, then they are told to stop), and waits for none any longer than that. */
  stop(): Promise<void>
}

/** Begins to work on every queue. */
export async function openQueues(taskList: TaskList, databaseUrl: string, log: WorkerLog): Promise<Queues> {
  // Each queue has a connection that listens, one schedules; without these handlers a lost connection ends the process.
  const pgPool = new pg.Pool({
    connectionString: databaseUrl,
    max: 17,
    application_name: 'salento-worker',
  })
  const onLost = (error: Error) => log.warn({ reason: reasonOf(error) }, 'lost a connection of the queue')
  pgPool.on('error', onLost)
  pgPool.on('connect', (client) => void client.on('error', onLost))

  const pools = new Set<string>()
  const runners: Runner[] = []
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()

  async function startQueue(list: TaskList, settings: typeof queueSettings, cron: CronItem[]): Promise<void> {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool: { id } }) => {
      pools.add(id)
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
        // Its advice to have as many connections as jobs is for jobs that each fetch and end themselves.
        if (text.includes('maxPoolSize')) return
        if (level === 'error' || level === 'warning')
          log.warn({ reason: text.slice(0, 300) }, 'reported by the queue')
      }),
      parsedCronItems: parseCronItems(cron),
      preset: { worker: settings },
    })
    // It may also end without a sign.
    runner.promise.then(end, end)
    runners.push(runner)
  }

  async function stop(): Promise<void> {
    const stopping = Promise.allSettled(runners.map(async (runner) => runner.stop()))
    await Promise.race([stopping, timer(stopMs, undefined, { ref: false })])
    for (const id of pools) ownPools.delete(id)
    await Promise.race([pgPool.end(), timer(1_000, undefined, { ref: false })])
  }

  const { dispatch, sendMail, ...others } = taskList
  try {
    await startQueue({ dispatch }, dispatchSettings, [])
    await startQueue(others, queueSettings, [sweep])
    // A slow mail server holds up no other work.
    await startQueue({ sendMail }, mailSettings, [])
  } catch (error) {
    void stop().catch(() => {})
    throw error
  }
  return { pools, ended, stop }
}
