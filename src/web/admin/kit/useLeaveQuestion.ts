import { useEffect, useEffectEvent } from 'react'
import { useBlocker } from 'react-router'

export type LeaveQuestion = ReturnType<typeof useBlocker>

/** Blocks leaving with unsaved changes, inside the panel and by closing the page; LeaveConfirm.tsx asks. */
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
