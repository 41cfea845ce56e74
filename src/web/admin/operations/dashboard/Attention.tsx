import type { Dashboard, Failure } from '../../../../modules/operations/dashboard/contract.ts'
import type { FleetWarning } from '../../../../modules/trips/reminders/contract.ts'
import { mailCount } from '../../integrations/mail/mailLabels.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { useNow } from '../../leads/inbox/useNow.ts'
import { showSpan } from '../../leads/lead/leadLabels.ts'
import { FailureActions, failureId, failureText } from './FailureActions.tsx'
import { fleetMatter } from './fleetMatter.ts'
import { LiveBlock } from './LiveBlock.tsx'
import { type Matter, MatterText } from './MatterText.tsx'

interface Row extends Matter {
  /** Stays the same when the number in the text changes, so that the row keeps its place. */
  id: string
  tone: 'bad' | 'warn'
  reason?: string | null
  failure?: Failure
}

const dispatchLateMs = 2 * 60_000

interface AttentionProps {
  figures: Dashboard
  failures: Failure[]
  fleet: FleetWarning[]
  newReviews: number
  askedMails: number
  isHeld: boolean
}

/** Lists what does not work or waits for staff, urgent matters first. */
export function Attention({ figures, failures, fleet, newReviews, askedMails, isHeld }: AttentionProps) {
  const now = useNow()
  const rows: Row[] = [
    ...mattersIn(figures, failures, now),
    ...failures.map(rowOf),
    ...fleet.map(fleetMatter),
    ...(newReviews > 0 ? [reviewMatter(newReviews)] : []),
    ...(askedMails > 0 ? [askedMatter(askedMails)] : []),
  ].toSorted((one, other) => Number(other.tone === 'bad') - Number(one.tone === 'bad'))
  const { mail, workers } = figures
  return (
    <LiveBlock
      title="Da curare"
      summary={rows.length === 0 ? 'Tutto funziona.' : countOf(rows.length, ['voce', 'voci'])}
      rows={rows}
      idOf={({ id }) => id}
      isHeld={isHeld}
      more={
        <p className="mt-3 text-ink-soft text-sm">
          {mail.lastSentAt
            ? `Ultima email inviata il ${showDateTime(mail.lastSentAt)}`
            : 'Nessuna email inviata finora'}
          {' · '}
          {countOf(workers.alive, ['processo di lavoro attivo', 'processi di lavoro attivi'])}
        </p>
      }
    >
      {(row) => (
        <div className="flex items-baseline gap-x-3 @max-[14rem]:flex-wrap">
          <span className="shrink-0">
            <Badge tone={row.tone}>{row.tone === 'bad' ? 'Urgente' : 'Da fare'}</Badge>
          </span>
          <div className="min-w-0">
            <MatterText matter={row} />
            {row.reason && <span className="block text-ink-soft text-sm">{row.reason}</span>}
            {row.failure && <FailureActions failure={row.failure} />}
          </div>
        </div>
      )}
    </LiveBlock>
  )
}

const reviewMatter = (count: number): Row => ({
  id: 'reviews',
  tone: 'warn',
  to: adminPath('recensioni/'),
  action: 'Leggi e rispondi',
  text: countOf(count, ['recensione nuova senza risposta', 'recensioni nuove senza risposta']),
})

const askedMatter = (count: number): Row => ({
  id: 'askedMails',
  tone: 'warn',
  to: adminPath('email-ricevute/', {}, { isAsked: 'si' }),
  action: 'Decidi',
  text: countOf(count, [
    'email con un codice, di mittente incerto',
    'email con un codice, di mittente incerto',
  ]),
})

const rowOf = (failure: Failure): Row => ({
  ...failureText(failure),
  id: failureId(failure),
  tone: 'bad',
  reason: failure.reason,
  failure,
})

