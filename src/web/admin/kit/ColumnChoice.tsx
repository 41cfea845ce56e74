import { Icon } from './icons.tsx'

interface ColumnChoiceProps {
  columns: { id: string; header: string }[]
  shown: Record<string, boolean>
  onChange: (shown: Record<string, boolean>) => void
  opens: 'up' | 'down'
}

export function ColumnChoice({ columns, shown, onChange, opens }: ColumnChoiceProps) {
  const choices = columns.filter(({ header }) => header !== '')
  const place = opens === 'up' ? 'bottom-full left-0 mb-1' : 'top-full right-0 mt-1'
  return (
    <details className="relative max-md:hidden print:hidden">
      <summary className="inline-flex min-h-(--target) items-center gap-1 text-ink-soft text-sm hover:text-ink">
        Colonne <Icon shape="down" />
      </summary>
      <fieldset
        className={`absolute z-10 grid w-56 gap-1 rounded-card border border-line bg-white p-3 shadow-soft ${place}`}
      >
        <legend className="sr-only">Colonne visibili</legend>
        {choices.map(({ id, header }) => (
          <label key={id} className="flex min-h-7 pointer-coarse:min-h-(--target) items-center gap-2">
            <input
              type="checkbox"
              className="size-5 accent-sea"
              checked={shown[id] !== false}
              onChange={({ target }) => onChange({ ...shown, [id]: target.checked })}
            />
            {header}
          </label>
        ))}
      </fieldset>
    </details>
  )
}
