import { createContext, use } from 'react'
import type { Offer, Party, RoundTrip } from '../../modules/catalog/prices/quote.contract.ts'
import type { Trip } from './trip.ts'

export interface Journey {
  departure: string
  destination: string
}

export interface RequestsValue {
  /** Both start from what the visitor chose or typed on this page; `journey` is the searched route. */
  askAvailability(journey?: Journey): void
  askQuote(journey?: Journey): void
  /** The places that this page is about. */
  places: Partial<Journey>
  /** The route of this page; forms and messages start from it. */
  journey: Journey | null
  /** Address of this page, for use in messages. */
  pageUrl: string | null
  /** Null until the visitor chooses on a route page. */
  trip: Trip | null
  chooseTrip(trip: Trip): void
  /** Offers of this page's route for the party; none on other pages. */
  offersFor(party: Party): Offer[]
  /** Price of the round trip with this offer; null if the return route does not exist. */
  roundTripOf(party: Party, there: Offer): RoundTrip | null
  /** Code of the request sent from this page. */
  sentCode: string | null
}

export const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}
