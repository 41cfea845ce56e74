import { useEffect, useState } from 'react'

const restMs = 30_000
const signs = ['pointerdown', 'pointermove', 'keydown', 'focusin', 'scroll'] as const

/** Returns true until 30 s after the last sign of use, and longer while a control of a list has the focus. */
export function useIsInUse(): boolean {
  const [isInUse, setInUse] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const rest = () => {
      if (document.activeElement?.closest('main li')) timer = setTimeout(rest, restMs)
      else setInUse(false)
    }
    const onSign = () => {
      setInUse(true)
      clearTimeout(timer)
      timer = setTimeout(rest, restMs)
    }
    for (const sign of signs) addEventListener(sign, onSign, { passive: true, capture: true })
    return () => {
      clearTimeout(timer)
      for (const sign of signs) removeEventListener(sign, onSign, { capture: true })
    }
  }, [])
  return isInUse
}
