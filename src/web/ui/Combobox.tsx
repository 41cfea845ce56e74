import { type ReactNode, useId } from 'react'
import { ComboboxList } from './ComboboxList.tsx'
import { type Choice, useCombobox } from './useCombobox.ts'
import type { Option } from './useSuggestions.ts'

interface ComboboxProps {
  label: string
  name: string
  value: Choice
  onChange(choice: Choice): void
  load(text: string, signal: AbortSignal): Promise<Option[]>
  charsMin: number
  labels: { tooShort: string; none(text: string): string; loading: string; list: string; clear: string }
  icon: ReactNode
}

/** A text field with a popup of suggestions: the editable combobox of the ARIA Authoring Practices. */
export function Combobox({ label, name, value, onChange, load, charsMin, labels, icon }: ComboboxProps) {
  const id = useId()
  const { box, isOpen, state, clear, inputProps, listProps } = useCombobox({
    value,
    onChange,
    options: { load, charsMin },
  })
  const { text } = value
  const note = !isOpen || state === 'list' ? '' : state === 'none' ? labels.none(text.trim()) : labels[state]

  return (
    <div ref={box}>
      <label htmlFor={id} className="block pb-1 font-medium text-ink-soft text-sm">
        {label}
      </label>
      <div className="relative">
        <span className="pointer-events-none absolute inset-y-0 left-0 grid w-11 place-items-center text-sea">
          {icon}
        </span>
        <input
          {...inputProps}
          id={id}
          name={name}
          type="text"
          aria-describedby={note ? `${id}-note` : undefined}
          autoCapitalize="labels"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={80}
          className="h-(--control) w-full rounded-field border border-ink/55 bg-white px-11 font-medium"
        />
        {text !== '' && (
          <button
            type="button"
            onClick={clear}
            aria-label={labels.clear}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-ink-soft text-xl
              hover:text-ink"
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
        <ComboboxList {...listProps} label={labels.list} />
      </div>
      {/* The line is always reserved, because a note that appears and moves the button below would make a tap miss
          the button. */}
      <p
        id={`${id}-note`}
        role="status"
        className="mt-1 line-clamp-1 h-5 break-all text-ink-soft text-sm leading-5"
      >
        {note}
      </p>
    </div>
  )
}
