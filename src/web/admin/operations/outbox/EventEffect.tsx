import { type EventTimeline, effectWords } from '../../../../modules/operations/outbox/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Course, moment } from './eventParts.tsx'

const effectTones = { planned: 'info', done: 'ok', failed: 'bad' } as const
const effectNames = { planned: 'in attesa', done: 'fatto', failed: 'non riuscito' } as const

export function EventEffect({ effect }: { effect: EventTimeline['effects'][number] }) {
  const { reaction, state, attempts, changedAt, nextAt, lastError } = effect
  return (
    <>
      <p>
        {effectWords[reaction] ?? reaction} <Badge tone={effectTones[state]}>{effectNames[state]}</Badge>
      </p>
      <Course attempts={attempts} at={`ultimo ${moment(changedAt)}`} nextAt={nextAt} reason={lastError} />
    </>
  )
}
