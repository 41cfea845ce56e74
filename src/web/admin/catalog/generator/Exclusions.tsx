import type { LocationSummary } from '../../../../modules/catalog/places/contract.ts'
import { ChoiceField } from '../../kit/ChoiceField.tsx'
import { FieldGroup } from '../../kit/Form.tsx'

interface ExclusionsProps {
  places: LocationSummary[]
  ids: number[]
  onChange: (ids: number[]) => void
}

/** Lets staff exclude places from this run. A field in the form of a place excludes the place from runs by default. */
export function Exclusions({ places, ids, onChange }: ExclusionsProps) {
  const excluded = ids.flatMap((id) => places.find((place) => place.id === id) ?? [])
  return (
    <FieldGroup title="Località escluse">
      {excluded.length === 0 ? (
        <p className="text-ink-soft">Nessuna: ogni località avrà la sua tratta.</p>
      ) : (
        <ul aria-label="Località escluse" className="flex flex-wrap gap-2">
          {excluded.map(({ id, name }) => (
            <li
              key={id}
              className="inline-flex min-h-(--target) items-center gap-1 rounded-full bg-panel pl-3.5 text-sm"
            >
              <span>{name}</span>
              <button
                type="button"
                aria-label={`Non escludere ${name}`}
                className="grid size-(--target) place-items-center rounded-full text-lg hover:bg-line"
                onClick={() => onChange(ids.filter((one) => one !== id))}
              >
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <ChoiceField
        label="Escludi un’altra località"
        hint="Vale per questa volta. Per escluderla sempre, indicalo nella sua scheda in Lista Località."
        value=""
        none="Scegli una località"
        choices={places.filter(({ id }) => !ids.includes(id)).map(({ id, name }) => [id, name] as const)}
        onPick={(id) => onChange([...ids, Number(id)])}
      />
    </FieldGroup>
  )
}
