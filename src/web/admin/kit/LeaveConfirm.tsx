import { useBlocker } from 'react-router'
import { Confirm } from './Confirm.tsx'
import { hasUnsavedChanges } from './useLeaveQuestion.ts'

export function LeaveConfirm() {
  const question = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && hasUnsavedChanges(),
  )
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
