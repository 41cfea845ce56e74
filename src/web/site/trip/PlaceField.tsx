import type { SearchLocations } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import type { Choice } from '../../ui/useCombobox.ts'
import type { Option } from '../../ui/useSuggestions.ts'

const charsMin = 3
const kinds = { aeroporto: 'Aeroporto', porto: 'Porto', stazione: 'Stazione', other: '' }

const labels = {
  tooShort: `Inserisci almeno ${charsMin} caratteri per cercare`,
  none: (text: string) => `Nessuna località trovata per "${text}": puoi lasciare il nome o l’indirizzo`,
  loading: 'Cerco le località…',
  list: 'Località',
  clear: 'Cancella il testo',
}

interface PlaceFieldProps {
  label: string
  name: string
  value: Choice
  /** The other end of the trip is not suggested. */
  other: Choice
  onChange(choice: Choice): void
  onPick(choice: Choice): void
  onLeave(choice: Choice): void
  error?: string | undefined
  className?: string
}

/** Suggests hubs while it is empty, and places by name. Any other text is a street address. */
export function PlaceField({ other, ...field }: PlaceFieldProps) {
  return (
    <Combobox
      {...field}
      load={(q, signal) => loadPlaces(q, other, signal)}
      charsMin={charsMin}
      labels={labels}
    />
  )
}

async function loadPlaces(q: string, other: Choice, signal: AbortSignal): Promise<Option[]> {
  const input = other.id ? { q, exclude: other.id } : { q }
  const found = await call<typeof SearchLocations>('GET /api/locations/search', input, { signal })
  return found
    .filter(({ id }) => id !== other.id)
    .map(({ id, name, cap, type }) => ({ id, name, note: kinds[type] || cap }))
}
