import { type ReactNode, useId } from 'react'
import { ComboboxList } from './ComboboxList.tsx'
import { fieldTool } from './tools.ts'
import { type Choice, useCombobox } from './useCombobox.ts'
import type { Option } from './useSuggestions.ts'

interface ComboboxProps {
  label: string
  name: string
  value: Choice
  onChange(choice: Choice): void
  onPick(choice: Choice): void
  onLeave(choice: Choice): void
  load(text: string, signal: AbortSignal): Promise<Option[]>
  charsMin: number
  charsMax: number
  labels: { tooShort: string; none(text: string): string; loading: string; list: string; clear: string }
  error?: ReactNode
  className?: string
}

/** Editable combobox of the ARIA Authoring Practices. The popup shows suggestions even while the field is empty. */
export function Combobox(props: ComboboxProps) {
  const {
    label,
    name,
    value,
    onChange,
    onPick,
    onLeave,
    load,
    charsMin,
    charsMax,
    labels,
    error,
    className,
  } = props
  const id = useId()
  const { boxProps, isOpen, state, clear, inputProps, listProps } = useCombobox({
    value,
    onChange,
    onPick,
    onLeave,
    options: { load, charsMin, hasSuggestions: true },
  })
  const { text } = value
  const note = !isOpen || state === 'list' ? '' : state === 'none' ? labels.none(text.trim()) : labels[state]
  const described = [error && `${id}-error`, note && `${id}-note`].filter(Boolean).join(' ')

  return (
    <div {...boxProps} className={className}>
      <div className="box-field">
        <label htmlFor={id}>{label}</label>
        <input
          {...inputProps}
          id={id}
          name={name}
          {...fieldTool(name)}
          type="text"
          aria-invalid={error ? true : undefined}
          aria-describedby={described || undefined}
          autoCapitalize="words"
          spellCheck={false}
          enterKeyHint="search"
          maxLength={charsMax}
          className="pr-11"
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
        {/* Overlays the content below, so that nothing moves. Taps go through it. */}
        <p
          id={`${id}-note`}
          role="status"
          className="pointer-events-none absolute inset-x-0 top-full z-20 mt-1.5 rounded-card border border-line bg-card p-3 text-ink-soft
            text-sm shadow-soft wrap-anywhere empty:hidden"
        >
          {note}
        </p>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1 font-medium text-brick text-sm">
          {error}
        </p>
      )}
    </div>
  )
}
