import type { LeadKind } from '../inbox/contract.ts'

/** The table each kind is written to; all are read from the view `leads`. */
export const tableOf: Record<LeadKind, string> = {
  availability_request: 'availability_requests',
  booking: 'bookings',
  contact: 'contacts',
}
