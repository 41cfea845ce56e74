import {
  ChangeAvailabilityRequest,
  ChangeBooking,
  ChangeContact,
  type LeadKind,
} from '../../../../modules/leads/inbox/contract.ts'

/** The three calls take and answer the same; the kind is in their address. */
export function changeOf(kind: LeadKind): typeof ChangeAvailabilityRequest {
  const changes = {
    availability_request: ChangeAvailabilityRequest,
    booking: ChangeBooking,
    contact: ChangeContact,
  }
  return changes[kind] as typeof ChangeAvailabilityRequest
}

/** The address of a lead in the panel, with the list's filters kept. */
export function leadPath({ kind, id }: { kind: LeadKind; id: number }, search = ''): string {
  return `/admin/richieste/${kind}/${id}/${search}`
}
