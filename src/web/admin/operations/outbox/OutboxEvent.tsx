import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { RetryIndexNow } from '../../../../modules/integrations/indexnow/contract.ts'
import { ResendEmailMessage } from '../../../../modules/integrations/mail/contract.ts'
import {
  effectWords,
  eventWords,
  type FactLife,
  ListOutbox,
  ReadFact,
  ReplayFact,
} from '../../../../modules/operations/outbox/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { mailPurposes, mailReports, mailTones, resendOutcome } from '../../integrations/mail/mailWords.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime, showTime } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'

/** One event from the moment it happened to the last thing that came of it. */
export default function OutboxFact() {
  const id = Number(useParams().id)
  const fact = useQueryCall(ReadFact, { id })
  return (
    <Answer of={fact}>
      {(life) => (
        <>
          <Title
            intro={`Evento ${life.id}, ${life.type}. Ripetere è sicuro: quello che è fatto resta fatto.`}
            actions={
              <>
                <Button look="plain" aria-busy={fact.isFetching} onClick={() => void fact.refetch()}>
                  Aggiorna
                </Button>
                <Replay life={life} />
              </>
            }
          >
            {eventWords[life.type] ?? life.type}
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
                  {life.dispatchedAt ? 'Nessuno: le pagine si aggiornano da sole.' : 'Attende il worker.'}
                </p>
              ) : (
                <Rows of={life.effects} idOf={({ reaction }) => reaction}>
                  {(effect) => <Effect effect={effect} />}
                </Rows>
              )}
            </Part>
            {life.job && (
              <Part title="Lavoro">
                <Job job={life.job} />
              </Part>
            )}
            {life.mails.length > 0 && (
              <Part title="Email">
                <Rows of={life.mails} idOf={({ id }) => id}>
                  {(mail) => <Mail mail={mail} />}
                </Rows>
              </Part>
            )}
            {life.addresses.length > 0 && <Addresses addresses={life.addresses} />}
          </div>
        </>
      )}
    </Answer>
  )
}

const moment = (at: string) => `${showDateTime(at).split(',')[0]} ${showTime(at)}`

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="mb-2 text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Rows<T>({
  of,
  idOf,
  children,
}: {
  of: T[]
  idOf: (one: T) => string | number
  children: (one: T) => ReactNode
}) {
  return (
    <ul className="grid gap-2">
      {of.map((one) => (
        <li key={idOf(one)} className="rounded-card border border-line px-4 py-3">
          {children(one)}
        </li>
      ))}
    </ul>
  )
}

/** How often, when, when next, and why not yet. */
function Course({
  attempts,
  at,
  nextAt,
  reason,
}: {
  attempts: number
  at: string
  nextAt?: string | null
  reason: string | null
}) {
  return (
    <p className="text-ink-soft text-sm">
      {attempts} {attempts === 1 ? 'tentativo' : 'tentativi'}, {at}
      {nextAt && `, prossimo ${moment(nextAt)}`}
      {reason && <span className="block text-ink">{reason}</span>}
    </p>
  )
}

const effectTones = { planned: 'info', done: 'ok', failed: 'bad' } as const
const effectNames = { planned: 'in attesa', done: 'fatto', failed: 'non riuscito' } as const

function Effect({ effect }: { effect: FactLife['effects'][number] }) {
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

const jobNames = {
  queued: 'in coda',
  running: 'in corso',
  completed: 'completato',
  failed: 'non riuscito',
  cancelled: 'annullato',
} as const

function Job({ job }: { job: NonNullable<FactLife['job']> }) {
  const { id, status, progress, log, error } = job
  return (
    <div className="rounded-card border border-line px-4 py-3">
      <p>
        Operazione {id}{' '}
        <Badge tone={status === 'completed' ? 'ok' : status === 'failed' ? 'bad' : 'info'}>
          {jobNames[status]}
        </Badge>{' '}
        <span className="figures text-ink-soft">
          {progress.done} di {progress.total}
        </span>
      </p>
      {error && <p>{error}</p>}
      {log.length > 0 && (
        <ol className="mt-2 max-h-60 overflow-y-auto text-ink-soft text-sm">
          {log.map(({ at, message }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only ever added at the end
            <li key={index}>
              <span className="figures">{showTime(at)}</span> {message}
            </li>
          ))}
        </ol>
      )}
    </div>
  )
}

function Mail({ mail }: { mail: FactLife['mails'][number] }) {
  const { id, purpose, recipient, state, attempts, sentAt, nextAt, lastError, reports } = mail
  const resend = useCommandCall(ResendEmailMessage, {
    done: resendOutcome,
    failed: 'Impossibile inviare di nuovo l’email',
    renews: [ReadFact.http],
  })
  return (
    <>
      <p className="flex flex-wrap items-center gap-2">
        <span className="break-all">
          {mailPurposes[purpose] ?? purpose}: {recipient}
        </span>
        <Badge tone={mailTones[state]}>{state}</Badge>
        {(state === 'respinta' || state === 'in coda') && (
          <RowAction onClick={() => resend.mutate({ id })}>
            Riprova<span className="sr-only"> l’email a {recipient}</span>
          </RowAction>
        )}
      </p>
      <Course
        attempts={attempts}
        at={sentAt ? `inviata ${moment(sentAt)}` : 'non ancora inviata'}
        nextAt={nextAt}
        reason={lastError}
      />
      {reports.length > 0 && (
        <ul className="text-ink-soft text-sm">
          {reports.map(({ event, at, reason }) => (
            <li key={`${event} ${at}`}>
              {moment(at)} {mailReports[event] ?? event} {lastError?.includes(reason ?? '') ? '' : reason}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const addressTones = { planned: 'info', sent: 'ok', failed: 'bad', skipped: 'quiet' } as const
const addressNames = {
  planned: 'in attesa',
  sent: 'inviato',
  failed: 'rifiutato',
  skipped: 'non serve',
} as const

function Addresses({ addresses }: { addresses: FactLife['addresses'] }) {
  const retry = useCommandCall(RetryIndexNow, {
    done: ({ planned }) => (planned === 1 ? '1 indirizzo in partenza' : `${planned} indirizzi in partenza`),
    failed: 'Impossibile riprovare l’invio',
    renews: [ReadFact.http],
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

/** Shown where there is something to do again. */
function Replay({ life }: { life: FactLife }) {
  const replay = useCommandCall(ReplayFact, {
    done: ({ replayed }) =>
      replayed === 0 ? 'Niente da ripetere: tutto è già fatto' : 'Evento rimesso in lavorazione',
    failed: 'Impossibile ripetere l’evento',
    renews: [ReadFact.http, ListOutbox.http],
  })
  if (life.dispatchedAt && life.effects.every(({ state }) => state === 'done')) return null
  return (
    <Button look="sea" aria-busy={replay.isPending} onClick={() => replay.mutate({ id: life.id })}>
      Ripeti
    </Button>
  )
}
