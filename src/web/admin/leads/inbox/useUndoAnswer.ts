import { useNavigate } from 'react-router'
import { UndoAnswer } from '../../../../modules/leads/answers/contract.ts'
import type { LeadItem } from '../../../../modules/leads/inbox/contract.ts'
import type { AnswerWay } from '../../../../modules/leads/lead/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { leadAnswers, leadPath } from '../lead/leadCalls.ts'
import { keepWritten, setLastAnswer } from './writtenReplies.ts'

interface Undone {
  messageId: number
  lead: Pick<LeadItem, 'kind' | 'id'>
  via: AnswerWay
}

/** Undoes an answer, opens its lead and puts the text back into the reply. */
export function useUndoAnswer() {
  const navigate = useNavigate()
  const undo = useCommandCall(UndoAnswer, {
    done: 'Risposta annullata',
    failed: 'Impossibile annullare la risposta',
    renews: leadAnswers,
  })
  async function undoAndReopen({ messageId, lead, via }: Undone): Promise<void> {
    const reply = await undo.mutateAsync({ id: messageId }).catch(() => null)
    setLastAnswer(null)
    if (!reply) return
    if (reply.text) keepWritten(lead, via, reply)
    void navigate(`${leadPath(lead, window.location.search)}#${via}`)
  }
  return { isPending: undo.isPending, undo: (answer: Undone) => void undoAndReopen(answer) }
}
