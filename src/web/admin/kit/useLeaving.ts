import { useEffect, useRef } from 'react'

/** Returns a function that returns the signal which is aborted when the component is gone. */
export function useLeaving(): () => AbortSignal {
  const leaving = useRef<AbortController | null>(null)
  useEffect(() => () => leaving.current?.abort(), [])
  return () => {
    if (!leaving.current || leaving.current.signal.aborted) leaving.current = new AbortController()
    return leaving.current.signal
  }
}
