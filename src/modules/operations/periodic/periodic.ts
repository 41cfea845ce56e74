import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { scheduledTask } from '../../../kernel/jobTask.ts'
import { whole } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import {
  canRunNow,
  DropTaskFailure,
  ListPeriodicTasks,
  periodicTaskRun,
  periodicTasks,
  queueOf,
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
  // The key is not that of the worker's own runs, which would replace this one while it waits, and may rest.
  await tx`
    select graphile_worker.add_job(${scheduledTask(name)}, json_build_object('name', ${name}::text),
      queue_name := ${queueOf(name)}, job_key := ${`asked:${name}`})`
  await audit(tx, caller, periodicTaskRun, `periodic_runs/${name}`, null, null)
  return {}
})

export const dropTaskFailure = handle(DropTaskFailure, async (tx, { name }, caller) => {
  const [dropped] = await tx`
    update periodic_runs set last_error = null, runs_until = null
    where name = ${name} and (last_error is not null or runs_until < now()) returning name`
  if (!dropped) throw new HttpError(409, 'Questo lavoro non è più tra quelli non riusciti.')
  await audit(tx, caller, taskFailureDropped, `periodic_runs/${name}`, null, null)
  return {}
})
