import type { CheckedTime } from '../../../kernel/claimedTime.ts'
import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { numberText } from '../../../kernel/italianFormats.ts'
import { romanYear } from '../../../kernel/romanDay.ts'
import type { Tx } from '../../../platform/db.ts'
import { placesOf } from '../../leads/requests/address.contract.ts'
import { findTrip } from '../trips/trips.queries.ts'

interface Start {
  tripId: number
  startKm: number
  /** When the trip started. */
  time: CheckedTime
  pickupAt: Date
}

/** Returns the sheet's id. Throws HttpError 409 for an unassigned trip or a second sheet. The trip must be locked. */
export async function openSheet(tx: Tx, { tripId, startKm, time, pickupAt }: Start): Promise<number> {
  const trip = await findTrip(tx, tripId)
  const places = placesOf(trip)
  const [vehicle] = await tx<
    [{ id: number; authorizationNumber: string | null; municipality: string | null }?]
  >`
    select id, authorization_number, municipality from vehicles where id = ${trip.vehicleId}`
  if (!vehicle || !trip.plate || !trip.driverName)
    throw new HttpError(409, 'Il viaggio non ha ancora veicolo e autista.')
  const [known] = await tx`select id from service_sheets where trip_id = ${tripId}`
  if (known) throw new HttpError(409, 'Il viaggio ha già il suo foglio di servizio.')
  return insertSheet(tx, {
    vehicleId: vehicle.id,
    tripId,
    parties: trip.parties.length,
    authorizationNumber: vehicle.authorizationNumber,
    municipality: vehicle.municipality,
    plate: trip.plate,
    driverName: trip.driverName,
    passengerName: await passengersOf(tx, tripId),
    fromPlace: places.from,
    toPlace: places.to,
    departureAt: time.at,
    isDepartureReceipt: time.isReceipt,
    arrivalAt: null,
    startKm,
    endKm: null,
    corrects: null,
    reason: null,
    year: romanYear(time.isReceipt ? pickupAt : time.at),
  })
}

interface End {
  tripId: number
  /** Odometer in kilometres; null only if the customer did not come. */
  endKm: number | null
  /** When the trip ended. A time before the departure becomes that of the departure. */
  time: CheckedTime
}

/** Throws HttpError 409 without an open sheet, and 422 if the odometer ran backwards. */
export async function closeSheet(tx: Tx, { tripId, endKm, time: { at, isReceipt } }: End): Promise<void> {
  const [sheet] = await tx<[{ id: number; startKm: number }?]>`
    select id, start_km from service_sheets where trip_id = ${tripId} and arrival_at is null for update`
  if (!sheet) throw new HttpError(409, 'Il viaggio non ha un foglio di servizio aperto.')
  if (endKm !== null) refuseBackwards('km', sheet.startKm, endKm)
  await tx`
    update service_sheets set arrival_at = greatest(${at}::timestamptz, departure_at), end_km = ${endKm},
      is_arrival_receipt = ${isReceipt}
    where id = ${sheet.id}`
}

/** Throws HttpError 422 at the field `path` if the odometer ran backwards. */
export function refuseBackwards(path: string, startKm: number, endKm: number): void {
  if (endKm >= startKm) return
  throw refusal(path, `I chilometri all’arrivo sono meno di quelli alla partenza (${numberText(startKm)}).`)
}

interface SheetColumns {
  vehicleId: number
  tripId: number
  parties: number
  plate: string
  authorizationNumber: string | null
  municipality: string | null
  driverName: string
  passengerName: string | null
  fromPlace: string
  toPlace: string
  departureAt: Date
  isDepartureReceipt?: boolean
  arrivalAt: Date | null
  startKm: number
  endKm: number | null
  corrects: number | null
  reason: string | null
}

/** Stores a sheet with the next number of its vehicle in the `year`, by default that of the departure. Returns its id. */
export async function insertSheet(
  tx: Tx,
  { year: given, ...sheet }: SheetColumns & { year?: number },
): Promise<number> {
  const year = given ?? romanYear(sheet.departureAt)
  const [next] = await tx<[{ year: number; number: number }]>`
    insert into service_sheet_numbers as known (vehicle_id, year, last)
    values (${sheet.vehicleId}, ${year}, 1)
    on conflict (vehicle_id, year) do update set last = known.last + 1
    returning year, last as number`
  const [{ id }] = await tx<[{ id: number }]>`
    insert into service_sheets ${tx({ ...sheet, ...next })} returning id`
  return id
}

/** Uses the lead's code for a customer without a name. Returns null for a trip without leads. */
async function passengersOf(tx: Tx, tripId: number): Promise<string | null> {
  const [{ names }] = await tx<[{ names: string | null }]>`
    select string_agg(coalesce(nullif(name, ''), code), ', ' order by created_at) as names
    from leads join rides on lead_kind = kind and lead_id = leads.id where trip_id = ${tripId}`
  return names
}
