import { useSyncExternalStore } from 'react'

/** Matches the widths at which tables become cards (admin.css). */
const phone = matchMedia('(width < 48rem)')

function watch(changed: () => void): () => void {
  phone.addEventListener('change', changed)
  return () => phone.removeEventListener('change', changed)
}

export const useIsPhone = () => useSyncExternalStore(watch, () => phone.matches)
