import type { Retention } from '../../../kernel/retention.ts'
import { priceChangeYears } from '../../settings/privacy/contract.ts'

export const oldPriceChanges: Retention[] = [
  {
    table: 'price_changes',
    what: 'modifiche dei prezzi',
    by: 'changed_at',
    kept: { years: priceChangeYears },
  },
]
