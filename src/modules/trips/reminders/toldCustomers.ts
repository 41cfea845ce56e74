import { audit } from '../../../kernel/audit.ts'
import { restoredTable } from '../../../kernel/bulkActList.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import type { Fragment } from '../rides/rides.queries.ts'
import { customerTold, RecordToldCustomer } from './contract.ts'
import { knownRides } from './knownRides.ts'
import { type NamedTrip, namedTrips } from './notices.queries.ts'

restoredTable('trips', knownRides)

export const recordToldCustomer = handle(
  RecordToldCustomer,
  async (tx, { id: tripId, about = 'driver', pickupAt, ...party }, caller, { clock }) => {
    const { leadKind, leadId, direction } = party
    const isParty = tx`
      ride.lead_kind = ${leadKind} and ride.lead_id = ${leadId} and ride.direction = ${direction} and ride.trip_id = ${tripId}`
    const [ride] = await tx<[{ pickupAt: Date; isKept: boolean }?]>`
      select ride.pickup_at, known_ride is not null as is_kept
      from planned_rides ride join trips on trips.id = ride.trip_id
      where ${isParty} for update of ride`
    if (!ride) throw new HttpError(404, 'Questo cliente non è più del viaggio.')
    if (pickupAt !== undefined && Date.parse(pickupAt) !== ride.pickupAt.getTime())
      throw new HttpError(409, 'La corsa è stata spostata di nuovo: il cliente deve sapere il nuovo orario.')
    const isNamed = about === 'driver' && (await nameDriver(tx, isParty, party, clock.now()))
    if (!isNamed && !ride.isKept) return {}
    // The text that names the driver states the pick-up too.
    await tx`update rides ride set known_ride = null where ${isParty}`
    await audit(tx, caller, customerTold, `trips/${tripId}`, null, party)
    return {}
  },
)

type Party = Pick<NamedTrip, 'leadKind' | 'leadId' | 'direction'>

/** Adds a notice by staff. Returns false if the latest notice is one. Throws HttpError 409 without a driver. */
async function nameDriver(tx: Tx, isParty: Fragment, party: Party, now: Date): Promise<boolean> {
  const [trip] = await tx<[(NamedTrip & { via: string | null })?]>`
    select last.via, ${namedTrips(tx)} where ${isParty}`
  if (!trip) throw new HttpError(409, 'Il viaggio non ha ancora un autista.')
  if (trip.told === trip.content && trip.via === 'staff') return false
  await tx`
    insert into driver_notices ${tx({
      lead_kind: party.leadKind,
      lead_id: party.leadId,
      direction: party.direction,
      number: trip.notices + 1,
      content: trip.content,
      via: 'staff',
      created_at: now,
    })}`
  return true
}
