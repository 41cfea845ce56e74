import { audit } from '../../../kernel/audit.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { handle } from '../../../kernel/message.ts'
import type { Tx } from '../../../platform/db.ts'
import { amountCents, priceFault, priceTextOrNull } from '../../catalog/prices/cents.contract.ts'
import { isOtherRide, type Ride, refuseClashes } from './clashes.ts'
import {
  AddTrip,
  AssignTrip,
  lockedFields,
  SaveTrip,
  type TripForm,
  tripAdded,
  tripAssigned,
  tripChanged,
} from './contract.ts'
import { dispatchOf } from './dispatchedTrips.ts'
import { lockLeads, moveLeads } from './leadMoves.ts'
import { addRideOfStaff, changeRides, keepKnownRides, refuseStarted } from './rides.writes.ts'
import { findTrip, impersonal, shownTrip, type TripRow } from './trips.queries.ts'
import { rideLength } from './trips.writes.ts'

export const addTrip = handle(AddTrip, async (tx, form, caller) => {
  const id = await addRideOfStaff(tx, await columnsOf(tx, form))
  const trip = await findTrip(tx, id)
  await audit(tx, caller, tripAdded, `trips/${id}`, null, impersonal(trip))
  return shownTrip(trip)
})

const edited = {
  table: 'trips',
  find: findTrip,
  // Staff may still see the trip as it was before a colleague or its customer changed it.
  stale: () => 'Il viaggio è cambiato nel frattempo: guarda com’è ora e riprova.',
}

export const saveTrip = edit(
  SaveTrip,
  { ...edited, lockFirst: lockLeads, act: dispatchOf(tripChanged.label) },
  async (tx, { id, updatedAt: _, state, assign, ...change }, caller, before: TripRow) => {
    if (state !== undefined || assign) refuseStarted(before)
    if (state === undefined && assign) refuseCancelled(before)
    const form = formOf(before, change)
    // A trip that is reopened takes every change.
    refuseLocked(before, form, lockedFields({ ...before, state: state ?? before.state }))
    const columns = await columnsOf(tx, form)
    const { vehicleId, driverId } = state === undefined ? (assign ?? before) : unassigned
    const ride = rideOf(id, columns)
    if (vehicleId !== null && driverId !== null && (assign || isOtherRide(before, ride)))
      await refuseClashes(tx, ride, vehicleId, driverId)
    await keepKnownRides(tx, tx`ride.trip_id = ${id}`)
    await tx`
      update trips set ${tx(columns)}, updated_at = now(), state = ${state ?? (assign ? 'assigned' : before.state)},
        vehicle_id = ${vehicleId}, driver_id = ${driverId}
      where id = ${id}`
    await changeRides(tx, before, columns)
    const after = await findTrip(tx, id)
    if (isMoved(before, after)) await moveLeads(tx, before, after)
    await audit(tx, caller, tripChanged, `trips/${id}`, impersonal(before), impersonal(after))
    return shownTrip(after)
  },
)

const unassigned = { vehicleId: null, driverId: null }

export const assignTrip = edit(
  AssignTrip,
  { ...edited, act: dispatchOf(tripAssigned.label) },
  async (tx, { id, vehicleId, driverId }, caller, before: TripRow) => {
    refuseStarted(before)
    refuseCancelled(before)
    await refuseClashes(tx, before, vehicleId, driverId)
    await tx`
    update trips set vehicle_id = ${vehicleId}, driver_id = ${driverId}, state = 'assigned', updated_at = now()
    where id = ${id}`
    const after = await findTrip(tx, id)
    await audit(tx, caller, tripAssigned, `trips/${id}`, impersonal(before), impersonal(after))
    return shownTrip(after)
  },
)

function refuseCancelled({ state }: TripRow): void {
  if (state === 'cancelled') throw new HttpError(409, 'Il viaggio è annullato: riaprilo prima.')
}

const isMoved = (before: TripRow, after: TripRow) =>
  before.pickupAt.getTime() !== after.pickupAt.getTime() ||
  (['from', 'to', 'address'] as const).some((name) => before[name] !== after[name])

/** Throws HttpError 409 if the form changes a field that the trip's state or its rides determine. */
function refuseLocked(trip: TripRow, form: TripForm, locked: ReturnType<typeof lockedFields>): void {
  const before: TripForm = formOf(trip, {})
  const isSame = (name: keyof TripForm) =>
    name === 'pickupAt' || name === 'endsAt'
      ? Date.parse(form[name] || '') === Date.parse(before[name] || '')
      : (form[name] || null) === (before[name] || null)
  for (const name of Object.keys(locked) as (keyof TripForm)[])
    if (!isSame(name)) throw refusal(name, locked[name] ?? '', 409)
}

/** Omitted fields keep the trip's values. If a place or the pick-up changes, the arrival is estimated again. */
function formOf(trip: TripRow, change: Partial<TripForm>): TripForm {
  const { from, to, address, passengers, bags, flightOrTrain, total, pickupAt, endsAt } = trip
  const form = {
    from,
    to,
    address,
    passengers,
    bags,
    flightOrTrain,
    total,
    pickupAt: pickupAt.toISOString(),
    ...change,
  }
  const isSame = Date.parse(form.pickupAt) === pickupAt.getTime() && form.from === from && form.to === to
  return { endsAt: isSame ? endsAt.toISOString() : null, ...form }
}

async function columnsOf(tx: Tx, form: TripForm) {
  const pickupAt = new Date(form.pickupAt)
  const minutes = form.endsAt ? 0 : await rideLength(tx, form.from, form.to)
  const endsAt = form.endsAt ? new Date(form.endsAt) : new Date(pickupAt.getTime() + minutes * 60_000)
  if (endsAt <= pickupAt) throw refusal('endsAt', 'L’arrivo viene dopo la partenza')
  const cents = amountCents(form.total ?? null)
  if (cents === undefined) throw refusal('total', priceFault(form.total))
  return {
    from_place: form.from,
    to_place: form.to,
    address: form.address || null,
    pickup_at: pickupAt,
    ends_at: endsAt,
    passengers: form.passengers,
    bags: form.bags,
    flight_or_train: form.flightOrTrain || null,
    total: priceTextOrNull(cents),
  }
}

const rideOf = (id: number, columns: Awaited<ReturnType<typeof columnsOf>>): Ride => ({
  id,
  from: columns.from_place,
  to: columns.to_place,
  pickupAt: columns.pickup_at,
  endsAt: columns.ends_at,
  passengers: columns.passengers,
  bags: columns.bags,
})
