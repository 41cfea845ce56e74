import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { isSoon } from '../../../../modules/leads/lead/leg.contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { useNow } from './useNow.ts'

/** Warns of an open request whose ride begins within two hours: its customer was asked to call. */
export function SoonBadge({
  date,
  time,
  status,
  isShort = false,
}: Pick<LeadItem, 'date' | 'time' | 'status'> & { isShort?: boolean }) {
  const now = useNow()
  if (status === 'confermata' || status === 'persa' || !isSoon({ date, time }, new Date(now))) return null
  return <Badge tone="bad">{isShort ? 'urgente' : `urgente: parte alle ${time}`}</Badge>
}
