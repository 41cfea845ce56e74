import { type EventTimeline, effectWords } from '../../../../modules/operations/outbox/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Course, moment } from './eventParts.tsx'

type Effect = EventTimeline['effects'][number]

const states = {
  planned: ['info', 'in attesa'],
  done: ['ok', 'fatto'],
  failed: ['bad', 'non riuscito'],
} as const

export function EffectState({ reaction, state }: Pick<Effect, 'reaction' | 'state'>) {
  const [tone, name] = states[state]
  return (
    <>
      {effectWords[reaction] ?? reaction} <Badge tone={tone}>{name}</Badge>
    </>
  )
}

export function EventEffect({ effect }: { effect: Effect }) {
  const { attempts, changedAt, nextAt, lastError } = effect
  return (
    <>
      <p>
        <EffectState {...effect} />
      </p>
      <Course attempts={attempts} at={`ultimo ${moment(changedAt)}`} nextAt={nextAt} reason={lastError} />
    </>
  )
}
