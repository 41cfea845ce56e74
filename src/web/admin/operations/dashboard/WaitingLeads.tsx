import { Link } from 'react-router'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import type { Today } from '../../../../modules/operations/dashboard/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall } from '../../kit/api.ts'
import { countOf, showNumber } from '../../kit/format.ts'
import { RowAction, rowActionClass } from '../../kit/RowAction.tsx'
import { useSession } from '../../kit/session.ts'
import { AnswerActions } from '../../leads/inbox/AnswerActions.tsx'
import { AnswerClock } from '../../leads/inbox/AnswerClock.tsx'
import { changeOf, leadAnswers, leadPath } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'
import { LeadRow } from './LeadRow.tsx'
import { LiveBlock } from './LiveBlock.tsx'

interface WaitingLeadsProps {
  waiting: Today['waiting']
  /** Number of leads that wait longer than promised. */
  late: number
  isHeld: boolean
}

export function WaitingLeads({ waiting: { total, items }, late, isHeld }: WaitingLeadsProps) {
  const left = total - items.length
  return (
    <LiveBlock
      title="Chi aspetta"
      summary={summaryOf(total, late)}
      rows={items}
      idOf={({ kind, id }) => `${kind}-${id}`}
      isHeld={isHeld}
      more={
        left > 0 && (
          <Link
            to={adminPath('richieste/', {}, { isWaiting: 'true', sort: 'createdAt' })}
            className="inline-flex min-h-(--target) items-center text-sea-deep underline"
          >
            {left === 1 ? 'Un’altra richiesta aspetta' : `Altre ${showNumber(left)} richieste aspettano`}
          </Link>
        )
      }
    >
      {(lead) => (
        <LeadRow
          lead={lead}
          mark={<AnswerClock {...lead} />}
          actions={
            <>
              {/* Hidden on a phone, where the name opens the lead, so that the other actions fit on one line. */}
              <Link to={leadPath(lead)} className={`max-sm:hidden ${rowActionClass}`}>
                Rispondi<span className="sr-only"> a {whoOf(lead)}</span>
              </Link>
              <AnswerActions lead={lead} />
              <AssignToMe lead={lead} />
            </>
          }
        />
      )}
    </LiveBlock>
  )
}

function summaryOf(total: number, late: number): string {
  if (total === 0) return 'Nessuno aspetta una risposta.'
  const waiting = countOf(total, ['richiesta aspetta', 'richieste aspettano'])
  return late === 0 ? waiting : `${waiting}, ${showNumber(late)} in ritardo`
}

function AssignToMe({ lead }: { lead: LeadItem }) {
  const me = useSession()?.id ?? null
  const change = useCommandCall(changeOf(lead.kind), {
    failed: 'Impossibile assegnare la richiesta',
    renews: leadAnswers,
  })
  const isMine = lead.assignedTo === me
  return (
    <RowAction
      disabled={isMine || change.isPending}
      onClick={() => change.mutate({ id: lead.id, assignedTo: me })}
    >
      {isMine ? 'Assegnata a te' : 'Assegna a me'}
      <span className="sr-only"> {whoOf(lead)}</span>
    </RowAction>
  )
}
