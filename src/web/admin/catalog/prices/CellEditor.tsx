import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import type { After } from './selection.ts'

export interface Editing {
  text: string
  /** True if the user typed over the cell. Arrow keys then store the price instead of moving the caret. */
  isReplacing: boolean
  /** True after a tap: the field selects its text, so that the next digit replaces the price. */
  isSelected: boolean
  onWrite: (text: string, after: After) => void
  onCancel: () => void
}

export function CellEditor({ editing, label }: { editing: Editing; label: string }) {
  const { isReplacing, isSelected, onWrite, onCancel } = editing
  const ref = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(editing.text)
  // Closing the field fires `blur`, which must not write the price a second time.
  const isOver = useRef(false)
  useLayoutEffect(() => {
    const field = ref.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(isSelected ? 0 : field.value.length, field.value.length)
  }, [isSelected])

  function write(after: After): void {
    if (isOver.current) return
    isOver.current = true
    onWrite(text, after)
  }

  function onKeyDown(event: KeyboardEvent): void {
    // Keeps the grid from handling the keys of the field.
    event.stopPropagation()
    const after = afterOf(event, isReplacing)
    if (event.key === 'Escape') {
      isOver.current = true
      onCancel()
    } else if (after) write(after)
    else return
    event.preventDefault()
  }

  return (
    <input
      ref={ref}
      aria-label={label}
      value={text}
      inputMode="decimal"
      autoComplete="off"
      maxLength={40}
      className="block size-full bg-white px-2 text-right outline-2 outline-sea -outline-offset-2"
      onChange={({ target }) => setText(target.value)}
      onKeyDown={onKeyDown}
      onBlur={() => write('stay')}
    />
  )
}

const arrows: Record<string, After> = {
  ArrowDown: 'down',
  ArrowUp: 'up',
  ArrowRight: 'right',
  ArrowLeft: 'left',
}

function afterOf({ key, shiftKey }: KeyboardEvent, isReplacing: boolean): After | null {
  if (key === 'Enter') return shiftKey ? 'up' : 'down'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (!isReplacing) return null
  return arrows[key] ?? null
}
