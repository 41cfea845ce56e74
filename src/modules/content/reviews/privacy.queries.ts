import type { Sql } from '../../../platform/db.ts'

/** Returns the reviews of these leads, for the export of a person's data. */
export function reviewsOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, month, rating, text, name, language, reply, hidden_at, hidden_reason, created_at
    from reviews
    where (lead_kind, lead_id) in (select kind, id from unnest(${leads.map(({ kind }) => kind)}::text[],
      ${leads.map(({ id }) => id)}::bigint[]) as found (kind, id))
    order by id`
}
