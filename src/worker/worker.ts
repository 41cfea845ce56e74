import { hostname } from 'node:os'
import { setTimeout as timer } from 'node:timers/promises'
import type { Runtime } from '../kernel/run.ts'
import { heartbeatMs } from '../kernel/workers.ts'
import { closeMail } from '../modules/integrations/module.ts'
import { jsonb } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import { againMs, patiently } from '../platform/patiently.ts'
import { isSweepStuck, ownPools, releaseDeadWorkers } from './dead.ts'
import { followPages } from './followPages.ts'
import { openQueues, type Served } from './queues.ts'
import { silent, tasks, type WorkerLog } from './tasks.ts'

interface Worker {
  /** Waits up to 5 s for running jobs, then aborts them. Leaves no job locked. */
  stop(): Promise<void>
}

/** Runs the queues until `stop`. Replaces queues that lose the database, at a tenth of the cost of a new process. */
export async function startWorker(
  runtime: Runtime,
  databaseUrl: string,
  log: WorkerLog = silent,
  served: Served = 'all',
): Promise<Worker> {
  const { db, context } = runtime
  // All successive queues share the tasks, because they know which mails are being sent.
  const stopping = new AbortController()
  const taskGroups = tasks(runtime, log, stopping.signal)
  let isStopping = false
  const open = () => openQueues(taskGroups, { databaseUrl, served, log })
  let queues = await patiently(log, open)
  const pages = served === 'all' ? await followPages(db, log) : null

  async function beat(): Promise<void> {
    try {
      await db.write`
        insert into workers (pool_id, queue, host, pid, tasks)
        select id, queue, ${hostname()}, ${process.pid}, array(select jsonb_array_elements_text(tasks))
        from jsonb_to_recordset(${jsonb(db.write, [...queues.pools.values()])})
          as pool (id text, queue text, tasks jsonb)
        on conflict (pool_id) do update set seen_at = now()`
      const released = await releaseDeadWorkers(db.write)
      if (released > 0) log.warn({ released }, 'released the jobs of dead workers')
      if (!isStopping && (await isSweepStuck(db.write, [...queues.pools.keys()]))) {
        log.warn({}, 'no sweep has ended for five minutes')
        queues.end()
      }
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
      // `old.stop()` is not awaited, because it may never settle.
      for (const id of old.pools.keys()) ownPools.delete(id)
      void old.stop().catch(() => {})
      queues = await patiently(log, open, () => !isStopping)
      if (isStopping) return queues.stop()
      void beat()
    }
  }

  // The database may never answer a heartbeat, so neither the next heartbeat nor the renewal waits for the answer.
  const beating = setInterval(() => void beat(), heartbeatMs)
  await Promise.race([beat(), timer(heartbeatMs)])
  const renewing = renew().catch(() => {})

  return {
    async stop() {
      isStopping = true
      stopping.abort()
      clearInterval(beating)
      await pages?.stop()
      await queues.stop()
      await Promise.race([renewing, timer(againMs, undefined, { ref: false })])
      const pools = [...queues.pools.keys()]
      // Unlocks the jobs, so that other workers can take them immediately.
      await db.write`select graphile_worker.force_unlock_workers(${pools})`.catch(() => {})
      await db.write`delete from workers where pool_id = any(${pools})`.catch(() => {})
      closeMail(context)
    },
  }
}
