import { dayAfter } from '../../../kernel/romanDay.ts'

/** The panel warns from this many days before a document expires. */
export const warnDays = 30

/** Returns null if the document stays valid for more than `warnDays`, or if its last valid day is unknown. */
export function expiryOf(lastDay: string | null, today: string): 'expired' | 'soon' | null {
  if (lastDay === null) return null
  if (lastDay < today) return 'expired'
  return lastDay <= dayAfter(today, warnDays) ? 'soon' : null
}
