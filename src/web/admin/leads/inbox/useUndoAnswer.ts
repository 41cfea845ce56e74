import { useNavigate } from 'react-router'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import { useCommandCall } from '../../kit/api.ts'
import { leadAnswers, leadPath } from '../lead/leadCalls.ts'
import { keepWritten, type LastAnswer, setLastAnswer } from './writtenReplies.ts'

type Undone = Pick<LastAnswer, 'actId' | 'lead' | 'via' | 'subject' | 'text'>

/** Undoes an answer, opens its lead and puts the text back into the reply. */
export function useUndoAnswer() {
  const navigate = useNavigate()
  const undo = useCommandCall(UndoBulkAct, {
    done: 'Risposta annullata',
    failed: 'Impossibile annullare la risposta',
    renews: leadAnswers,
  })
  async function undoAndReopen({ actId, lead, via, subject, text }: Undone): Promise<void> {
    const isUndone = await undo.mutateAsync({ id: actId }).catch(() => null)
    setLastAnswer(null)
    if (!isUndone) return
    if (text) keepWritten(lead, via, { subject, text })
    void navigate(`${leadPath(lead, window.location.search)}#${via}`)
  }
  return { isPending: undo.isPending, undo: (answer: Undone) => void undoAndReopen(answer) }
}
