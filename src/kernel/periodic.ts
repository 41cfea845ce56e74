import type { Sql } from '../platform/db.ts'
import { reasonOf } from '../platform/log.ts'

/** Runs a scheduled task and records its outcome. Returns a failure instead of throwing it, so that other tasks run. */
export async function runPeriodic(
  write: Sql,
  name: string,
  work: () => Promise<unknown>,
): Promise<{ error: unknown } | null> {
  const startedAt = new Date()
  let failure: { error: unknown } | null = null
  let result: string | null = null
  try {
    const done = await work()
    result = typeof done === 'number' && done > 0 ? String(done) : null
  } catch (error) {
    failure = { error }
  }
  const reason = failure && reasonOf(failure.error)
  await write`
    insert into periodic_runs as p (name, started_at, ended_at, succeeded_at, result, last_error)
    values (${name}, ${startedAt}, now(), case when ${reason}::text is null then now() end, ${result}, ${reason})
    on conflict (name) do update set started_at = excluded.started_at, ended_at = excluded.ended_at,
      succeeded_at = coalesce(excluded.succeeded_at, p.succeeded_at), last_error = excluded.last_error,
      -- Keeps the previous result if this run had nothing to do.
      result = coalesce(excluded.result, p.result)`
  return failure
}
