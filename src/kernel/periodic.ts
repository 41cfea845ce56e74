import { setTimeout as timer } from 'node:timers/promises'
import type { Sql } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'

/**
 * Runs a scheduled task and records its outcome. Returns a failure instead of throwing it. With a limit, a run that has not
 * ended by then counts as failed and is left to itself.
 */
export async function runPeriodic(
  write: Sql,
  name: string,
  work: () => Promise<unknown>,
  limitSeconds?: number,
): Promise<{ error: unknown } | null> {
  const startedAt = new Date()
  if (limitSeconds !== undefined) await noteStart(write, name, startedAt, limitSeconds)
  let failure: { error: unknown } | null = null
  let result: string | null = null
  try {
    const done = await (limitSeconds === undefined ? work() : inTime(work, limitSeconds))
    result = typeof done === 'number' && done > 0 ? String(done) : null
  } catch (error) {
    failure = { error }
  }
  const reason = failure && reasonOf(failure.error)
  await write`
    insert into periodic_runs as p (name, started_at, ended_at, succeeded_at, result, last_error, failing_since)
    values (${name}, ${startedAt}, now(), case when ${reason}::text is null then now() end, ${result}, ${reason},
      case when ${reason}::text is not null then ${startedAt}::timestamptz end)
    on conflict (name) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
      succeeded_at = coalesce(excluded.succeeded_at, p.succeeded_at), last_error = excluded.last_error,
      -- Keeps the previous result if this run had nothing to do.
      result = coalesce(excluded.result, p.result), runs_until = null,
      failing_since = case when p.last_error is not null and excluded.last_error is not null
        then coalesce(p.failing_since, excluded.failing_since) else excluded.failing_since end`
  return failure
}

/** Rows in which a run should have ended, but has not, are shown to staff. */
async function noteStart(write: Sql, name: string, startedAt: Date, limitSeconds: number): Promise<void> {
  await write`
    insert into periodic_runs (name, started_at, runs_until)
    values (${name}, ${startedAt}, now() + make_interval(secs => ${2 * limitSeconds}))
    on conflict (name) do update set started_at = excluded.started_at, runs_until = excluded.runs_until`
}

async function inTime(work: () => Promise<unknown>, seconds: number): Promise<unknown> {
  const over = new AbortController()
  const late = timer(seconds * 1000, undefined, { ref: false, signal: over.signal }).then(() => {
    throw new Error(`non finisce entro ${seconds} secondi`)
  })
  late.catch(() => {})
  try {
    return await Promise.race([work(), late])
  } finally {
    over.abort()
  }
}
