import { type RefObject, useEffect, useEffectEvent } from 'react'

type Handler = (event: ClipboardEvent, data: DataTransfer) => void

interface ClipboardHandlers {
  onCopy?: Handler
  onCut?: Handler
  onPaste?: Handler
}

const textFields = 'input:not([type=file]), textarea'

/**
 * Calls the handlers for copy, cut and paste while `ref` or a control in it has the focus. It listens on the document,
 * because Firefox sends these events to the body unless a text field has the focus. Text fields keep their own events.
 */
export function useClipboard(ref: RefObject<HTMLElement | null>, handlers: ClipboardHandlers): void {
  const onEvent = useEffectEvent((event: ClipboardEvent) => {
    const { activeElement } = document
    if (!event.clipboardData || !activeElement || activeElement.matches(textFields)) return
    if (!ref.current?.contains(activeElement)) return
    const { onCopy, onCut, onPaste } = handlers
    const handler = { copy: onCopy, cut: onCut, paste: onPaste }[event.type]
    handler?.(event, event.clipboardData)
  })
  useEffect(() => {
    const types = ['copy', 'cut', 'paste'] as const
    for (const type of types) document.addEventListener(type, onEvent)
    return () => {
      for (const type of types) document.removeEventListener(type, onEvent)
    }
  }, [])
}
