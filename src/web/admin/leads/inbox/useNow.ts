import { useSyncExternalStore } from 'react'

const stepMs = 15_000

function watch(changed: () => void): () => void {
  const timer = setInterval(changed, stepMs)
  return () => clearInterval(timer)
}

/** Returns the time in ms, rounded down to 15 s and updated every 15 s. */
export function useNow(): number {
  return useSyncExternalStore(watch, () => Math.floor(Date.now() / stepMs) * stepMs)
}
