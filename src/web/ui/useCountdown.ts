import { type FocusEvent, type PointerEvent, useEffect, useEffectEvent, useState } from 'react'

/**
 * Calls `onEnd` after `ms`. The countdown stops while the pointer is over the element or one of its links and buttons
 * has the focus; afterwards it starts again with the full time. If the element appears under a resting pointer, the
 * pointer counts only after it has moved.
 */
export function useCountdown(ms: number, onEnd: () => void) {
  const [isHovered, setHovered] = useState(false)
  const [isFocused, setFocused] = useState(false)
  const isHeld = isHovered || isFocused
  const end = useEffectEvent(onEnd)

  useEffect(() => {
    if (isHeld) return
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
