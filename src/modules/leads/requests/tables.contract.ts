import type { LeadKind } from '../inbox/contract.ts'

/** Where the leads of a kind are written; they are read together, from the view `leads`. */
export const tableOf: Record<LeadKind, string> = {
  availability_request: 'availability_requests',
  booking: 'bookings',
  contact: 'contacts',
}
