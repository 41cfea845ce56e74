import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { type Option, useSuggestions } from './useSuggestions.ts'

export interface Choice {
  text: string
  /** Null while the user has only typed text. */
  id: number | null
}

interface ComboboxOptions {
  value: Choice
  onChange(choice: Choice): void
  /** Called after `onChange` when the user picks an option. */
  onPick?(choice: Choice): void
  /** Called when the focus leaves the field and its buttons, or if an unfocused field changed before hydration. */
  onLeave?(choice: Choice): void
  /** `load` fetches the options of a popup; `list` is a popup with known options; an array is always visible. */
  options: Loaded | Listed | Option[]
}

interface Loaded {
  load(text: string, signal: AbortSignal): Promise<Option[]>
  charsMin: number
  /** True if `load` has options for an empty text too. */
  hasSuggestions?: boolean
}

interface Listed {
  list: Option[]
  /** Index of the option that Enter picks until the user moves to another option; -1 for none. */
  first: number
}

const nextOf = (active: number, step: 1 | -1, count: number) =>
  active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count

const noOptions: Option[] = []
const noSource: Loaded = { load: async () => noOptions, charsMin: 0 }

/** The first option of an array is active. A popup with loaded options has no active option until the user moves. */
export function useCombobox({ value, onChange, onPick, onLeave, options: source }: ComboboxOptions) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isInline = Array.isArray(source)
  const { load, charsMin, hasSuggestions = false } = 'load' in source ? source : noSource
  const [isPopupOpen, setOpen] = useState(false)
  // Null until the user moves to an option.
  const [wantedActive, setActive] = useState<number | null>(null)
  const isOpen = isInline || isPopupOpen
  const text = value.text.trim()
  const canOpen = text !== '' || hasSuggestions || 'list' in source
  const isLongEnough = text.length >= charsMin || (text === '' && hasSuggestions)
  const suggested = useSuggestions(text, isPopupOpen && isLongEnough && 'load' in source, load)
  const found = isInline ? source : 'list' in source ? source.list : suggested
  const options = isOpen && isLongEnough && found ? found : noOptions
  const firstActive = isInline ? 0 : 'list' in source ? source.first : -1
  // Limits the index, because the list may have become shorter.
  const active = Math.min(wantedActive ?? firstActive, options.length - 1)
  const state = !isLongEnough
    ? 'tooShort'
    : found === null
      ? 'loading'
      : options.length === 0
        ? 'none'
        : 'list'
  const hasList = isOpen && state === 'list'

  const close = () => {
    setOpen(false)
    setActive(null)
  }
  // `onLeave` needs the latest value, because the focus may leave the field before React has rendered the last change.
  const latest = useRef(value)
  const change = (choice: Choice) => {
    latest.current = choice
    onChange(choice)
  }
  const type = (next: string) => {
    change({ text: next, id: null })
    setOpen(next.trim() !== '' || hasSuggestions || 'list' in source)
    setActive(null)
  }
  const pick = (option: Option, isTouch = false) => {
    const choice = { text: option.name, id: option.id }
    change(choice)
    close()
    onPick?.(choice)
    // Closes the on-screen keyboard, which would cover the content that depends on the choice, such as a price.
    if (isTouch) input.current?.blur()
  }
  const clear = () => {
    change({ text: '', id: null })
    close()
    input.current?.focus()
  }

  // Only the document has the focus and the text from before hydration, so the state takes them from the document.
  // A layout effect, because React renders the state before boot.ts repeats the held clicks and submits.
  const takeTyped = useEffectEvent(() => {
    const element = input.current
    if (!element) return
    const isFocused = element === document.activeElement
    if (isFocused && element.value === '' && hasSuggestions) setOpen(true)
    if (element.value === value.text) return
    if (isFocused) return type(element.value)
    const choice = { text: element.value, id: null }
    change(choice)
    onLeave?.(choice)
  })
  useLayoutEffect(() => takeTyped(), [])

  // Closes the popup on a tap outside, because on iOS such a tap does not always blur the field.
  const closeElsewhere = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && !box.current?.contains(event.target)) close()
  })
  useEffect(() => {
    if (!isPopupOpen) return
    const onPointerDown = (event: Event) => closeElsewhere(event)
    document.addEventListener('pointerdown', onPointerDown)
    return () => document.removeEventListener('pointerdown', onPointerDown)
  }, [isPopupOpen])

  const move = (step: 1 | -1, isAlt: boolean) => {
    if (isAlt && step < 0) return close()
    setOpen(canOpen)
    if (!isAlt && options.length > 0) setActive(nextOf(active, step, options.length))
  }
  const onEscape = () => {
    if (isPopupOpen) close()
    else clear()
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    const option = options[active]
    const take = (act: () => void) => {
      event.preventDefault()
      // Only an Escape with closed popup and empty field may reach the dialog around the field and close it.
      event.stopPropagation()
      act()
    }
    if (event.key === 'ArrowDown') take(() => move(1, event.altKey))
    else if (event.key === 'ArrowUp') take(() => move(-1, event.altKey))
    else if (event.key === 'Enter' && option) take(() => pick(option))
    else if (isInline) return
    else if (event.key === 'Escape' && (isOpen || text !== '')) take(onEscape)
    else if (event.key === 'Tab') close()
    else if (event.key.length === 1 || event.key === 'Home' || event.key === 'End') setActive(null)
  }

  return {
    /** Props for the element around input and buttons. The focus may move inside without closing the popup. */
    boxProps: {
      ref: box,
      onBlur: (event: FocusEvent) => {
        if (box.current?.contains(event.relatedTarget)) return
        close()
        onLeave?.(latest.current)
      },
    },
    isOpen,
    state,
    clear,
    inputProps: {
      ref: input,
      role: 'combobox',
      'aria-autocomplete': 'list',
      'aria-expanded': hasList,
      'aria-controls': `${id}-list`,
      'aria-activedescendant': hasList && active >= 0 ? `${id}-${active}` : undefined,
      autoComplete: 'off',
      value: value.text,
      onChange: (event: { target: HTMLInputElement }) => type(event.target.value),
      onKeyDown,
      onClick: () => setOpen(canOpen && value.id === null),
      onFocus: () => {
        if (text === '' && hasSuggestions) setOpen(true)
      },
    },
    listProps: { id, options, active, isOpen: hasList, isInline, onPick: pick },
  } as const
}
