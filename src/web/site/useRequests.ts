import { createContext, use } from 'react'
import type { Offer, Party, RoundTrip } from '../../modules/catalog/prices/quote.contract.ts'
import type { RouteTotals } from '../../modules/catalog/search/contract.ts'
import type { Choice } from '../../modules/content/pages/contract.ts'
import type { Trip } from './trip.ts'

export interface Journey {
  departure: string
  destination: string
}

export interface RequestsValue {
  /** The visitor's trip in the address; null on pages without prices. */
  choice: Choice | null
  /** Prices of the listed routes for the chosen party, by id. */
  totals: Record<string, RouteTotals>
  /** Returns a path with the visitor's choice. */
  withChoice(path: string): string
  /**
   * Opens the availability form. It starts with what the visitor chose or typed on this page; `journey` is the searched
   * route.
   */
  askAvailability(journey?: Journey): void
  askQuote(journey?: Journey): void
  /** The places that this page describes. */
  places: Partial<Journey>
  /** The route that this page shows or was searched for; null if the page shows none. */
  journey: Journey | null
  /** Canonical URL of a route page, for messages; null on other pages. */
  pageUrl: string | null
  /** The trip that the visitor chose on a route page; null before the choice. */
  trip: Trip | null
  chooseTrip(trip: Trip): void
  /** Returns the offers of this page's route for the party; an empty list on other pages. */
  offersFor(party: Party): Offer[]
  /** Returns the price of the round trip with this offer; null if there is no return route. */
  roundTripOf(party: Party, there: Offer): RoundTrip | null
  /** Code of the lead sent from this page; null before that. */
  sentCode: string | null
}

export const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}
