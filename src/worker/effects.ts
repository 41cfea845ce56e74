import { gathered } from '../kernel/batch.ts'
import { reactions } from '../modules/index.ts'
import type { Sql } from '../platform/db.ts'

/** One reaction to one fact. */
export interface EffectKey {
  factId: number
  reaction: string
}

interface Effect {
  attempts: number
  payload: unknown
}

/**
 * The rows that say what follows from facts, written for many jobs in one statement. None waits for the disk: the queue
 * deletes a job afterwards, in a transaction that does wait and that makes all before it durable, so what a crash takes
 * back has its job still.
 */
export function effectsOf(write: Sql) {
  return {
    /**
     * Plans what follows from a fact: one row and one job a reaction, once. The jobs come before those of facts that
     * still wait, which whoever looks for a reaction would have to read through.
     */
    plan: gathered(async (factIds: number[]) => {
      await write`
        with dispatched as (
          update outbox set dispatched_at = now()
          where id = any(${factIds}::bigint[]) and dispatched_at is null returning id, type
        ), planned as (
          insert into effects (outbox_id, reaction)
          select id, reaction from dispatched join unnest(${reactions.map(({ to }) => to.type)}::text[],
            ${reactions.map(({ name }) => name)}::text[]) as known (type, reaction) using (type)
          on conflict do nothing returning outbox_id, reaction
        )
        select count(*) from ${unhurried(write)}, graphile_worker.add_jobs(array(
          select row('react', json_build_object('factId', outbox_id, 'reaction', reaction), null, null, null,
            outbox_id || ':' || reaction, -1, null)::graphile_worker.job_spec
          from planned order by outbox_id))`
      return factIds.map(() => undefined)
    }),

    /** Counts a try before it is made: a reaction that kills its process ends as failed, too. Null when it is done. */
    begin: gathered(async (keys: EffectKey[]): Promise<(Effect | null)[]> => {
      // The payload row by row: joined, the whole outbox is read where many facts wait.
      const rows = await write<(EffectKey & Effect)[]>`
        update effects set attempts = attempts + 1, changed_at = now()
        from ${asked(write, keys)}, ${unhurried(write)}
        where outbox_id = fact_id and reaction = name and state = 'planned'
        returning fact_id, reaction, attempts, (select payload from outbox where id = outbox_id) as payload`
      const begun = new Map(rows.map((row) => [nameOf(row), row]))
      return keys.map((key) => begun.get(nameOf(key)) ?? null)
    }),

    done: gathered(async (keys: EffectKey[]) => {
      await write`
        update effects set state = 'done', last_error = null, changed_at = now()
        from ${asked(write, keys)}, ${unhurried(write)}
        where outbox_id = fact_id and reaction = name`
      return keys.map(() => undefined)
    }),
  }
}

/** For this transaction alone, which is this statement. */
function unhurried(sql: Sql) {
  return sql`(select set_config('synchronous_commit', 'off', true)) as unhurried`
}

function asked(sql: Sql, keys: EffectKey[]) {
  return sql`unnest(${keys.map(({ factId }) => factId)}::bigint[], ${keys.map(({ reaction }) => reaction)}::text[])
    as asked (fact_id, name)`
}

const nameOf = ({ factId, reaction }: EffectKey) => `${factId}:${reaction}`
