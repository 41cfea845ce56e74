import {
  ChangeAvailabilityRequest,
  ChangeBooking,
  ChangeContact,
  ListAvailabilityRequests,
  ListBookings,
  ListContacts,
  ListLeads,
} from '../../../../modules/leads/inbox/contract.ts'
import type { LeadKind } from '../../../../modules/leads/lead/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'

/** Returns the command that changes a kind of lead. The three commands have the same input and output. */
export function changeOf(kind: LeadKind): typeof ChangeAvailabilityRequest {
  const changes = {
    availability_request: ChangeAvailabilityRequest,
    booking: ChangeBooking,
    contact: ChangeContact,
  }
  return changes[kind] as typeof ChangeAvailabilityRequest
}

/** Returns the path of a lead. `search` is the query string with the filters of the list. */
export function leadPath({ kind, id }: { kind: LeadKind; id: number }, search = ''): string {
  return `${adminPath('richieste/:kind?/:id?/', { kind, id })}${search}`
}

/** Queries that a change of a lead makes outdated: all queries whose `http` begins with one of these texts. */
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
