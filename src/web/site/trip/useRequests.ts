import { createContext, use } from 'react'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import type { SiteForm } from '../../../modules/leads/requests/fields.contract.ts'
import type { Errors } from '../../ui/useForm.ts'
import type { Trip } from './trip.ts'
import type { ShownFare } from './useFare.ts'

export interface SentRequest {
  code: string
  /** Path of the status page; empty if unknown. */
  statusPath: string
  /** Path of the trip as an iCalendar file; null while day or time is unknown. */
  calendarPath: string | null
  /** True for a change of a request that had been sent before. */
  isChange?: boolean
  /** True if the ride begins so soon that the visitor should call. */
  isSoon?: boolean
}

export interface RequestsValue {
  /** Days and party in the page's URL; null on pages without prices. */
  choice: Choice | null
  /** Day in Rome when the server rendered the page. */
  today: string
  /** Returns the current time, or the beginning of `today` if the clock of the phone is wrong (likelyClock.ts). */
  now(): Date
  /** The page's trip with the visitor's changes. */
  trip: Trip
  changeTrip(changed: Partial<Trip>): void
  shown: ShownFare
  /** Sentences about invalid days, by field name. */
  problems: Errors
  /** Returns the fare from the page's prices; null if the page lacks the prices of the trip. */
  pageFareOf(trip: Trip): ShownFare['fare']
  /** Opens the request form. `source` is where the visitor pressed. */
  ask(source: SiteForm): void
  /** Canonical URL of a route page; null on other pages. */
  pageUrl: string | null
  /** Code of the lead on a status page; empty on other pages. */
  leadCode: string
  sent: SentRequest | null
}

export const RequestsContext = createContext<RequestsValue | null>(null)

export function useRequests(): RequestsValue {
  const value = use(RequestsContext)
  if (!value) throw new Error('useRequests outside of <Requests>')
  return value
}
