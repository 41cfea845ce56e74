import type { Static } from '@sinclair/typebox'
import { audit } from '../../../kernel/audit.ts'
import type { Context } from '../../../kernel/context.ts'
import { keptOrRolledBack } from '../../../kernel/dryRun.ts'
import { edit } from '../../../kernel/edit.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import type { Caller } from '../../../kernel/message.ts'
import { skippedTime } from '../../../kernel/moment.ts'
import { isDay, romanToday } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import { findStaffLead, type StaffLead } from '../../leads/inbox/leads.queries.ts'
import type { Asked } from '../../leads/lead/askedFields.contract.ts'
import { changeRides } from '../../leads/lead/rides.writes.ts'
import { subjectOf } from '../../leads/lead/subject.contract.ts'
import { positionMessage, positionOf } from '../../leads/requests/position.contract.ts'
import { quoteOf } from '../../leads/requests/quote.queries.ts'
import { messageSettings } from '../../settings/company/company.queries.ts'
import { refuseClashes } from './clashes.ts'
import { isOpen } from './contract.ts'
import { dispatchOf } from './dispatchedTrips.ts'
import { ChangeRide, type Follows, rideChangedByStaff } from './rideChanges.contract.ts'
import { lockParties } from './rides.writes.ts'
import { findRide, type RideRow, shownRide } from './storedRides.ts'
import { findTrip, type TripRow } from './trips.queries.ts'
import { syncTrips } from './trips.writes.ts'

type Form = Static<typeof ChangeRide.input>
type Ride = RideRow & { leadKind: NonNullable<RideRow['leadKind']>; leadId: number }

export const changeRide = edit(
  ChangeRide,
  {
    table: 'rides',
    find: findRide,
    stale: () => 'La corsa è cambiata nel frattempo: guarda com’è ora e riprova.',
    lockFirst,
    act: dispatchOf(rideChangedByStaff.label),
  },
  (tx, form, caller, before, context) =>
    keptOrRolledBack(
      async (inside) => ({
        isKept: !form.dryRun,
        value: await changeNow(inside, ofLead(before), { form, caller, context }),
      }),
      (inside) => tx.savepoint(inside),
    ),
)

/** Locks lead and rides in the order of reactions to a changed lead, which prevents deadlocks. */
async function lockFirst(tx: Tx, id: number): Promise<void> {
  await tx`
    select leads.id from leads join rides on lead_kind = kind and lead_id = leads.id
    where rides.id = ${id} for no key update of leads`
  await lockParties(tx)
}

/** Throws HttpError 409 for a ride of staff. */
function ofLead({ leadKind, leadId, ...ride }: RideRow): Ride {
  if (leadKind === null || leadId === null)
    throw new HttpError(409, 'Questa corsa non ha una richiesta: cambia il suo viaggio.')
  return { ...ride, leadKind, leadId }
}

interface Change {
  form: Form
  caller: Caller
  context: Context
}

async function changeNow(tx: Tx, ride: Ride, { form, caller, context }: Change) {
  const { leadKind: kind, leadId: id, direction } = ride
  const trip = await tripOf(tx, ride)
  if (trip && !isOpen(trip) && trip.state !== 'cancelled')
    throw new HttpError(409, 'Il viaggio è già cominciato: la corsa non si può più cambiare.')
  const lead = await findStaffLead(tx, kind, id)
  await changeRides(tx, lead, askedOf(ride, form), [direction])
  await tx`
    update leads set updated_at = clock_timestamp(), read_at = coalesce(read_at, now())
    where kind = ${kind} and id = ${id}`
  const written = await findRide(tx, ride.id)
  if (ride.state === 'confirmed')
    await syncTrips(tx, lead, {
      isMoved: written.day !== ride.day || written.time !== ride.time,
      isReaddressed: written.address !== ride.address,
    })
  const after = await findRide(tx, ride.id)
  const leadAfter = await findStaffLead(tx, kind, id)
  await audit(tx, caller, rideChangedByStaff, subjectOf(kind, id), impersonal(lead), impersonal(leadAfter))
  return {
    ride: shownRide(after),
    follows: {
      ...(await tripFollows(tx, trip, after)),
      tellsCustomer: await tellingOf(tx, { before: ride, after, lead }),
      offers: await contradicted(tx, after),
      price: await priceFor(tx, leadAfter, context),
    },
  }
}

