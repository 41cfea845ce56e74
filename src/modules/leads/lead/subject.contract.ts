import type { LeadKind } from './contract.ts'

/** Word of the audit log for each kind, and the view of this name. */
export const subjects: Record<LeadKind, string> = {
  availability_request: 'availability_requests',
  booking: 'bookings',
  contact: 'contacts',
}

/** Returns the subject of an entry in the audit log, such as `bookings/12`. */
export const subjectOf = (kind: LeadKind, id: number) => `${subjects[kind]}/${id}`
