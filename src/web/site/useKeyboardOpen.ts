import { useEffect, useState } from 'react'

const blurDelayMs = 100
const shareMax = 0.75
// Leaves out fields for days and times, and `select` fields. They open their own picker instead of the keyboard, and
// keep the focus after the picker has closed.
const textField =
  'textarea, input:not([type=checkbox], [type=radio], [type=submit], [type=button], [type=date], [type=time])'

/**
 * Returns whether the on-screen keyboard is probably open: a text field outside a dialog has the focus, or on a touch
 * screen the visible page is lower than three quarters of the screen.
 */
export function useKeyboardOpen(): boolean {
  const [isOpen, setOpen] = useState(false)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const look = () => {
      // Fields in a dialog do not count: the dialog covers the bar, whose button must be focusable when the dialog
      // closes.
      const isTyping = document.activeElement?.matches(`:is(${textField}):not(dialog *)`) ?? false
      const height = visualViewport?.height ?? innerHeight
      setOpen(isTyping || (height < screen.height * shareMax && matchMedia('(pointer: coarse)').matches))
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
