import { createContext, use } from 'react'
import type { Offer, Party, RoundTrip } from '../../modules/catalog/prices/quote.contract.ts'
import type { Trip } from './trip.ts'

export interface Journey {
  departure: string
  destination: string
}

export interface RequestsValue {
  /** Both open with what the visitor has chosen or typed on this page; `journey` is what was searched for. */
  askAvailability(journey?: Journey): void
  askQuote(journey?: Journey): void
  /** Where from and where to, as far as this page knows. */
  places: Partial<Journey>
  /** The route this page is about, if any: forms and messages start from it. */
  journey: Journey | null
  /** The address of this page, where messages refer to it. */
  pageUrl: string | null
  /** Who travels, once the visitor has said so on a route's page. */
  trip: Trip | null
  chooseTrip(trip: Trip): void
  /** The rides of this page's route that fit; none on other pages. */
  offersFor(party: Party): Offer[]
  /** There and back with this ride, if the way back is ours too. */
  roundTripOf(party: Party, there: Offer): RoundTrip | null
  /** The code of the request that has gone out from this page, if any. */
  sentCode: string | null
}

export const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}
