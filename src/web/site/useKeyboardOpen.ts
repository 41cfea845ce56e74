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
    const look = () => {
      // Fields in a dialog do not count: the bar's button must be focusable when the dialog closes.
      const isTyping = document.activeElement?.matches(`:is(${textField}):not(dialog *)`) ?? false
      const height = visualViewport?.height ?? innerHeight
      const isTouch = matchMedia('(pointer: coarse)').matches
      setOpen(isTouch && (isTyping || height < screen.height * shareMax))
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
