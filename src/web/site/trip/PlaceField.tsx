import { useState } from 'react'
import { isClosedLink, linkMax, placeText } from '../../../modules/catalog/places/coordinates.contract.ts'
import type { SearchLocations, UnderstandPlace } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Choice } from '../../ui/useCombobox.ts'
import type { Option } from '../../ui/useSuggestions.ts'

const charsMin = 3
const kinds = {
  aeroporto: 'place.airport',
  porto: 'place.port',
  stazione: 'place.station',
  other: null,
} as const

interface PlaceFieldProps {
  label: string
  name: string
  value: Choice
  /** Place at the other end of the trip, which this field does not suggest. */
  other: Choice
  onChange(choice: Choice): void
  onPick(choice: Choice): void
  onLeave(choice: Choice): void
  error?: string | undefined
  className?: string
}

/** Suggests hubs while the field is empty, then places by name. Any other text counts as a street address. */
export function PlaceField({ other, ...field }: PlaceFieldProps) {
  const { t } = useLanguage()
  const [outside, setOutside] = useState('')
  const labels = {
    tooShort: t('place.tooShort', { count: charsMin }),
    none(text: string) {
      if (isClosedLink(text)) return t('place.closedLink')
      return text === outside ? t('place.outside', { text }) : t('place.none', { text })
    },
    loading: t('place.loading'),
    list: t('place.list'),
    clear: t('lead.row', { label: t('place.clear'), value: field.label }),
  }
  async function load(typed: string, signal: AbortSignal): Promise<Option[]> {
    const q = placeText(typed)
    const input = { q, lang: t.language, ...(other.id && { exclude: other.id }) }
    const found = await call<typeof SearchLocations>('GET /api/locations/search', input, { signal })
    if (found.length === 0 && q !== '') {
      const understood = call<typeof UnderstandPlace>('GET /api/locations/understood', { q }, { signal })
      if ((await understood.catch(() => null))?.reason === 'notServed') setOutside(typed)
    }
    return found
      .filter(({ id }) => id !== other.id)
      .map(({ id, name, cap, type, isAddress }) =>
        // Keeps the visitor's street address, and adds the town that the server found in the address.
        isAddress ? { id, name: q, note: name } : { id, name, note: kinds[type] ? t(kinds[type]) : cap },
      )
  }
  return <Combobox {...field} load={load} charsMin={charsMin} charsMax={linkMax} labels={labels} />
}
