import { useEffect, useEffectEvent } from 'react'

/** Checks for unsaved changes, one per form. The forms share a blocker: the router allows only one. */
const forms = new Set<() => boolean>()

export const hasUnsavedChanges = () => [...forms].some((hasChanges) => hasChanges())

/** Protects unsaved changes: LeaveConfirm.tsx asks before another screen opens, the browser before the page closes. */
export function useLeaveQuestion(hasChanges: () => boolean): void {
  const holds = useEffectEvent(hasChanges)
  useEffect(() => {
    const check = () => holds()
    const ask = (event: BeforeUnloadEvent) => {
      if (check()) event.preventDefault()
    }
    forms.add(check)
    addEventListener('beforeunload', ask)
    return () => {
      forms.delete(check)
      removeEventListener('beforeunload', ask)
    }
  }, [])
}
