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
  words: { tooShort: string; none(text: string): string; loading: string; list: string; clear: string }
  icon: ReactNode
}

/** The editable combobox with a list of the ARIA Authoring Practices: nothing is picked unless the visitor does. */
export function Combobox({ label, name, words, icon, ...rest }: ComboboxProps) {
  const id = useId()
  const { box, input, isOpen, active, options, state, pick, clear, inputProps } = useCombobox(rest)
  const hasList = isOpen && state === 'list'
  const { text } = rest.value
  const note = !isOpen || state === 'list' ? '' : state === 'none' ? words.none(text.trim()) : words[state]

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
          ref={input}
          id={id}
          name={name}
          type="text"
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={hasList}
          aria-controls={`${id}-list`}
          aria-activedescendant={hasList && active >= 0 ? `${id}-${active}` : undefined}
          aria-describedby={note ? `${id}-note` : undefined}
          autoComplete="off"
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={80}
          className="h-(--control) w-full rounded-field border border-ink/55 bg-white px-11 font-medium"
        />
        {text !== '' && (
          <button
            type="button"
            onClick={clear}
            aria-label={words.clear}
            className="absolute inset-y-0 right-0 grid w-11 place-items-center rounded-field text-ink-soft text-xl
              hover:text-ink"
          >
            <span aria-hidden="true">×</span>
          </button>
        )}
        <ComboboxList {...{ id, options, active }} isOpen={hasList} label={words.list} onPick={pick} />
      </div>
      {/* Its line is kept free: words that covered the button below, or moved it, would cost its first tap. */}
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
