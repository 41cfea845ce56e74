import { jsonb, type Sql, type Tx } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import { HttpError } from './httpError.ts'
import type { Caller } from './message.ts'

// Long work that staff can follow. A command inserts a row into `jobs` and emits the event whose reaction does the
// work. The panel shows each change of the row.

/** Inserts a job and returns its id. The caller emits an event with this id in the same transaction. */
export async function createJob(tx: Tx, kind: string, input: object, caller: Caller): Promise<number> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into jobs (kind, input, started_by) values (${kind}, ${jsonb(tx, input)}, ${caller.name})
    returning id`
  return id
}

/** Returns who started a job, as the caller of the acts that the job does. */
export async function starterOf(sql: Sql | Tx, jobId: number): Promise<Caller> {
  const [job] = await sql<[{ startedBy: string }]>`select started_by from jobs where id = ${jobId}`
  return { name: job.startedBy, address: null, admin: null, idempotencyKey: null }
}

export interface JobProgress {
  total(steps: number): Promise<void>
  /** Adds an Italian line without personal data. `done` is the number of finished steps. */
  log(message: string, done?: number): Promise<void>
  /** Stores unfinished text as `result.soFar`. Returns false in the same cases as `goesOn`. */
  show(soFar: string): Promise<boolean>
  /**
   * Returns false if staff have cancelled the job or another worker has begun it again. The work must then end.
   * If the caller passes the `tx` of a step, this call locks the job, so that a cancellation waits for the end
   * of the step.
   */
  goesOn(tx?: Tx): Promise<boolean>
  /** Counts so far, including those of earlier attempts; empty when the first attempt starts. */
  counts: Readonly<Record<string, number>>
  /** Adds log lines and counts in the transaction of the work. Each line counts as one step unless `done` is set. */
  step(tx: Tx, messages: string[], counts: Record<string, number>, done?: number): Promise<void>
}

interface Attempt {
  jobId: number
  isLast: boolean
}

/**
 * Runs the work and records its outcome. Skips a job that has ended. An HttpError fails the job for good, as does any
 * error of the last attempt. Rethrows other errors, so that the reaction is retried: the work must be idempotent.
 */
export async function runJob(
  write: Sql,
  { jobId, isLast }: Attempt,
  work: (progress: JobProgress) => Promise<unknown>,
): Promise<void> {
  const [job] = await write<[{ result: Record<string, number> | null; attempt: number }?]>`
    update jobs set status = 'running', attempt = attempt + 1, updated_at = now()
    where id = ${jobId} and status in ('queued', 'running') returning result, attempt`
  if (!job) return
  const counts = { ...job.result }
  // A worker whose job was cancelled and resumed, or taken over by another worker, no longer changes the row.
  const own = write`id = ${jobId} and attempt = ${job.attempt} and status = 'running'`
  const progress: JobProgress = {
    async total(steps) {
      await write`update jobs set total = ${steps}, updated_at = now() where ${own}`
    },
    async log(message, done) {
      await write`
        update jobs set log = log || jsonb_build_object('at', now(), 'message', ${message}::text),
          done = coalesce(${done ?? null}::int, done), updated_at = now()
        where ${own}`
    },
    async show(soFar) {
      const shown = await write`
        update jobs set result = coalesce(result, '{}') || jsonb_build_object('soFar', ${soFar}::text),
          updated_at = now()
        where ${own} returning id`
      return shown.length > 0
    },
    async goesOn(tx) {
      const sql = tx ?? write
      const [row] = await sql<[Pick<typeof job, 'result'>?]>`
        select result from jobs where ${own} for update`
      Object.assign(counts, row?.result)
      return row !== undefined
    },
    counts,
    async step(tx, messages, added, done = messages.length) {
      for (const [name, count] of Object.entries(added)) counts[name] = (counts[name] ?? 0) + count
      await tx`
        update jobs set done = done + ${done}, result = ${tx.json(counts)}, updated_at = now(),
          log = log || (select coalesce(jsonb_agg(jsonb_build_object('at', now(), 'message', message) order by place), '[]')
            from unnest(${messages}::text[]) with ordinality as line (message, place))
        where id = ${jobId} and attempt = ${job.attempt}`
    },
  }
  try {
    const result = await work(progress)
    await write`
      update jobs set status = 'completed', result = ${jsonb(write, result)}, error = null,
        done = total, updated_at = now()
      where ${own}`
  } catch (error) {
    const isFinal = isLast || error instanceof HttpError
    const reason = error instanceof HttpError ? error.message : reasonOf(error)
    await write`
      update jobs set error = ${reason}, status = ${isFinal ? 'failed' : 'running'}, result = nullif(result - 'soFar', '{}'::jsonb), updated_at = now(),
        log = log || jsonb_build_object('at', now(), 'message', ${`Errore: ${reason}`}::text)
      where ${own}`
    if (!isFinal) throw error
  }
}
