import type { ReactNode } from 'react'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showSpan } from '../lead/leadLabels.ts'
import { useNow } from './useNow.ts'

type Clock = Pick<
  LeadItem,
  'createdAt' | 'promisedAt' | 'answeredAt' | 'waitingSince' | 'status' | 'formSource'
>

/** Shows the wait of a customer who wrote again, or the time the answer took, or the time left for the answer. */
export function AnswerClock({ createdAt, promisedAt, answeredAt, waitingSince, status, formSource }: Clock) {
  const now = useNow()
  const promised = Date.parse(promisedAt)
  if (waitingSince)
    return (
      <Badge tone={now > promised ? 'bad' : 'warn'}>
        <Words>ha riscritto da {showSpan(now - Date.parse(waitingSince))}</Words>
      </Badge>
    )
  // Staff entered these leads while answering the customer, so nobody waited.
  if (formSource === 'telefono' || formSource === 'whatsapp') return null
  if (answeredAt) {
    const answered = Date.parse(answeredAt)
    return (
      <Badge tone={answered > promised ? 'quiet' : 'ok'}>
        <Words>risposta in {showSpan(answered - Date.parse(createdAt))}</Words>
      </Badge>
    )
  }
  if (status !== 'nuova') return null
  return now > promised ? (
    <Badge tone="bad">
      <Words>in ritardo di {showSpan(now - promised)}</Words>
    </Badge>
  ) : (
    <Badge tone="warn">
      <Words>restano {showSpan(promised - now)}</Words>
    </Badge>
  )
}

function Words({ children }: { children: ReactNode }) {
  return <span className="whitespace-nowrap">{children}</span>
}
