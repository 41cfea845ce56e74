import { type ReactNode, useEffect, useRef, useState } from 'react'

interface SearchBoxProps {
  label: string
  value: string
  onSearch: (text: string) => void
}

const pauseMs = 250

/** Searches after a short pause in typing. The text is in the URL. */
export function SearchBox({ label, value, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Takes over a text that a link or the back button has put into the URL.
  const [known, setKnown] = useState(value)
  if (known !== value) {
    setKnown(value)
    if (value !== text.trim()) setText(value)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <input
      type="search"
      aria-label={label}
      placeholder={label}
      value={text}
      onChange={({ target }) => {
        setText(target.value)
        clearTimeout(timer.current)
        timer.current = setTimeout(() => onSearch(target.value.trim()), pauseMs)
      }}
      className="h-(--control) w-full max-w-sm rounded-field border border-ink/40 bg-white px-3.5"
    />
  )
}

interface ChoiceFilterProps {
  label: string
  value: string | undefined
  choices: Record<string, string>
  all?: string
  onChoose: (value: string | undefined) => void
}

export function ChoiceFilter({ label, value, choices, all = 'tutti', onChoose }: ChoiceFilterProps) {
  return (
    <label className="flex items-center gap-2 text-ink-soft text-sm">
      {label}
      <select
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
        className="h-(--control) max-w-48 rounded-field border border-ink/40 bg-white px-2.5 text-ink"
      >
        <option value="">{all}</option>
        {Object.entries(choices).map(([key, name]) => (
          <option key={key} value={key}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

export function FilterBar({ children }: { children: ReactNode }) {
  return (
    <search className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2" aria-label="Filtri">
      {children}
    </search>
  )
}
