import {
  ListAvailabilityRequests,
  ListBookings,
  ListContacts,
  ListLeads,
} from '../../../../modules/leads/inbox/contract.ts'

export const leadAnswers = [
  ListLeads.http,
  ListAvailabilityRequests.http,
  ListBookings.http,
  ListContacts.http,
  'GET /api/admin/dashboard',
  'GET /api/admin/today',
  'GET /api/admin/calendar',
  'GET /api/admin/leads/provenance',
]
