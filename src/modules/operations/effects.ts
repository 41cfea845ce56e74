import type { PendingQuery, Row } from 'postgres'
import type { Tx } from '../../platform/db.ts'

/** Runs the reactions of the matching effects again. Returns the number of effects. */
export async function replanEffects(tx: Tx, where: PendingQuery<Row[]>): Promise<number> {
  // One call for all jobs: a call for each would take seconds for the failures of a day.
  const [{ count }] = await tx<[{ count: number }]>`
    with again as (
      update effects set state = 'planned', attempts = 0, dropped_at = null, changed_at = now() where ${where}
      returning outbox_id, reaction, task
    ), added as (
      select from graphile_worker.add_jobs(array(
        select row(coalesce(task, 'react'), json_build_object('eventId', outbox_id, 'reaction', reaction), null, null,
          null, outbox_id || ':' || reaction, null, null)::graphile_worker.job_spec from again))
    )
    select count(*) as count from again, (select count(*) from added) as jobs`
  return count
}
