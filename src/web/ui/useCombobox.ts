import {
  type FocusEvent,
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react'
import { type Option, useSuggestions } from './useSuggestions.ts'

export interface Choice {
  text: string
  /** Id of the picked option; null while the user has only typed text. */
  id: number | null
}

interface ComboboxOptions {
  value: Choice
  onChange(choice: Choice): void
  /**
   * Either `load`, which fetches the options while the popup is open, or the options of a list that is always shown.
   */
  options: { load(text: string, signal: AbortSignal): Promise<Option[]>; charsMin: number } | Option[]
}

const nextOf = (active: number, step: 1 | -1, count: number) =>
  active < 0 ? (step > 0 ? 0 : count - 1) : (active + step + count) % count

const noOptions: Option[] = []
const loadNothing = async () => noOptions

/**
 * Behaviour and ARIA attributes of an editable combobox. In a popup no option is active until the user chooses one; in
 * a list that is always shown the first option is active.
 */
export function useCombobox({ value, onChange, options: source }: ComboboxOptions) {
  const id = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isInline = Array.isArray(source)
  const { load, charsMin } = isInline ? { load: loadNothing, charsMin: 0 } : source
  const [isPopupOpen, setOpen] = useState(false)
  const noneActive = isInline ? 0 : -1
  const [wantedActive, setActive] = useState(noneActive)
  const isOpen = isInline || isPopupOpen
  const text = value.text.trim()
  const isLongEnough = text.length >= charsMin
  const suggested = useSuggestions(text, isPopupOpen && isLongEnough && !isInline, load)
  const found = isInline ? source : suggested
  const options = isOpen && isLongEnough && found ? found : noOptions
  // If the list became shorter, the last option is active.
  const active = Math.min(wantedActive, options.length - 1)
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
    setActive(noneActive)
  }
  const type = (next: string) => {
    onChange({ text: next, id: null })
    setOpen(next.trim() !== '')
    setActive(noneActive)
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

  // Text that the user typed before hydration is in the document only.
  const takeTyped = useEffectEvent(() => {
    const element = input.current
    if (!element || element.value === value.text) return
    if (element === document.activeElement) type(element.value)
    else onChange({ text: element.value, id: null })
  })
  useEffect(() => takeTyped(), [])

  // On iOS a tap outside does not always blur the field.
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
    if (text !== '') setOpen(true)
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
      // Escape closes only the popup; a second Escape closes the dialog that contains the popup.
      event.stopPropagation()
      act()
    }
    if (event.key === 'ArrowDown') take(() => move(1, event.altKey))
    else if (event.key === 'ArrowUp') take(() => move(-1, event.altKey))
    else if (event.key === 'Enter' && option) take(() => pick(option))
    else if (isInline) return
    else if (event.key === 'Escape' && (isOpen || text !== '')) take(onEscape)
    else if (event.key === 'Tab') close()
    else if (event.key.length === 1 || event.key === 'Home' || event.key === 'End') setActive(-1)
  }

  return {
    box,
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
      onClick: () => setOpen(text !== '' && value.id === null),
      onBlur: (event: FocusEvent) => {
        if (!box.current?.contains(event.relatedTarget)) close()
      },
    },
    listProps: { id, options, active, isOpen: hasList, isInline, onPick: pick },
  } as const
}
