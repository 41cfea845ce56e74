import { dayAfter } from '../../../../kernel/romanDay.ts'
import type { Dashboard, Failure, Today } from '../../../../modules/operations/dashboard/contract.ts'
import type { Unmet } from '../../../../modules/operations/status/contract.ts'
import type { FleetWarning } from '../../../../modules/trips/reminders/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { countOf, showDateTime } from '../../kit/format.ts'
import { useRights } from '../../kit/rights.ts'
import { conditionActs } from './conditionActs.ts'
import { DayLink } from './DayLink.tsx'
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

interface AttentionProps {
  figures: Dashboard
  conditions: Unmet[]
  failures: Failure[]
  fleet: FleetWarning[]
  newReviews: number
  askedMails: number
  days: Today['days']
  isHeld: boolean
}

/** Lists what does not work or waits for staff, urgent matters first. */
export function Attention({
  figures,
  conditions,
  failures,
  fleet,
  newReviews,
  askedMails,
  days,
  isHeld,
}: AttentionProps) {
  const { opens } = useRights()
  const yesterday = dayAfter(days.today, -1)
  const changes = adminPath('registro/', {}, { from: yesterday, to: yesterday })
  const rows: Row[] = [
    ...conditionRows(conditions, failures),
    ...failures.map((failure) => failureRow(failure, conditions)),
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
        <>
          <p className="mt-3 text-ink-soft text-sm">
            {mail.lastSentAt
              ? `Ultima email inviata il ${showDateTime(mail.lastSentAt)}`
              : 'Nessuna email inviata finora'}
            {' · '}
            {countOf(workers.alive, ['processo di lavoro attivo', 'processi di lavoro attivi'])}
          </p>
          {opens(adminPath('registro/')) && <DayLink to={changes}>Modifiche di ieri</DayLink>}
        </>
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

const tones = { ok: 'warn', attenzione: 'warn', errore: 'bad', 'non verificabile': 'warn' } as const

/** Returns a row for each condition that is not met, except for those whose failures all have rows of their own. */
function conditionRows(conditions: Unmet[], failures: Failure[]): Row[] {
  return conditions.flatMap(({ id, name, state, text, repair, count }) => {
    const { listed, ...act } = conditionActs[id]
    const shown = failures.filter(({ kind }) => kind === listed)
    if (shown.length > 0 && shown.length >= count) return []
    return [{ id, tone: tones[state], text: `${name}: ${text}`, reason: repair, ...act }]
  })
}

/** The row of a failure is as urgent as its condition. */
function failureRow(failure: Failure, conditions: Unmet[]): Row {
  const of = conditions.find(({ id }) => conditionActs[id].listed === failure.kind)
  return {
    ...failureText(failure),
    id: failureId(failure),
    tone: of ? tones[of.state] : 'warn',
    reason: failure.reason,
    failure,
  }
}
