import {
  DecideInboundMail,
  type InboundMail,
  ListInboundMails,
} from '../../../../modules/integrations/mail/inbound.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { useCommandCall } from '../../kit/api.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { leadAnswers } from '../lead/leadCalls.ts'

/** Asks whether a stranger's mail belongs to the lead whose code it names, or offers to undo what staff decided. */
export function StrangerQuestion({ mail: { id, fromAddress, matchedBy, question } }: { mail: InboundMail }) {
  const { mutate, isPending } = useCommandCall(DecideInboundMail, {
    done: ({ leadId, question: asked }) =>
      leadId
        ? 'Email unita alla richiesta'
        : asked?.decision
          ? 'Email lasciata senza richiesta'
          : 'Scelta annullata',
    failed: 'Impossibile salvare la scelta',
    renews: [ListInboundMails.http, ...leadAnswers],
  })
  const decide = (decision: 'join' | 'leave' | 'undo') => mutate({ id, decision })
  const ofMail = <span className="sr-only"> per l’email di {fromAddress}</span>
  if (question && question.decision === null && matchedBy === null)
    return (
      <div className="mt-2 rounded-field border border-line bg-white p-3">
        <p className="font-medium">
          Il codice {question.code} è di {question.name || 'un’altra richiesta'}, ma non è certo che il
          mittente sia la stessa persona: unire?
        </p>
        <p className="mt-2 flex flex-wrap gap-2">
          <Button look="plain" disabled={isPending} onClick={() => decide('join')}>
            Unisci{ofMail}
          </Button>
          <Button look="plain" disabled={isPending} onClick={() => decide('leave')}>
            Lascia senza richiesta{ofMail}
          </Button>
        </p>
      </div>
    )
  if (matchedBy !== 'staff' && !question?.decision) return null
  return (
    <p className="mt-2 flex flex-wrap items-center gap-x-2 text-ink-soft">
      {matchedBy === 'staff' ? 'Unita alla richiesta dallo staff.' : 'Lasciata senza richiesta.'}
      <RowAction disabled={isPending} onClick={() => decide('undo')}>
        Annulla<span className="sr-only"> la scelta</span>
        {ofMail}
      </RowAction>
    </p>
  )
}
