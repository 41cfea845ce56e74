import { createContext, use } from 'react'
import type { RouteTotals } from '../../modules/catalog/search/contract.ts'
import type { Choice } from '../../modules/content/pages/contract.ts'
import type { Errors } from '../ui/useForm.ts'
import type { Trip } from './trip/trip.ts'
import type { ShownFare } from './trip/useFare.ts'

/** A stored lead, as the visitor sees it. */
export interface SentRequest {
  code: string
  /** Path of the customer's page about the lead; empty if unknown. */
  statusPath: string
  /** Path of the trip as an iCalendar file; null while day or time is unknown. */
  calendarPath: string | null
}

export interface RequestsValue {
  /** The visitor's choice in the address; null on pages without prices. */
  choice: Choice | null
  /** Prices of the listed routes for the chosen party, by id. */
  totals: Record<string, RouteTotals>
  /** Returns a path with the visitor's choice. */
  withChoice(path: string): string
  /** The trip that this page is about, with what the visitor changed. */
  trip: Trip
  changeTrip(changed: Partial<Trip>): void
  /** The fare of the trip. */
  shown: ShownFare
  /** Italian sentences about the days of the trip that cannot be, by the name of the field. */
  problems: Errors
  /** Returns the fare of a trip if this page has the prices for it, otherwise null. */
  pageFareOf(trip: Trip): ShownFare['fare']
  /** Opens the request form, which starts with the trip. */
  ask(): void
  /** Canonical URL of a route page, for messages; null on other pages. */
  pageUrl: string | null
  /** Code of the lead that the page is about, for messages; empty on other pages. */
  leadCode: string
  /** The lead sent from this page; null before that. */
  sent: SentRequest | null
}

export const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}
