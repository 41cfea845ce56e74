import { useEffect, useEffectEvent } from 'react'

/**
 * Contains a function for each form on the screen. The function returns whether its form has unsaved changes. All forms
 * share one blocker, because the router allows only one.
 */
const forms = new Set<() => boolean>()

export const hasUnsavedChanges = () => [...forms].some((hasChanges) => hasChanges())

/**
 * Asks before the user loses unsaved changes. LeaveConfirm.tsx asks when the user leaves the screen. The browser
 * asks when the user closes the page.
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
