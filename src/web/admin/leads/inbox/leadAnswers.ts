import {
  ListAvailabilityRequests,
  ListBookings,
  ListContacts,
  ListLeads,
} from '../../../../modules/leads/inbox/contract.ts'

/** What is asked again after a lead has changed: lists, the lead itself, dashboard and calendar. */
export const leadAnswers = [
  ListLeads.http,
  ListAvailabilityRequests.http,
  ListBookings.http,
  ListContacts.http,
  'GET /api/admin/dashboard',
  'GET /api/admin/calendar',
  'GET /api/admin/leads/provenance',
]
