import { useEffect, useEffectEvent } from 'react'

/**
 * Contains a function for each form on the screen. The function returns whether its form has unsaved changes. All forms
 * share one blocker, because the router allows only one.
 */
const forms = new Set<() => boolean>()

export const hasUnsavedChanges = () => [...forms].some((hasChanges) => hasChanges())

/**
 * Protects unsaved changes with a question. LeaveConfirm.tsx asks the user who leaves the screen. The browser asks the
 * user who closes the page.
 */
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
