import { useEffect, useEffectEvent, useState } from 'react'
import { hasLink, linkMax } from '../../../modules/catalog/placeSearch/links.contract.ts'
import type { SearchLocations } from '../../../modules/catalog/search/contract.ts'
import { call } from '../../client.ts'
import { Combobox } from '../../ui/Combobox.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Choice } from '../../ui/useCombobox.ts'
import type { Option } from '../../ui/useSuggestions.ts'
import { readLink, understand } from './readLink.ts'

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
export function PlaceField(props: PlaceFieldProps) {
  const { other, ...field } = props
  const { t } = useLanguage()
  const [outside, setOutside] = useState('')
  const labels = {
    tooShort: t('place.tooShort', { count: charsMin }),
    none(text: string) {
      if (text === outside) return t('place.outside', { text })
      return hasLink(text) ? t('place.closedLink') : t('place.none', { text })
    },
    loading: t('place.loading'),
    list: t('place.list'),
    clear: t('lead.row', { label: t('place.clear'), value: field.label }),
  }
  async function load(typed: string, signal: AbortSignal): Promise<Option[]> {
    const q = await readLink(typed, signal)
    const input = { q, lang: t.language, ...(other.id && { exclude: other.id }) }
    const found = await call<typeof SearchLocations>('GET /api/locations/search', input, { signal })
    if (found.length === 0 && q !== '') {
      const understood = await understand(q, signal).catch(() => null)
      if (understood?.reason === 'notServed') setOutside(typed)
    }
    return found.map(({ id, name, cap, type, isAddress }) =>
      // Keeps the visitor's street address, and adds the town that the server found in the address.
      isAddress ? { id, name: q, note: name } : { id, name, note: kinds[type] ? t(kinds[type]) : cap },
    )
  }
  const onLeave = useReadLink(props)
  return (
    <Combobox
      {...field}
      onLeave={onLeave}
      load={load}
      charsMin={charsMin}
      charsMax={linkMax}
      labels={labels}
    />
  )
}

/** Returns a handler that also replaces a map link by what the server reads in it, unless the field has changed since. */
function useReadLink({ value, onChange, onLeave }: PlaceFieldProps): PlaceFieldProps['onLeave'] {
  const [left, setLeft] = useState('')
  const replace = useEffectEvent((text: string) => {
    setLeft('')
    if (text === left || value.text !== left) return
    const choice = { text, id: null }
    onChange(choice)
    onLeave(choice)
  })
  useEffect(() => {
    if (left === '') return
    const stop = new AbortController()
    void readLink(left, stop.signal).then((text) => {
      if (!stop.signal.aborted) replace(text)
    })
    return () => stop.abort()
  }, [left])
  return (choice) => {
    onLeave(choice)
    setLeft(hasLink(choice.text) ? choice.text : '')
  }
}
