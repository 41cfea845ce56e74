import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { showDateTime } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { AnswerActions } from '../../leads/inbox/AnswerActions.tsx'
import { useNow } from '../../leads/inbox/useNow.ts'
import { changeOf, leadAnswers } from '../../leads/lead/leadCalls.ts'
import { whoOf } from '../../leads/lead/leadLabels.ts'
import { LeadRow } from './LeadRow.tsx'
import { LiveBlock } from './LiveBlock.tsx'

export function Tasks({ tasks, isHeld }: { tasks: LeadItem[]; isHeld: boolean }) {
  const now = useNow()
  return (
    <LiveBlock
      title="Da fare oggi"
      summary={
        tasks.length === 0
          ? 'Nessuna scadenza per oggi.'
          : tasks.length === 1
            ? '1 scadenza, entro oggi'
            : `${tasks.length} scadenze, prima le tue`
      }
      rows={tasks}
      idOf={({ kind, id }) => `${kind}-${id}`}
      isHeld={isHeld}
    >
      {(lead) => (
        <LeadRow
          lead={lead}
          mark={
            lead.dueAt && (
              <Badge tone={Date.parse(lead.dueAt) < now ? 'bad' : 'warn'}>
                <span className="figures whitespace-nowrap">entro {showDateTime(lead.dueAt)}</span>
              </Badge>
            )
          }
          actions={
            <>
              <Done lead={lead} />
              <AnswerActions lead={lead} />
            </>
          }
        >
          {lead.notes && <p className="line-clamp-1 text-sm">{lead.notes}</p>}
        </LeadRow>
      )}
    </LiveBlock>
  )
}

function Done({ lead }: { lead: LeadItem }) {
  const change = useCommandCall(changeOf(lead.kind), {
    done: 'Scadenza tolta',
    failed: 'Impossibile togliere la scadenza',
    renews: leadAnswers,
  })
  return (
    <RowAction disabled={change.isPending} onClick={() => change.mutate({ id: lead.id, dueAt: null })}>
      Fatto<span className="sr-only">: {whoOf(lead)}</span>
    </RowAction>
  )
}
