import { Confirm } from './Confirm.tsx'
import type { LeaveQuestion } from './useLeaveQuestion.ts'

export function LeaveConfirm({ question }: { question: LeaveQuestion }) {
  if (question.state !== 'blocked') return null
  return (
    <Confirm
      title="Uscire senza salvare?"
      action="Esci senza salvare"
      onConfirm={() => question.proceed()}
      onClose={() => question.reset()}
    >
      Le modifiche non salvate andranno perse.
    </Confirm>
  )
}
