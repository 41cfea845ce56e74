import { useState } from 'react'
import type { SearchLocations } from '../../modules/catalog/search/contract.ts'
import { call } from '../client.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import type { Choice } from '../ui/useCombobox.ts'
import { Icon } from './icons.tsx'
import { type SearchPlace, useRouteSearch } from './useRouteSearch.ts'

const charsMin = 3
const empty: Choice = { text: '', id: null }
const kinds = { aeroporto: 'Aeroporto', porto: 'Porto', stazione: 'Stazione', other: '' }

const labels = {
  tooShort: `Inserisci almeno ${charsMin} caratteri per cercare`,
  none: (text: string) => `Nessuna località trovata per "${text}"`,
  loading: 'Cerco le località…',
  list: 'Località',
  clear: 'Cancella il testo',
}

async function loadPlaces(q: string, other: Choice, signal: AbortSignal) {
  const input = other.id ? { q, exclude: other.id } : { q }
  const found = await call<typeof SearchLocations>('GET /api/locations/search', input, { signal })
  return found
    .filter(({ id }) => id !== other.id)
    .map(({ id, name, cap, type }) => ({ id, name, note: kinds[type] || cap }))
}

interface SearchFormProps {
  place: SearchPlace
  from?: string
  to?: string
  className?: string
}

/** Searches a route by two places. Without JavaScript it is a plain form that leads to the results page. */
export function SearchForm({ place, from = '', to = '', className = '' }: SearchFormProps) {
  const [departure, setDeparture] = useState<Choice>({ ...empty, text: from })
  const [destination, setDestination] = useState<Choice>({ ...empty, text: to })
  const { isSearching, search } = useRouteSearch(place)

  return (
    <search className={`print:hidden ${className}`}>
      <form
        action="/risultati-ricerca/"
        data-app
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void search(departure, destination)
        }}
      >
        <div className="relative">
          <Combobox
            label="Partenza"
            name="departure"
            value={departure}
            onChange={setDeparture}
            load={(text, signal) => loadPlaces(text, destination, signal)}
            charsMin={charsMin}
            labels={labels}
            icon={<span className="size-3 rounded-full border-[3px] border-current" />}
          />
          <Combobox
            label="Destinazione"
            name="destination"
            value={destination}
            onChange={setDestination}
            load={(text, signal) => loadPlaces(text, departure, signal)}
            charsMin={charsMin}
            labels={labels}
            icon={<Icon name="pin" />}
          />
        </div>
        <Button
          type="submit"
          look="sun"
          aria-busy={isSearching || undefined}
          className="mt-1 min-h-13 w-full text-lg max-sm:px-2"
        >
          <Icon name="search" />
          {isSearching ? 'Cerco la tratta…' : 'Verifica prezzo e disponibilità'}
        </Button>
      </form>
    </search>
  )
}
