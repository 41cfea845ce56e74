import {
  ListAvailabilityRequests,
  ListBookings,
  ListContacts,
  ListLeads,
} from '../../../../modules/leads/inbox/contract.ts'

/** Queries that a change of a lead makes outdated. */
export const leadAnswers = [
  ListLeads.http,
  ListAvailabilityRequests.http,
  ListBookings.http,
  ListContacts.http,
  'GET /api/admin/dashboard',
  'GET /api/admin/calendar',
  'GET /api/admin/leads/provenance',
]
