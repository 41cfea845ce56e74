import type { Sql } from '../../../platform/db.ts'
import { isOfLeads } from '../../leads/customers/customers.queries.ts'

/** Returns the offers of these leads, for the export of a person's data. */
export function offersOf(sql: Sql, leads: { kind: string; id: number }[]): Promise<object[]> {
  return sql<object[]>`
    select lead_kind, lead_id, lines, total, valid_until, message, language, state, accepted_at, accepted_words,
      created_at
    from offers
    where ${isOfLeads(sql, leads)}
    order by id`
}
