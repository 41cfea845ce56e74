import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

export type LeaveQuestion = ReturnType<typeof useBlocker>

/**
 * Asks before unsaved changes are lost by leaving a screen or closing the page. LeaveConfirm.tsx shows the question.
 */
export function useLeaveQuestion(hasChanges: () => boolean): LeaveQuestion {
  const holds = useEffectEvent(hasChanges)
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (holds()) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [])
  return useBlocker(
    ({ currentLocation, nextLocation }) => currentLocation.pathname !== nextLocation.pathname && hasChanges(),
  )
}
