import { type FocusEvent, type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { type Option, useSuggestions } from './useSuggestions.ts'

export interface Choice {
  text: string
  /** The option that was picked; null while the text is only typed. */
  id: number | null
}

interface ComboboxOptions {
  value: Choice
  onChange(choice: Choice): void
  load(text: string, signal: AbortSignal): Promise<Option[]>
  charsMin: number
}

const nextOf = (active: number, step: 1 | -1, count: number) =>
  active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count

/** How a combobox behaves: what is open, which option the keys stand on, what picks and what closes. */
export function useCombobox({ value, onChange, load, charsMin }: ComboboxOptions) {
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const [isOpen, setOpen] = useState(false)
  const [active, setActive] = useState(-1)
  const text = value.text.trim()
  const isLongEnough = text.length >= charsMin
  const found = useSuggestions(text, isOpen && isLongEnough, load)
  const options = isOpen && isLongEnough && found ? found : []
  const state = !isLongEnough
    ? 'tooShort'
    : found === null
      ? 'loading'
      : options.length === 0
        ? 'none'
        : 'list'

  const close = () => {
    setOpen(false)
    setActive(-1)
  }
  const type = (next: string) => {
    onChange({ text: next, id: null })
    setOpen(next.trim() !== '')
    setActive(-1)
  }
  const pick = (option: Option) => {
    onChange({ text: option.name, id: option.id })
    close()
  }
  const clear = () => {
    onChange({ text: '', id: null })
    close()
    input.current?.focus()
  }

  // What was typed before the page answered is in the document only.
  const takeTyped = useEffectEvent(() => {
    const element = input.current
    if (!element || element.value === value.text) return
    if (element === document.activeElement) type(element.value)
    else onChange({ text: element.value, id: null })
  })
  useEffect(() => takeTyped(), [])

  // A tap elsewhere does not always move the focus (iOS), so that losing it is not enough to close.
  const closeElsewhere = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) close()
  })
  useEffect(() => {
    if (!isOpen) return
    const onPointerDown = (event: Event) => closeElsewhere(event)
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [isOpen])

  const move = (step: 1 | -1, isAlt: boolean) => {
    if (isAlt && step < 0) return close()
    if (text !== '') setOpen(true)
    if (!isAlt && options.length > 0) setActive(nextOf(active, step, options.length))
  }
  const onEscape = () => {
    if (isOpen) close()
    else clear()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const option = options[active]
    const take = (act: () => void) => {
      event.preventDefault()
      // Escape belongs to the list first, and only then to a dialog around it.
      event.stopPropagation()
      act()
    }
    if (event.key === 'ArrowDown') take(() => move(1, event.altKey))
    else if (event.key === 'ArrowUp') take(() => move(-1, event.altKey))
    else if (event.key === 'Enter' && option) take(() => pick(option))
    else if (event.key === 'Escape' && (isOpen || text !== '')) take(onEscape)
    else if (event.key === 'Tab') close()
    else if (event.key.length === 1 || event.key === 'Home' || event.key === 'End') setActive(-1)
  }

  return {
    box,
    input,
    isOpen,
    active,
    options,
    state,
    pick,
    clear,
    inputProps: {
      value: value.text,
      onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
      onKeyDown,
      onClick: () => setOpen(text !== '' && value.id === null),
      onBlur: (event: FocusEvent) => {
        if (!box.current?.contains(event.relatedTarget)) close()
      },
    },
  } as const
}
