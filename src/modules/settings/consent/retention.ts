import type { Retention } from '../../../kernel/retention.ts'
import { consentLogYears } from '../privacy/contract.ts'

export const oldConsents: Retention[] = [
  { table: 'consent_log', what: 'scelte sui cookie', by: 'given_at', kept: { years: consentLogYears } },
]
