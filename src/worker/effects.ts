import { batched } from '../kernel/batch.ts'
import { reactions } from '../modules/index.ts'
import type { Sql } from '../platform/db.ts'

export interface EffectKey {
  eventId: number
  reaction: string
}

interface Effect {
  attempts: number
  payload: unknown
}

/**
 * Writes outbox and effect rows in batches with asynchronous commit. A crash of PostgreSQL may lose the last of these
 * writes, although the jobs that made them are deleted: graphile-worker repeats a failed deletion. The scheduled task
 * `queueLostWork` (periodic.ts) then queues the event or effect again after one minute, so an effect may run twice.
 */
export function effectsOf(write: Sql) {
  return {
    /**
     * Writes a row and a job for each reaction to an event; a repeat changes nothing. Priority -1 puts these jobs ahead
     * of waiting dispatch jobs. Otherwise each search for a `react` job would first scan all dispatch jobs.
     */
    plan: batched(async (eventIds: number[]) => {
      await write`
        with dispatched as (
          update outbox set dispatched_at = now()
          where id = any(${eventIds}::bigint[]) and dispatched_at is null returning id, type
        ), planned as (
          insert into effects (outbox_id, reaction)
          select id, reaction from dispatched join unnest(${reactions.map(({ to }) => to.type)}::text[],
            ${reactions.map(({ name }) => name)}::text[]) as known (type, reaction) using (type)
          on conflict do nothing returning outbox_id, reaction
        )
        select count(*) from ${asyncCommit(write)}, graphile_worker.add_jobs(array(
          select row('react', json_build_object('eventId', outbox_id, 'reaction', reaction), null, null, null,
            outbox_id || ':' || reaction, -1, null)::graphile_worker.job_spec
          from planned order by outbox_id))`
      return eventIds.map(() => undefined)
    }),

    /**
     * Counts an attempt before it starts, so that the attempts run out even if the reaction kills its process each
     * time. Returns null if the effect is no longer planned.
     */
    begin: batched(async (keys: EffectKey[]): Promise<(Effect | null)[]> => {
      // Uses a subquery per row, because a join would read the whole outbox while many events wait.
      const rows = await write<(EffectKey & Effect)[]>`
        update effects set attempts = attempts + 1, changed_at = now()
        from ${asked(write, keys)}, ${asyncCommit(write)}
        where outbox_id = event_id and reaction = name and state = 'planned'
        returning event_id, reaction, attempts, (select payload from outbox where id = outbox_id) as payload`
      const begun = new Map(rows.map((row) => [effectKey(row), row]))
      return keys.map((key) => begun.get(effectKey(key)) ?? null)
    }),

    done: batched(async (keys: EffectKey[]) => {
      await write`
        update effects set state = 'done', last_error = null, changed_at = now()
        from ${asked(write, keys)}, ${asyncCommit(write)}
        where outbox_id = event_id and reaction = name`
      return keys.map(() => undefined)
    }),
  }
}

/**
 * Returns SQL that turns off synchronous commit within its statement, which is a transaction. A server with a
 * synchronous standby keeps its setting, so that after a failover no effect has to wait for `queueLostWork`.
 */
function asyncCommit(sql: Sql) {
  return sql`(
    select set_config('synchronous_commit', case when current_setting('synchronous_standby_names') = '' then 'off'
      else current_setting('synchronous_commit') end, true)) as async_commit`
}

function asked(sql: Sql, keys: EffectKey[]) {
  return sql`unnest(${keys.map(({ eventId }) => eventId)}::bigint[], ${keys.map(({ reaction }) => reaction)}::text[])
    as asked (event_id, name)`
}

const effectKey = ({ eventId, reaction }: EffectKey) => `${eventId}:${reaction}`
