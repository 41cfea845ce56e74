import type { Retention } from '../../../kernel/retention.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

const aged = { by: 'created_at', kept: { years: leadYears } }

/** Triggers of the tables delete what belongs to a lead, such as its mails and answers. */
export const oldLeads: Retention[] = [
  { table: 'contacts', what: 'contatti', ...aged },
  { table: 'bookings', what: 'prenotazioni', ...aged },
  { table: 'availability_requests', what: 'richieste di disponibilità', ...aged },
]
