import type { Retention } from '../../../kernel/retention.ts'
import { reviewYears } from './contract.ts'

export const oldReviews: Retention[] = [
  { table: 'reviews', what: 'recensioni', by: 'created_at', kept: { years: reviewYears } },
]
