import { useEffect, useState } from 'react'

/** Returns the previous value while the user drags or a pointer presses, so that nothing moves under the finger. */
export function useHeld<T>(value: T, isDragging: boolean): T {
  const [isPressed, setPressed] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const { signal } = listeners
    addEventListener('pointerdown', () => setPressed(true), { signal })
    addEventListener('pointerup', () => setPressed(false), { signal })
    addEventListener('pointercancel', () => setPressed(false), { signal })
    return () => listeners.abort()
  }, [])
  const [held, setHeld] = useState(value)
  const isHeld = isDragging || isPressed
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}
