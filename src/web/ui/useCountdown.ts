import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls `onEnd` after `ms`; never if `ms` is null. Starts again when the pointer or the focus has left the element. A
 * pointer that rests where the element appears counts only after it has moved.
 */
export function useCountdown(ms: number | null, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (isHeld || ms === null) return
    const timer = setTimeout(() => end(), ms)
    return () => clearTimeout(timer)
  }, [isHeld, ms])

  return {
    onPointerMove: (event: PointerEvent) =>
      setHovered(event.movementX !== 0 || event.movementY !== 0 || isHovered),
    onPointerLeave: () => setHovered(false),
    onFocus: (event: FocusEvent) => setFocused(event.target.matches('a, button')),
    onBlur: () => setFocused(false),
  }
}
