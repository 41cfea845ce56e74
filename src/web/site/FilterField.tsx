import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { Icon } from './icons.tsx'

interface FilterFieldProps {
  label: string
  value: string
  onChange(value: string): void
  /** Number of entries that match the filter; a live region announces the number while the visitor types. */
  count: string
}

export function FilterField({ label, value, onChange, count }: FilterFieldProps) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const takeTyped = useEffectEvent(() => {
    if (input.current?.value) onChange(input.current.value)
  })
  useEffect(() => takeTyped(), [])

  return (
    <div className="noscript:hidden print:hidden">
      <label htmlFor={id} className="mb-1.5 block font-medium text-sm">
        {label}
      </label>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="relative w-full sm:w-88">
          <Icon name="search" className="pointer-events-none absolute top-3.5 left-3.5 size-5 text-sea" />
          <input
            ref={input}
            id={id}
            type="search"
            autoComplete="off"
            enterKeyHint="search"
            value={value}
            onChange={(event) => onChange(event.target.value)}
            className="h-12 w-full rounded-field border border-ink/55 bg-white pr-3 pl-11"
          />
        </div>
        <p role="status" className="text-ink-soft text-sm">
          {count}
        </p>
      </div>
    </div>
  )
}
