import type { Sql } from '../../../platform/db.ts'

/** Returns how many purges wait for a retry, and the reason of the latest failure. */
export async function failedPurges(read: Sql): Promise<{ count: number; reason: string | null }> {
  const [row] = await read<[{ count: number; reason: string | null }]>`
    select count(*) as count, (array_agg(last_error order by updated_at desc))[1] as reason
    from graphile_worker.jobs where task_identifier = 'purgeEdge' and last_error is not null`
  return row
}
