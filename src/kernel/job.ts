import { jsonb, type Sql, type Tx } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'
import type { Caller } from './message.ts'
import { Refused } from './refused.ts'

// Long work that staff follow (contract section 9): a row of `jobs`, made by a command together with the event whose
// reaction does the work. The row is announced at every change, so panels show it as it goes.

/** A job to come. Emit the event that names it in the same transaction. */
export async function createJob(tx: Tx, kind: string, input: object, caller: Caller): Promise<number> {
  const [{ id }] = await tx<[{ id: number }]>`
    insert into jobs (kind, input, started_by) values (${kind}, ${jsonb(tx, input)}, ${caller.name})
    returning id`
  return id
}

/** What the work may say of itself while it runs. */
export interface JobProgress {
  /** How many steps there are in all. */
  total(steps: number): Promise<void>
  /** One line of the operations log, in Italian, without a person's data; `done` steps so far. */
  log(message: string, done?: number): Promise<void>
  /** A text while it grows, as `result.soFar`; it goes when the job ends, however. False once staff have cancelled. */
  show(soFar: string): Promise<boolean>
  /**
   * False once staff have cancelled it: stop between two steps. Asked in the transaction of a step, nobody cancels until
   * that step is done.
   */
  goesOn(tx?: Tx): Promise<boolean>
  /** What the steps so far have counted, those of earlier tries included; none in the first one. */
  counts: Readonly<Record<string, number>>
  /**
   * Lines of the log with what they count, in the transaction of what they tell: both are there or neither is. A line is
   * a step unless `done` says how many they are.
   */
  step(tx: Tx, messages: string[], counts: Record<string, number>, done?: number): Promise<void>
}

interface Attempt {
  jobId: number
  /** Nobody tries again after this one. */
  isLast: boolean
}

/**
 * Runs the work of one job and writes down how it ended. A Refused ends it at once, with its sentence; anything else
 * that is thrown is written to the log and thrown on, so that the reaction is tried again: work must be repeatable.
 * A job that has ended or was cancelled is left alone.
 */
export async function runJob(
  write: Sql,
  { jobId, isLast }: Attempt,
  work: (progress: JobProgress) => Promise<unknown>,
): Promise<void> {
  const [job] = await write<[{ result: Record<string, number> | null }?]>`
    update jobs set status = 'running', updated_at = now()
    where id = ${jobId} and status in ('queued', 'running') returning result`
  if (!job) return
  const counts = { ...job.result }
  const progress: JobProgress = {
    async total(steps) {
      await write`update jobs set total = ${steps}, updated_at = now() where id = ${jobId}`
    },
    async log(message, done) {
      await write`
        update jobs set log = log || jsonb_build_object('at', now(), 'message', ${message}::text),
          done = coalesce(${done ?? null}::int, done), updated_at = now()
        where id = ${jobId}`
    },
    async show(soFar) {
      const shown = await write`
        update jobs set result = coalesce(result, '{}') || jsonb_build_object('soFar', ${soFar}::text),
          updated_at = now()
        where id = ${jobId} and status = 'running' returning id`
      return shown.length > 0
    },
    async goesOn(tx) {
      const sql = tx ?? write
      const [row] = await sql<[Pick<typeof job, 'result'>?]>`
        select result from jobs where id = ${jobId} and status = 'running' for update`
      Object.assign(counts, row?.result)
      return row !== undefined
    },
    counts,
    async step(tx, messages, added, done = messages.length) {
      for (const [name, count] of Object.entries(added)) counts[name] = (counts[name] ?? 0) + count
      await tx`
        update jobs set done = done + ${done}, result = ${tx.json(counts)}, updated_at = now(),
          log = log || (select jsonb_agg(jsonb_build_object('at', now(), 'message', message) order by place)
            from unnest(${messages}::text[]) with ordinality as line (message, place))
        where id = ${jobId}`
    },
  }
  try {
    const result = await work(progress)
    await write`
      update jobs set status = 'completed', result = ${jsonb(write, result)}, error = null,
        done = total, updated_at = now()
      where id = ${jobId} and status = 'running'`
  } catch (error) {
    const isFinal = isLast || error instanceof Refused
    const reason = error instanceof Refused ? error.message : reasonOf(error)
    await write`
      update jobs set error = ${reason}, status = ${isFinal ? 'failed' : 'running'}, result = nullif(result - 'soFar', '{}'::jsonb), updated_at = now(),
        log = log || jsonb_build_object('at', now(), 'message', ${`Errore: ${reason}`}::text)
      where id = ${jobId} and status = 'running'`
    if (!isFinal) throw error
  }
}
