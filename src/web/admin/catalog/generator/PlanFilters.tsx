import type { PlannedRoute } from '../../../../modules/catalog/generator/contract.ts'
import { ChoiceFilter } from '../../kit/Filters.tsx'
import type { PlanChoice } from './planChoice.ts'

interface PlanFiltersProps {
  places: PlannedRoute[]
  choice: PlanChoice
  onChange: (choice: PlanChoice) => void
}

export function PlanFilters({ places, choice, onChange }: PlanFiltersProps) {
  const provinces = choicesOf(places.map(({ province }) => province ?? ''))
  const kinds = choicesOf(places.map(({ locationType }) => locationType))
  return (
    <search aria-label="Filtri del piano" className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <label className="flex items-center gap-2 text-ink-soft text-sm">
        Entro km
        <input
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          value={choice.km}
          onChange={({ target }) => onChange({ ...choice, km: target.value.replace(/\D/g, '') })}
          className="h-(--control) w-20 rounded-field border border-ink/40 bg-white px-2.5 text-ink"
        />
      </label>
      <ChoiceFilter
        label="Provincia"
        value={choice.province}
        choices={provinces}
        all="tutte"
        onChoose={(province = '') => onChange({ ...choice, province })}
      />
      <ChoiceFilter
        label="Tipo"
        value={choice.kind}
        choices={kinds}
        onChoose={(kind = '') => onChange({ ...choice, kind })}
      />
    </search>
  )
}

const choicesOf = (values: string[]): Record<string, string> =>
  Object.fromEntries(
    [...new Set(values)]
      .filter(Boolean)
      .toSorted()
      .map((value) => [value, value]),
  )
