import { useEffect, useState } from 'react'

const restMs = 30_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'] as const
const inUse = 'main :is(li, tbody, [data-trip]):is(:hover, :focus-within), dialog[open]'

/**
 * Returns true until 30 s after the last sign of use, such as the opening of the page, and longer while the pointer or the
 * focus is in a list or a dialog is open.
 */
export function useIsInUse(): boolean {
  const [isInUse, setInUse] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const rest = () => {
      if (document.querySelector(inUse)) timer = setTimeout(rest, restMs)
      else setInUse(false)
    }
    const onSign = () => {
      setInUse(true)
      clearTimeout(timer)
      timer = setTimeout(rest, restMs)
    }
    timer = setTimeout(rest, restMs)
    for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
    }
  }, [])
  return isInUse
}
