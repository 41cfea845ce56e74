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
