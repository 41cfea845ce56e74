import { useEffect, useState } from 'react'

const blurDelayMs = 100
const shareMax = 0.75
// Leaves out fields that open a picker instead of the keyboard and keep the focus after the picker has closed.
const textField =
  'textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=date], [type=time])'

/** Guesses on a touch screen, from the focused field and the height of the visible page, whether the keyboard is open. */
export function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const isLow = lowViewport()
    const look = () => {
      // Fields in a dialog do not count: the bar's button must be focusable when the dialog closes.
      const isTyping = document.activeElement?.matches(`:is(${textField}):not(dialog *)`) ?? false
      const isTouch = matchMedia('(pointer: coarse)').matches
      const isShrunk = isLow()
      setOpen(isTouch && (isTyping || isShrunk))
    }
    const lookLater = () => {
      clearTimeout(timer)
      timer = setTimeout(look, blurDelayMs)
    }
    look()
    document.addEventListener('focusin', look)
    document.addEventListener('focusout', lookLater)
    visualViewport?.addEventListener('resize', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', look)
      document.removeEventListener('focusout', lookLater)
      visualViewport?.removeEventListener('resize', look)
    }
  }, [])

  return isOpen
}

/**
 * Returns a function that compares the height of the visible page with the greatest height seen at the same width. The
 * screen's height is no measure: on an iPhone it stays that of the upright screen when the phone is turned.
 */
function lowViewport(): () => boolean {
  const greatest = new Map<number, number>()
  return () => {
    if (!visualViewport) return false
    const { width, height, scale } = visualViewport
    // Without the scale, a zoomed page would seem low.
    const [shownWidth, shownHeight] = [Math.round(width * scale), height * scale]
    const most = Math.max(greatest.get(shownWidth) ?? 0, shownHeight)
    greatest.set(shownWidth, most)
    return shownHeight < most * shareMax
  }
}
