import { useState } from 'react'
import type { CheckRoute, SearchRoutes } from '../../modules/catalog/search/contract.ts'
import { call } from '../client.ts'
import { toast } from '../ui/toast.ts'
import type { Choice } from '../ui/useCombobox.ts'
import { pathOf } from './paths.ts'
import { useRequests } from './useRequests.ts'

/**
 * Where the form is. If no route exists, the home page opens the availability form and the routes page opens the quote
 * form.
 */
export type SearchPlace = 'home' | 'routes'

const leaveDelayMs = 500
const scrollDelayMs = 300
const scrollTo = 300

const exists = (departure: number, destination: number): Promise<boolean> =>
  call<typeof CheckRoute>('GET /api/routes/check', { departure, destination }).then(
    (found) => found.exists,
    () => false,
  )

/** Searches a route by two places and opens the page of the route, or a request form if no route exists. */
export function useRouteSearch(place: SearchPlace) {
  const { askAvailability, askQuote } = useRequests()
  const [isSearching, setSearching] = useState(false)

  const search = async (departure: Choice, destination: Choice) => {
    if (isSearching) return
    const journey = { departure: departure.text.trim(), destination: destination.text.trim() }
    const arePicked = departure.id !== null && destination.id !== null
    const ask = () => (place === 'home' ? askAvailability(journey) : askQuote(journey))

    if (place === 'home' && (journey.departure === '' || journey.destination === '')) {
      return toast({
        tone: 'destructive',
        title: 'Attenzione',
        text: 'Inserisci sia la partenza che la destinazione per procedere.',
      })
    }
    if (place === 'routes' && !arePicked) {
      return toast({
        tone: 'destructive',
        title: 'Attenzione: Seleziona sia la partenza che la destinazione dalle località disponibili.',
      })
    }
    if (departure.id === null || destination.id === null) return ask()

    setSearching(true)
    try {
      if (!(await exists(departure.id, destination.id))) return ask()
      const [first] = await call<typeof SearchRoutes>('GET /api/routes/search', journey)
      if (first) {
        await pause(leaveDelayMs)
        location.assign(pathOf(first.canonicalUrl))
      } else if (place === 'home') ask()
      else {
        await pause(scrollDelayMs)
        window.scrollTo({ top: scrollTo })
      }
    } catch {
      toast({
        tone: 'destructive',
        title: 'Errore',
        text: 'Si è verificato un errore durante la ricerca. Richiedi un preventivo personalizzato.',
      })
      ask()
    } finally {
      setSearching(false)
    }
  }
  return { isSearching, search }
}

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
