import { RetryIndexNow } from '../../../../modules/integrations/indexnow/contract.ts'
import { type EventTimeline, ReadEvent } from '../../../../modules/operations/outbox/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf } from '../../kit/format.ts'
import { Course, moment, Part, Rows } from './eventParts.tsx'

const addressTones = { planned: 'info', sent: 'ok', failed: 'bad', skipped: 'quiet' } as const
const addressNames = {
  planned: 'in attesa',
  sent: 'inviato',
  failed: 'rifiutato',
  skipped: 'non serve',
} as const

export function EventAddresses({ addresses }: { addresses: EventTimeline['addresses'] }) {
  const retry = useCommandCall(RetryIndexNow, {
    done: ({ planned }) => countOf(planned, ['indirizzo in partenza', 'indirizzi in partenza']),
    failed: 'Impossibile riprovare l’invio',
    renews: [ReadEvent.http],
  })
  return (
    <Part title="IndexNow">
      <Rows of={addresses} idOf={({ id }) => id}>
        {({ url, state, attempts, reason, changedAt }) => (
          <>
            <p>
              <span className="break-all">{url}</span>{' '}
              <Badge tone={addressTones[state]}>{addressNames[state]}</Badge>
            </p>
            <Course attempts={attempts} at={moment(changedAt)} reason={reason} />
          </>
        )}
      </Rows>
      {addresses.some(({ state }) => state === 'failed' || state === 'planned') && (
        <Button look="plain" className="mt-3" aria-busy={retry.isPending} onClick={() => retry.mutate({})}>
          Invia adesso a IndexNow
        </Button>
      )}
    </Part>
  )
}
