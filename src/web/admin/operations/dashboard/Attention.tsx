import { Link } from 'react-router'
import type { Dashboard } from '../../../../modules/operations/dashboard/contract.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { showSpan } from '../../leads/inbox/leadLabels.ts'
import { useNow } from '../../leads/inbox/useNow.ts'

interface Matter {
  tone: 'bad' | 'warn'
  text: string
  to: string
  action: string
}

const dispatchLateMs = 2 * 60_000

/** Lists urgent matters, the most urgent first. */
export function Attention({ figures }: { figures: Dashboard }) {
  const now = useNow()
  const { opens } = useRights()
  const matters = mattersIn(figures, now)
  const { mail, workers } = figures
  return (
    <section aria-label="Da curare" className="rounded-card border border-line p-4 sm:p-5">
      <h2 className="mb-3 font-semibold">Da curare</h2>
      {matters.length === 0 ? (
        <p>
          <Badge tone="ok">Tutto a posto</Badge>
        </p>
      ) : (
        <ul className="grid gap-2">
          {matters.map(({ place, tone, text, to, action }) => (
            <li key={place} className="flex items-baseline gap-3">
              <span className="shrink-0">
                <Badge tone={tone}>{tone === 'bad' ? 'Urgente' : 'Da fare'}</Badge>
              </span>
              <span>
                {text}{' '}
                {opens(to) && (
                  <Link to={to} className="text-sea-deep underline">
                    {action}
                  </Link>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      <p className="mt-3 text-ink-soft text-sm">
        {mail.lastSentAt
          ? `Ultima email inviata il ${showDateTime(mail.lastSentAt)}`
          : 'Nessuna email inviata finora'}
        {' · '}
        {workers.alive === 1 ? '1 processo di lavoro attivo' : `${workers.alive} processi di lavoro attivi`}
      </p>
    </section>
  )
}

/** Returns the matters. `place` identifies a matter, because the number in its text changes. */
function mattersIn(
  { answers, mail, events, workers, jobs, company }: Dashboard,
  now: number,
): (Matter & { place: number })[] {
  const waitingMs = events.oldestUndispatchedAt ? now - Date.parse(events.oldestUndispatchedAt) : 0
  const matters: [boolean, Matter][] = [
    [
      answers.late > 0,
      {
        tone: 'bad',
        text:
          answers.late === 1
            ? '1 richiesta aspetta oltre i 15 minuti'
            : `${answers.late} richieste aspettano oltre i 15 minuti`,
        to: '/admin/richieste/?status=nuova',
        action: 'Rispondi',
      },
    ],
    [
      workers.alive === 0,
      {
        tone: 'bad',
        text: 'Nessun processo di lavoro attivo: le email non partono',
        to: '/admin/stato/',
        action: 'Stato del sistema',
      },
    ],
    [
      !mail.isConfigured,
      {
        tone: 'bad',
        text: 'Nessuna configurazione email attiva: le richieste arrivano solo qui',
        to: '/admin/brevo-email/',
        action: 'Configura',
      },
    ],
    [
      mail.refusal !== null,
      {
        tone: 'bad',
        text: `Le email non partono. ${mail.refusal}`,
        to: '/admin/brevo-email/',
        action: 'Correggi la configurazione',
      },
    ],
    [
      mail.held > 0,
      {
        tone: 'warn',
        text: mail.held === 1 ? '1 email trattenuta' : `${mail.held} email trattenute`,
        to: '/admin/email/?state=held',
        action: 'Invia o scarta',
      },
    ],
    [
      mail.failed > 0,
      {
        tone: 'bad',
        text: mail.failed === 1 ? '1 email respinta' : `${mail.failed} email respinte`,
        to: '/admin/email/?state=failed',
        action: 'Vedi le email',
      },
    ],
    [
      events.failed > 0,
      {
        tone: 'bad',
        text:
          events.failed === 1
            ? '1 operazione automatica fallita'
            : `${events.failed} operazioni automatiche fallite`,
        to: '/admin/eventi/?onlyFailed=true',
        action: 'Vedi gli eventi',
      },
    ],
    [
      waitingMs > dispatchLateMs,
      {
        tone: 'bad',
        text: `Il lavoro in coda aspetta da ${showSpan(waitingMs)}`,
        to: '/admin/stato/',
        action: 'Stato del sistema',
      },
    ],
    [
      mail.isConfigured && mail.queued > 0,
      {
        tone: 'warn',
        text: mail.queued === 1 ? '1 email in coda' : `${mail.queued} email in coda`,
        to: '/admin/email/',
        action: 'Vedi le email',
      },
    ],
    [
      jobs.failed > 0,
      {
        tone: 'warn',
        text:
          jobs.failed === 1
            ? '1 operazione fallita in 7 giorni'
            : `${jobs.failed} operazioni fallite in 7 giorni`,
        to: '/admin/stato/',
        action: 'Stato del sistema',
      },
    ],
    [
      company.defaults.length > 0,
      {
        tone: 'warn',
        text: `Il sito mostra valori di esempio: ${company.defaults.join(', ')}`,
        to: '/admin/azienda/',
        action: 'Completa',
      },
    ],
    [
      company.missing.length > 0,
      {
        tone: 'warn',
        text: `Dati azienda mancanti: ${company.missing.join(', ')}`,
        to: '/admin/azienda/',
        action: 'Completa',
      },
    ],
  ]
  return matters.flatMap(([isSo, matter], place) => (isSo ? [{ ...matter, place }] : []))
}
