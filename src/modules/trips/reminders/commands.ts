import { audit } from '../../../kernel/audit.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import { RecordToldCustomer } from './contract.ts'
import { type NamedTrip, namedTrips } from './notices.queries.ts'

export const recordToldCustomer = handle(
  RecordToldCustomer,
  async (tx, { id: tripId, leadKind, leadId, direction }, caller, { clock }) => {
    const isParty = tx`
      p.lead_kind = ${leadKind} and p.lead_id = ${leadId} and p.direction = ${direction} and p.trip_id = ${tripId}`
    const [party] = await tx`select p.trip_id from trip_parties p where ${isParty} for update`
    if (!party) throw new HttpError(404, 'Questo cliente non è più del viaggio.')
    const [trip] = await tx<[(NamedTrip & { via: string | null })?]>`
      select last.via, ${namedTrips(tx)} where ${isParty}`
    if (!trip) throw new HttpError(409, 'Il viaggio non ha ancora un autista.')
    if (trip.told === trip.content && trip.via === 'staff') return {}
    await tx`
      insert into driver_notices ${tx({
        ...{ lead_kind: leadKind, lead_id: leadId, direction, number: trip.notices + 1 },
        ...{ content: trip.content, via: 'staff', created_at: clock.now() },
      })}`
    await audit(tx, caller, 'trips:customerTold', `trips/${tripId}`, null, { leadKind, leadId, direction })
    return {}
  },
)
