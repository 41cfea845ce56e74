import { phonePatterns } from '../../../kernel/phone.ts'
import type { Sql, Tx } from '../../../platform/db.ts'

/**
 * Returns the SQL condition for leads whose phone number contains the searched one, in any spelling of both. The rows need
 * the columns of `leads`.
 */
export const hasPhoneLike = (sql: Sql | Tx, search: string) => sql`
  (leads.kind, leads.id) in (${leadsWithPhone(sql, search)})`

/** Returns the SQL query of kind and id of the leads with such a phone number. */
export const leadsWithPhone = (sql: Sql | Tx, search: string) => sql`
  select lead_kind, lead_id from customer_leads where phone like any(${phonePatterns(search)}::text[])`
