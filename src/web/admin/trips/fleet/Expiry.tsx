import { romanDay } from '../../../../kernel/romanDay.ts'
import { expiryOf } from '../../../../modules/trips/fleet/expiry.contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showNumericDay } from '../../kit/format.ts'

/** Last valid day of a document, as a badge if the document has expired or expires soon. */
export function Expiry({ lastDay }: { lastDay: string | null }) {
  if (lastDay === null) return '—'
  const expiry = expiryOf(lastDay, romanDay(new Date()))
  if (expiry === 'expired') return <Badge tone="bad">scaduta il {showNumericDay(lastDay)}</Badge>
  if (expiry === 'soon') return <Badge tone="warn">scade il {showNumericDay(lastDay)}</Badge>
  return <span className="figures">{showNumericDay(lastDay)}</span>
}
