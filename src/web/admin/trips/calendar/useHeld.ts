import { useEffect, useState } from 'react'

/** Keeps showing the previous value while the user drags or presses, a dialog is open or a trip has the focus. */
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
