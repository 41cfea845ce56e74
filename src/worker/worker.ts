import { EventEmitter } from 'node:events'
import { hostname } from 'node:os'
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
import { reasonOf } from '../log.ts'
import { closeMail } from '../modules/index.ts'
import type { Power } from '../run.ts'
import { ownPools, releaseDeadWorkers } from './dead.ts'
import { tasks, type WorkerLog } from './tasks.ts'

const heartbeatMs = 5_000
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

interface Worker {
  /** Lets running jobs finish (5 s, then they are told to stop) and leaves no job locked. */
  stop(): Promise<void>
  /** Rejects when the queue cannot be worked on any more. */
  failed: Promise<never>
}

/** Works on the queue until it is stopped; any number of workers may share one database. */
export async function startWorker({ db }: Power, databaseUrl: string, log: WorkerLog): Promise<Worker> {
  // Each queue has a connection that listens, one schedules; without these handlers a lost connection ends the process.
  const pgPool = new pg.Pool({
    connectionString: databaseUrl,
    max: 17,
    application_name: 'salento-worker',
  })
  const onLost = (error: Error) => log.warn({ reason: reasonOf(error) }, 'a queue connection was lost')
  pgPool.on('error', onLost)
  pgPool.on('connect', (client) => void client.on('error', onLost))

  let isStopping = false
  const { promise: failed, reject: fail } = Promise.withResolvers<never>()
  failed.catch(() => {})
  // A queue that loses the database gives itself up, and may then wait for ever for what it had begun: it takes no
  // more jobs from here on, and must not look alive.
  const end = () => {
    if (!isStopping) fail(new Error('the queue ended by itself'))
  }

  const pools = new Set<string>()
  async function startQueue(
    taskList: TaskList,
    settings: typeof queueSettings,
    cron: CronItem[],
  ): Promise<Runner> {
    const events: WorkerEvents = new EventEmitter()
    events.on('pool:create', ({ workerPool: { id } }) => {
      pools.add(id)
      ownPools.add(id)
    })
    for (const sign of ['pool:fatalError', 'pool:gracefulShutdown', 'pool:forcefulShutdown'] as const)
      events.on(sign, end)
    return run({
      pgPool,
      taskList,
      events,
      noHandleSignals: true,
      logger: new Logger(() => (level, text) => {
        // Its advice to have as many connections as jobs is for jobs that each fetch and end themselves.
        if (text.includes('maxPoolSize')) return
        if (level === 'error' || level === 'warning') log.warn({ reason: text.slice(0, 300) }, 'queue')
      }),
      parsedCronItems: parseCronItems(cron),
      preset: {
        worker: settings,
      },
    })
  }

  async function beat(): Promise<void> {
    try {
      await db.write`
        insert into workers (pool_id, host, pid) select unnest(${[...pools]}::text[]), ${hostname()}, ${process.pid}
        on conflict (pool_id) do update set seen_at = now()`
      const released = await releaseDeadWorkers(db.write)
      if (released > 0) log.warn({ released }, 'released the jobs of dead workers')
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'heartbeat failed')
    }
  }

  const { dispatch, sendMail, ...others } = tasks(db, log)
  const runners: Runner[] = []
  try {
    runners.push(await startQueue({ dispatch }, dispatchSettings, []))
    runners.push(await startQueue(others, queueSettings, [sweep]))
    // A slow mail server holds up no other work.
    runners.push(await startQueue({ sendMail }, mailSettings, []))
  } catch (error) {
    for (const runner of runners) await runner.stop()
    await pgPool.end()
    throw error
  }
  await beat()
  const beating = setInterval(() => void beat(), heartbeatMs)
  // It may also end by itself, without an error.
  void Promise.race(runners.map(({ promise }) => promise)).then(end, fail)

  return {
    failed,
    async stop() {
      isStopping = true
      clearInterval(beating)
      await Promise.race([
        Promise.all(runners.map((runner) => runner.stop())).catch((error) =>
          log.warn({ reason: reasonOf(error) }, 'stopping the queue'),
        ),
        timer(stopMs, undefined, { ref: false }),
      ])
      // What a job that did not stop in time still holds, another worker may take at once.
      await db.write`select graphile_worker.force_unlock_workers(${[...pools]})`.catch(() => {})
      await db.write`delete from workers where pool_id = any(${[...pools]})`.catch(() => {})
      for (const id of pools) ownPools.delete(id)
      closeMail()
      await Promise.race([pgPool.end(), timer(1_000, undefined, { ref: false })])
    },
  }
}