/** Returns a row for each state that needs staff. Counts only the failures that `failures` does not list. */
function mattersIn(
  { mail, events, workers, jobs, company }: Dashboard,
  failures: Failure[],
  now: number,
): Row[] {
  const shownOf = (kind: Failure['kind']) => failures.filter((one) => one.kind === kind).length
  const [moreMails, moreEffects, moreJobs] = [
    mail.failed - shownOf('mail'),
    events.failed - shownOf('effect'),
    jobs.failed - shownOf('job'),
  ]
  const waitingMs = events.oldestUndispatchedAt ? now - Date.parse(events.oldestUndispatchedAt) : 0
  const matters: [boolean, Omit<Row, 'id'>][] = [
    [
      workers.alive === 0,
      {
        tone: 'bad',
        text: 'Nessun processo di lavoro attivo: le email non partono',
        to: adminPath('stato/'),
        action: 'Stato del sistema',
      },
    ],
    [
      !mail.isConfigured,
      {
        tone: 'bad',
        text: 'Nessuna configurazione email attiva: le richieste arrivano solo qui',
        to: adminPath('brevo-email/'),
        action: 'Configura',
      },
    ],
    [
      mail.refusal !== null,
      {
        tone: 'bad',
        text: `Le email non partono. ${mail.refusal}`,
        to: adminPath('brevo-email/'),
        action: 'Correggi la configurazione',
      },
    ],
    [
      mail.refusal === null && mail.stuck > 0,
      {
        tone: 'warn',
        text: `${mailCount(mail.stuck)} in attesa da più di 5 minuti`,
        reason: mail.stuckReason,
        to: adminPath('email/', {}, { state: 'planned' }),
        action: 'Vedi le email',
      },
    ],
    [
      mail.held > 0,
      {
        tone: 'warn',
        text: countOf(mail.held, ['email trattenuta', 'email trattenute']),
        to: adminPath('email/', {}, { state: 'held' }),
        action: 'Invia o scarta',
      },
    ],
    [
      moreMails > 0,
      {
        tone: 'bad',
        text: moreMails === 1 ? 'Un’altra email respinta' : `Altre ${showNumber(moreMails)} email respinte`,
        to: adminPath('email/', {}, { state: 'failed' }),
        action: 'Vedi le email',
      },
    ],
    [
      moreEffects > 0,
      {
        tone: 'bad',
        text:
          moreEffects === 1
            ? 'Un’altra operazione automatica fallita'
            : `Altre ${showNumber(moreEffects)} operazioni automatiche fallite`,
        to: adminPath('eventi/', {}, { onlyFailed: 'true' }),
        action: 'Vedi gli eventi',
      },
    ],
    [
      waitingMs > dispatchLateMs,
      {
        tone: 'bad',
        text: `Il lavoro in coda aspetta da ${showSpan(waitingMs)}`,
        to: adminPath('stato/'),
        action: 'Stato del sistema',
      },
    ],
    [
      mail.isConfigured && mail.queued > 0 && (mail.refusal !== null || mail.stuck === 0),
      {
        tone: 'warn',
        text: `${mailCount(mail.queued)} in coda`,
        to: adminPath('email/'),
        action: 'Vedi le email',
      },
    ],
    [
      moreJobs > 0,
      {
        tone: 'warn',
        text:
          moreJobs === 1
            ? 'Un’altra operazione fallita in 7 giorni'
            : `Altre ${showNumber(moreJobs)} operazioni fallite in 7 giorni`,
        to: adminPath('stato/'),
        action: 'Stato del sistema',
      },
    ],
    [
      company.defaults.length > 0,
      {
        tone: 'warn',
        text: `Il sito mostra valori di esempio: ${company.defaults.join(', ')}`,
        to: adminPath('azienda/'),
        action: 'Completa',
      },
    ],
    [
      company.missing.length > 0,
      {
        tone: 'warn',
        text: `Dati azienda mancanti: ${company.missing.join(', ')}`,
        to: adminPath('azienda/'),
        action: 'Completa',
      },
    ],
  ]
  return matters.flatMap(([isSo, matter], place) => (isSo ? [{ ...matter, id: String(place) }] : []))
}
