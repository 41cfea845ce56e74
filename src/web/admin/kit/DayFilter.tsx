import type { ReactNode } from 'react'

interface DayFilterProps {
  label: ReactNode
  value: string | undefined
  onChoose: (day: string | undefined) => void
}

export function DayFilter({ label, value, onChoose }: DayFilterProps) {
  return (
    <label className="flex items-center gap-2 text-ink-soft text-sm">
      <span>{label}</span>
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
  /** Names what happens on the days, if the list has two ranges, such as `Viaggio`. */
  of?: string
  from: string | undefined
  to: string | undefined
  set: (changes: { from?: string | undefined; to?: string | undefined }) => void
  /** Shown after the two days. */
  children?: ReactNode
}

export function DayRange({ of, from, to, set, children }: DayRangeProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <DayFilter label={of ? `${of} dal` : 'Dal'} value={from} onChoose={(day) => set({ from: day })} />
      <DayFilter
        label={<>{of && <span className="sr-only">{of} </span>}al</>}
        value={to}
        onChoose={(day) => set({ to: day })}
      />
      {children}
    </div>
  )
}
