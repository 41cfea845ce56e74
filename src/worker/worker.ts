import { hostname } from 'node:os'
import { setTimeout as timer } from 'node:timers/promises'
import type { Power } from '../kernel/run.ts'
import { closeMail } from '../modules/integrations/module.ts'
import { reasonOf } from '../platform/log.ts'
import { ownPools, releaseDeadWorkers } from './dead.ts'
import { openQueues, type Queues } from './queues.ts'
import { tasks, type WorkerLog } from './tasks.ts'

const heartbeatMs = 5_000
/** A database that comes up is waited for; one that cannot be had for so long at the start is somebody's mistake. */
const startMs = 15_000
const againMs = 250

interface Worker {
  /** Lets running jobs finish (5 s, then they are told to stop) and leaves no job locked. */
  stop(): Promise<void>
}

/**
 * Works on the queue until it is stopped; any number of workers may share one database. Queues that lose the database
 * give themselves up: others take their place in the same process, which costs a tenth of a new one.
 */
export async function startWorker(power: Power, databaseUrl: string, log: WorkerLog): Promise<Worker> {
  const { db, context } = power
  // One list for all queues that follow each other: it knows which mails are still under way.
  const stopping = new AbortController()
  const taskList = tasks(power, log, stopping.signal)
  let isStopping = false
  let queues = await opened(Date.now() + startMs)

  async function opened(until: number): Promise<Queues> {
    for (;;)
      try {
        return await openQueues(taskList, databaseUrl, log)
      } catch (error) {
        if (Date.now() > until || isStopping) throw error
        log.warn({ reason: reasonOf(error) }, 'cannot start the queue yet')
        await timer(againMs)
      }
  }

  async function beat(): Promise<void> {
    try {
      await db.write`
        insert into workers (pool_id, host, pid)
        select unnest(${[...queues.pools]}::text[]), ${hostname()}, ${process.pid}
        on conflict (pool_id) do update set seen_at = now()`
      const released = await releaseDeadWorkers(db.write)
      if (released > 0) log.warn({ released }, 'released the jobs of dead workers')
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'failed to write the heartbeat')
    }
  }

  async function renew(): Promise<void> {
    for (;;) {
      await queues.ended
      if (isStopping) return
      log.warn({}, 'restarting the queue, which stopped')
      const old = queues
      // Its jobs are nobody's now. What it still waits for may never come, so it is not waited for itself.
      for (const id of old.pools) ownPools.delete(id)
      void old.stop().catch(() => {})
      queues = await opened(Number.POSITIVE_INFINITY)
      if (isStopping) return queues.stop()
      await beat()
    }
  }

  await beat()
  const beating = setInterval(() => void beat(), heartbeatMs)
  const renewing = renew().catch(() => {})

  return {
    async stop() {
      isStopping = true
      stopping.abort()
      clearInterval(beating)
      await queues.stop()
      await Promise.race([renewing, timer(againMs, undefined, { ref: false })])
      const pools = [...queues.pools]
      // What a job that did not stop in time still holds, another worker may take at once.
      await db.write`select graphile_worker.force_unlock_workers(${pools})`.catch(() => {})
      await db.write`delete from workers where pool_id = any(${pools})`.catch(() => {})
      closeMail(context)
    },
  }
}
