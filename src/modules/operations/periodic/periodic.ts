import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { scheduledTask } from '../../../kernel/jobTask.ts'
import { whole } from '../../../kernel/list.ts'
import { commandJob } from '../../../kernel/longCommand.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { Sql } from '../../../platform/db.ts'
import {
  canRunNow,
  DropTaskFailure,
  ListPeriodicTasks,
  periodicTaskRun,
  periodicTasks,
  RunPeriodicTask,
  taskFailureDropped,
} from './contract.ts'

interface RunRow {
  name: string
  endedAt: Date | null
  succeededAt: Date | null
  result: string | null
  lastError: string | null
}

export const listPeriodicTasks = answer(ListPeriodicTasks, async (read) => {
  const rows = await read<
    RunRow[]
  >`select name, ended_at, succeeded_at, result, last_error from periodic_runs`
  const runs = new Map(rows.map((row) => [row.name, row]))
  const tasks = Object.entries(periodicTasks).map(([name, { label, about }]) => {
    const run = runs.get(name)
    return {
      name,
      label,
      about,
      endedAt: run?.endedAt?.toISOString() ?? null,
      succeededAt: run?.succeededAt?.toISOString() ?? null,
      result: run?.result ?? null,
      error: run?.lastError ?? null,
      canRunNow: canRunNow(name),
    }
  })
  return whole(tasks)
})

export const runPeriodicTask = handle(RunPeriodicTask, async (tx, { name }, caller) => {
  if (!canRunNow(name)) throw new HttpError(404, 'Lavoro non trovato.')
  // The worker's own runs of the tasks use the same serial queue, so a task never runs twice at the same time.
  await tx`
    select graphile_worker.add_job(${scheduledTask(name)}, json_build_object('name', ${name}::text), queue_name := 'periodic',
      job_key := ${`periodic:${name}`})`
  await audit(tx, caller, periodicTaskRun, `periodic_runs/${name}`, null, null)
  return {}
})

export const dropTaskFailure = handle(DropTaskFailure, async (tx, { name }, caller) => {
  const [dropped] = await tx`
    update periodic_runs set last_error = null where name = ${name} and last_error is not null returning name`
  if (!dropped) throw new HttpError(409, 'Questo lavoro non è più tra quelli non riusciti.')
  await audit(tx, caller, taskFailureDropped, `periodic_runs/${name}`, null, null)
  return {}
})

/** Deletes expired technical records. Returns only the number of deleted events. */
export async function purgeRecords(write: Sql): Promise<number> {
  await write`delete from rate_limits where window_start < now() - interval '1 day'`
  await write`delete from idempotency_keys where created_at < now() - interval '24 hours'`
  await write`delete from suspected_senders where tried_at < now() - interval '1 day'`
  await write`delete from ai_uses where used_at < now() - interval '1 year'`
  await write`delete from indexnow_submissions where submission_date < now() - interval '1 year'`
  await write`
    delete from jobs where updated_at < now() - interval '1 year' and status in ('completed', 'failed', 'cancelled')
      and not exists (select from text_drafts where job_id = jobs.id and state = 'open')`
  // Only the caller of a command waits for its reply or preview, which may be megabytes.
  await write`
    update jobs set result = null where kind = ${commandJob} and result is not null and updated_at < now() - interval '1 day'`
  await write`delete from bulk_acts where made_at < now() - interval '90 days'`
  const { count } = await write`
    delete from outbox where occurred_at < now() - interval '90 days' and dispatched_at is not null
      and not exists (select from effects where outbox_id = outbox.id and state <> 'done' and dropped_at is null)`
  return count
}
