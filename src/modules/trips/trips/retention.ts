import type { Retention } from '../../../kernel/retention.ts'
import { leadYears } from '../../settings/privacy/contract.ts'

/** The database deletes a lead's unjoined trips with the lead. */
export const oldTrips: Retention[] = [
  { table: 'trips', what: 'viaggi', by: 'pickup_at', kept: { years: leadYears } },
]
