import { setTimeout as sleep } from 'node:timers/promises'
import { Logger, runOnce } from 'graphile-worker'
import type { Runtime } from '../kernel/run.ts'
import { closeMail } from '../modules/integrations/module.ts'
import { openQueuePool } from '../platform/queuePool.ts'
import { silent, soonSeconds, tasks } from './tasks.ts'

const roundsMax = 4

/** Runs due jobs until none is left. Waits for jobs that a lost database has delayed by up to `soonSeconds`. */
export async function drain(runtime: Runtime, databaseUrl: string): Promise<void> {
  const pgPool = openQueuePool(databaseUrl, { max: 3 })
  const { dispatch, events, mail, texts } = tasks(runtime, silent)
  const taskList = { ...dispatch, ...events, ...mail, ...texts }
  try {
    for (let round = 1; round <= roundsMax; ) {
      await runOnce({
        pgPool,
        taskList,
        noHandleSignals: true,
        logger: new Logger(() => () => {}),
      })
      if (await hasWaitingTask(runtime, Object.keys(events))) continue
      round += 1
      const [next] = await runtime.db.write<[{ ms: number }?]>`
        select extract(epoch from run_at - now())::float * 1000 as ms from graphile_worker.jobs
        where run_at > now() and run_at <= now() + make_interval(secs => ${soonSeconds}) and locked_at is null
          and task_identifier ~ '^(dispatch|react|writeText|sendMail)\\M'
        order by run_at limit 1`
      if (!next) break
      await sleep(next.ms + 1)
    }
  } finally {
    closeMail(runtime.context)
    await pgPool.end()
  }
}

/** A run that follows another in its serial queue may not be available yet when `runOnce` looks for it. */
async function hasWaitingTask({ db }: Runtime, known: string[]): Promise<boolean> {
  const [row] = await db.write<[{ isWaiting: boolean }]>`
    select exists (
      select from graphile_worker._private_jobs jobs
        left join graphile_worker._private_job_queues queues on queues.id = job_queue_id
      where task_id in (select id from graphile_worker._private_tasks
          where identifier ~ '^periodic\\M' and identifier = any(${known}::text[]))
        and jobs.run_at <= now() and jobs.locked_at is null and jobs.attempts = 0
        and (queues.locked_at is null or queues.locked_at > now() - make_interval(secs => ${soonSeconds}))) as is_waiting`
  return row.isWaiting
}
