import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../../platform/db.ts'

/** Runs the reactions of the matching effects again. Returns the number of effects. */
export async function replanEffects(tx: Tx, where: PendingQuery<Row[]>): Promise<number> {
  const { count } = await tx`
    with again as (
      update effects set state = 'planned', attempts = 0, dropped_at = null, changed_at = now() where ${where}
      returning outbox_id, reaction
    )
    select graphile_worker.add_job('react', json_build_object('eventId', outbox_id, 'reaction', reaction),
      job_key := outbox_id || ':' || reaction) from again`
  return count
}
