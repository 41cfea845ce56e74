import { batched } from '../kernel/batch.ts'
import type { Sql } from '../platform/db.ts'
import { knownEffects, knownTasks } from './known.ts'

export interface EffectKey {
  eventId: number
  reaction: string
}

interface Effect {
  attempts: number
  event: { version: number; payload: unknown }
}

/**
 * Batches writes and commits them asynchronously. A crash of PostgreSQL may lose the last writes after their
 * jobs were deleted. `queueLostWork` (periodic.ts) then queues the work again after one minute, so an effect
 * may run twice.
 */
export function effectsOf(write: Sql) {
  const known = knownEffects()
  const tasks = knownTasks()
  return {
    /**
     * Writes a row and a job per reaction. Priority -1 lets the search for `react` jobs skip dispatch jobs. Returns the
     * task of each event that is left to a worker that knows it.
     */
    plan: batched(async (eventIds: number[]): Promise<(string | null)[]> => {
      // task is never null: isKnown is true for null.
      const rows = await write<{ id: number; task: string }[]>`
        with dispatched as (
          update outbox set dispatched_at = now(), task = null
          where id = any(${eventIds}::bigint[]) and dispatched_at is null and ${isKnown(write, tasks)}
          returning id, type, version
        ), planned as (
          insert into effects (outbox_id, reaction, task)
          select id, reaction, known.task
          from dispatched join unnest(${known.map(({ type }) => type)}::text[],
            ${known.map(({ version }) => version)}::int[], ${known.map(({ reaction }) => reaction)}::text[],
            ${known.map(({ task }) => task)}::text[]) as known (type, version, reaction, task) using (type, version)
          on conflict do nothing returning outbox_id, reaction, task
        ), queued as (
          select count(*) from ${asyncCommit(write)}, graphile_worker.add_jobs(array(
            select row(coalesce(task, 'react'), json_build_object('eventId', outbox_id, 'reaction', reaction), null, null,
              null, outbox_id || ':' || reaction, -1, null)::graphile_worker.job_spec
            from planned order by outbox_id))
        )
        select id, task from queued, outbox
        where id = any(${eventIds}::bigint[]) and dispatched_at is null and not ${isKnown(write, tasks)}`
      const left = new Map(rows.map(({ id, task }) => [id, task]))
      return eventIds.map((id) => left.get(id) ?? null)
    }),

    /**
     * Counts the attempt before the reaction runs, so that a reaction that kills its process uses up its
     * attempts. Returns null for an effect that is not planned, or that this worker does not know (`taskOfOthers`).
     */
    begin: batched(async (keys: EffectKey[]): Promise<(Effect | null)[]> => {
      // event is never null: an effect belongs to an event.
      // Uses a subquery per row, because a join would read the whole outbox while many events wait.
      const rows = await write<(EffectKey & Effect)[]>`
        update effects set attempts = attempts + 1, began_at = now(), changed_at = now()
        from ${asked(write, keys)}, ${asyncCommit(write)}
        where outbox_id = event_id and reaction = name and state = 'planned' and ${isKnown(write, tasks)}
        returning event_id, reaction, attempts,
          (select jsonb_build_object('version', version, 'payload', payload) from outbox where id = outbox_id) as event`
      const begun = new Map(rows.map((row) => [effectKey(row), row]))
      return keys.map((key) => begun.get(effectKey(key)) ?? null)
    }),

    /** Returns the task of a planned effect that this worker does not know; null for any other effect. */
    async taskOfOthers({ eventId, reaction }: EffectKey): Promise<string | null> {
      // task is never null: isKnown is true for null.
      const [row] = await write<[{ task: string }?]>`
        select task from effects
        where outbox_id = ${eventId} and reaction = ${reaction} and state = 'planned' and not ${isKnown(write, tasks)}`
      return row?.task ?? null
    },

    done: batched(async (keys: EffectKey[]) => {
      await write`
        update effects set state = 'done', last_error = null, changed_at = now()
        from ${asked(write, keys)}, ${asyncCommit(write)}
        where outbox_id = event_id and reaction = name`
      return keys.map(() => undefined)
    }),
  }
}

/** Returns SQL that turns off synchronous commit for its statement, unless the server has a synchronous standby. */
function asyncCommit(sql: Sql) {
  return sql`(
    select set_config('synchronous_commit', case when current_setting('synchronous_standby_names') = '' then 'off'
      else current_setting('synchronous_commit') end, true)) as async_commit`
}

/** Every worker knows the tasks that have no name of their own (src/kernel/jobTask.ts). */
function isKnown(sql: Sql, tasks: string[]) {
  return sql`(task is null or task = any(${tasks}::text[]))`
}

function asked(sql: Sql, keys: EffectKey[]) {
  return sql`unnest(${keys.map(({ eventId }) => eventId)}::bigint[], ${keys.map(({ reaction }) => reaction)}::text[])
    as asked (event_id, name)`
}

const effectKey = ({ eventId, reaction }: EffectKey) => `${eventId}:${reaction}`
