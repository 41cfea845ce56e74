import type { Retention } from '../../../kernel/retention.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/** A lead takes along what belongs to it, such as mails and answers (sql/190_leads_in_place.sql). */
export const oldLeads: Retention[] = [
  { table: 'leads', what: 'richieste', by: 'created_at', kept: { years: leadYears } },
]
