import type { ReactNode } from 'react'

interface DayFilterProps {
  label: string
  value: string | undefined
  onChoose: (day: string | undefined) => void
}

export function DayFilter({ label, value, onChoose }: DayFilterProps) {
  return (
    <label className="flex items-center gap-2 text-ink-soft text-sm">
      {label}
      <input
        type="date"
        value={value ?? ''}
        onChange={({ target }) => onChoose(target.value || undefined)}
        className="h-(--control) rounded-field border border-ink/40 bg-white px-2.5 text-ink"
      />
    </label>
  )
}

interface DayRangeProps {
  from: string | undefined
  to: string | undefined
  set: (changes: { from?: string | undefined; to?: string | undefined }) => void
  /** Shown after the two days. */
  children?: ReactNode
}

export function DayRange({ from, to, set, children }: DayRangeProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <DayFilter label="Dal" value={from} onChoose={(day) => set({ from: day })} />
      <DayFilter label="al" value={to} onChoose={(day) => set({ to: day })} />
      {children}
    </div>
  )
}
