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
 * Batches writes and commits them asynchronously. A crash of PostgreSQL may lose the last writes after their
 * jobs were deleted. `queueLostWork` (periodic.ts) then queues the work again after one minute, so an effect
 * may run twice.
 */
export function effectsOf(write: Sql) {
  return {
    /** Writes a row and a job per reaction. Priority -1 lets the search for `react` jobs skip dispatch jobs. */
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
     * Counts the attempt before the reaction runs, so that a reaction that kills its process uses up its
     * attempts. Returns null for an effect that is not planned.
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

/** Returns SQL that turns off synchronous commit for its statement, unless the server has a synchronous standby. */
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