const tripOf = async (tx: Tx, { tripId }: RideRow): Promise<TripRow | null> =>
  tripId === null ? null : findTrip(tx, tripId)

/** Returns the fields of the lead that the form changes. Throws HttpError 422 for a day, time or position that is none. */
function askedOf(ride: Ride, { day, time, address, position }: Form): Partial<Asked> {
  if (ride.leadKind === 'contact' && (day || time))
    throw refusal('day', 'Un messaggio non ha data né orario.')
  if (ride.leadKind === 'booking' && ride.direction === 'there' && time === '')
    throw refusal('time', 'Una prenotazione ha sempre un orario.')
  if (day && !isDay(day)) throw refusal('day', 'Indica una data valida')
  const skipped = skippedTime(day ?? ride.day, time ?? ride.time)
  if (skipped && (day || time)) throw refusal('time', skipped)
  const [dayField, timeField] =
    ride.direction === 'there' ? (['date', 'time'] as const) : (['returnDate', 'returnTime'] as const)
  const place = position ? positionOf(position) : position
  if (position && place === null) throw refusal('position', positionMessage)
  const said = { [dayField]: day, [timeField]: time, address, position: place }
  return Object.fromEntries(
    Object.entries(said).flatMap(([name, value]) => (value === undefined ? [] : [[name, value || null]])),
  )
}

async function tripFollows(
  tx: Tx,
  before: TripRow | null,
  ride: RideRow,
): Promise<Pick<Follows, 'loses' | 'leavesOthers' | 'clashes'>> {
  const after = await tripOf(tx, ride)
  const leavesOthers = before !== null && after !== null && before.id !== after.id
  if (!before || !after || before.vehicleId === null || before.driverId === null || after.vehicleId !== null)
    return { loses: null, leavesOthers, clashes: [] }
  return {
    loses: { tripId: before.id, plate: before.plate ?? '', driverName: before.driverName ?? '' },
    leavesOthers,
    clashes: await clashesOf(tx, after, before.vehicleId, before.driverId),
  }
}

async function clashesOf(tx: Tx, trip: TripRow, vehicleId: number, driverId: number): Promise<string[]> {
  try {
    await refuseClashes(tx, trip, vehicleId, driverId)
    return []
  } catch (error) {
    if (error instanceof HttpError && typeof error.message === 'string') return [error.message]
    throw error
  }
}

/** Returns how the customer of a confirmed ride learns of another pick-up or address (trips/reminders). */
async function tellingOf(
  tx: Tx,
  { before, after, lead }: { before: RideRow; after: RideRow; lead: StaffLead },
): Promise<Follows['tellsCustomer']> {
  const isSame =
    before.pickupAt?.getTime() === after.pickupAt?.getTime() && before.plannedAddress === after.plannedAddress
  if (isSame || before.tripId === null || !(await messageSettings(tx)).sendsDriver) return null
  return lead.email && !lead.callInstead ? 'email' : 'call'
}

/** Returns the offers that the customer can still accept and that state another day or time of the ride. */
async function contradicted(tx: Tx, { leadKind, leadId, direction, day, time }: RideRow): Promise<number[]> {
  const rows = await tx<{ id: number }[]>`
    select offers.id from offers cross join jsonb_array_elements(lines) as line
    where lead_kind = ${leadKind} and lead_id = ${leadId} and state = 'sent' and line ->> 'direction' = ${direction}
      and (line ->> 'day' <> ${day} or line ->> 'time' <> ${time})
    order by offers.id`
  return rows.map(({ id }) => id)
}

async function priceFor(tx: Tx, lead: StaffLead, context: Context): Promise<Follows['price']> {
  const { price: now } = await quoteOf(tx, { ...lead, offer: lead.fare?.chosen }, romanToday(context))
  const isSame = Number(now) === Number(lead.price)
  return isSame ? null : { shown: lead.price, now }
}

/** Returns what the audit log, which is never deleted, keeps of a change: no personal data. */
const impersonal = ({ date, time, returnDate, returnTime }: StaffLead) => ({
  date,
  time,
  returnDate,
  returnTime,
})
