import { useParams } from 'react-router'
import {
  type EventTimeline,
  ListOutbox,
  ReadEvent,
  ReplayEvent,
} from '../../../../modules/operations/outbox/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { EventAddresses } from './EventAddresses.tsx'
import { EventEffect } from './EventEffect.tsx'
import { EventJob } from './EventJob.tsx'
import { EventMail } from './EventMail.tsx'
import { moment, Part, Rows } from './eventParts.tsx'

export default function OutboxEvent() {
  const id = Number(useParams().id)
  const event = useQueryCall(ReadEvent, { id })
  return (
    <Answer of={event}>
      {(life) => (
        <>
          <Title
            intro={`Evento ${life.id}, ${life.type}. Ripetere è sicuro: quello che è fatto resta fatto.`}
            actions={
              <>
                <Button look="plain" aria-busy={event.isFetching} onClick={() => void event.refetch()}>
                  Aggiorna
                </Button>
                <Replay life={life} />
              </>
            }
          >
            {life.label}
          </Title>
          <div className="grid max-w-4xl gap-8">
            <Part title="Che cosa è accaduto">
              <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
                <dt className="text-ink-soft">Quando</dt>
                <dd>{moment(life.occurredAt)}</dd>
                <dt className="text-ink-soft">Smistato</dt>
                <dd>{life.dispatchedAt ? moment(life.dispatchedAt) : 'non ancora'}</dd>
                <dt className="text-ink-soft">Dati</dt>
                <dd>
                  <code className="break-all text-sm">{JSON.stringify(life.payload)}</code>
                </dd>
              </dl>
            </Part>
            <Part title="Effetti">
              {life.effects.length === 0 ? (
                <p className="text-ink-soft">
                  {life.dispatchedAt
                    ? 'Nessuno: le pagine si aggiornano da sole.'
                    : 'Attende un processo di lavoro.'}
                </p>
              ) : (
                <Rows of={life.effects} idOf={({ reaction }) => reaction}>
                  {(effect) => <EventEffect effect={effect} />}
                </Rows>
              )}
            </Part>
            {life.job && (
              <Part title="Lavoro">
                <EventJob job={life.job} />
              </Part>
            )}
            {life.mails.length > 0 && (
              <Part title="Email">
                <Rows of={life.mails} idOf={({ id }) => id}>
                  {(mail) => <EventMail mail={mail} />}
                </Rows>
              </Part>
            )}
            {life.addresses.length > 0 && <EventAddresses addresses={life.addresses} />}
          </div>
        </>
      )}
    </Answer>
  )
}

function Replay({ life }: { life: EventTimeline }) {
  const replay = useCommandCall(ReplayEvent, {
    done: ({ replayed }) =>
      replayed === 0 ? 'Niente da ripetere: tutto è già fatto' : 'Evento rimesso in lavorazione',
    failed: 'Impossibile ripetere l’evento',
    renews: [ReadEvent.http, ListOutbox.http],
  })
  if (life.dispatchedAt && life.effects.every(({ state }) => state === 'done')) return null
  return (
    <Button look="sea" aria-busy={replay.isPending} onClick={() => replay.mutate({ id: life.id })}>
      Ripeti
    </Button>
  )
}
