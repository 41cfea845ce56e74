import type { LeadKind } from './contract.ts'

/** The table that stores each kind of lead. The view `leads` reads all three tables. */
export const tableOf: Record<LeadKind, string> = {
  availability_request: 'availability_requests',
  booking: 'bookings',
  contact: 'contacts',
}

/** Returns the subject of an entry in the audit log. */
export const subjectOf = (kind: LeadKind, id: number) => `${tableOf[kind]}/${id}`
