import { useEffect, useState } from 'react'

/**
 * Returns the previous value as `shown` while the user drags or presses, while a dialog is open, or while a trip has
 * the keyboard focus, so that nothing moves. `isOld` is true if a newer value waits; `take` shows the newer value.
 */
export function useHeld<T>(value: T, isDragging: boolean) {
  const [isPressed, setPressed] = useState(false)
  const [isFocused, setFocused] = useState(false)
  useEffect(() => {
    const listeners = new AbortController()
    const options = { signal: listeners.signal, capture: true }
    addEventListener('pointerdown', () => setPressed(true), options)
    for (const end of ['pointerup', 'pointercancel']) addEventListener(end, () => setPressed(false), options)
    for (const sign of ['focusin', 'focusout', 'close', 'keydown'])
      addEventListener(sign, () => setFocused(hasFocus()), options)
    return () => listeners.abort()
  }, [])
  const [held, setHeld] = useState(value)
  const isHeld = isDragging || isPressed || isFocused
  if (!isHeld && held !== value) setHeld(value)
  return { shown: isHeld ? held : value, isOld: isHeld && held !== value, take: () => setHeld(value) }
}

const hasFocus = () => document.querySelector('dialog[open], [data-trip]:focus-visible') !== null
