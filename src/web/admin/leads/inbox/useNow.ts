import { useSyncExternalStore } from 'react'

const stepMs = 15_000

function watch(changed: () => void): () => void {
  const timer = setInterval(changed, stepMs)
  return () => clearInterval(timer)
}

/** The time, renewed every quarter of a minute for all who show it. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => Math.floor(Date.now() / stepMs) * stepMs)
}
