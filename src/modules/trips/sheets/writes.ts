import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { numberText } from '../../../kernel/italianFormats.ts'
import type { Tx } from '../../../platform/db.ts'
import { placesOf } from '../places.ts'
import { findTrip } from '../trips/queries.ts'

interface Start {
  tripId: number
  startKm: number
  /** When the trip started. A time in the future becomes the current time, because a phone's clock may be wrong. */
  at: Date
}

/** Returns the sheet's id. Throws HttpError 409 for an unassigned trip or a second sheet. The trip must be locked. */
export async function openSheet(tx: Tx, { tripId, startKm, at }: Start): Promise<number> {
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
    ...{ vehicleId: vehicle.id, tripId, parties: trip.parties.length },
    ...{ authorizationNumber: vehicle.authorizationNumber, municipality: vehicle.municipality },
    ...{ plate: trip.plate, driverName: trip.driverName, passengerName: await passengersOf(tx, tripId) },
    ...{ fromPlace: places.from, toPlace: places.to },
    ...{ departureAt: await notAfterNow(tx, at), arrivalAt: null, startKm, endKm: null },
    ...{ corrects: null, reason: null },
  })
}

interface End {
  tripId: number
  /** Odometer in kilometres; null only if the customer did not come. */
  endKm: number | null
  /** When the trip ended. `closeSheet` limits the time to the period from the departure to now. */
  at: Date
}

/** Throws HttpError 409 without an open sheet, and 422 if the odometer ran backwards. */
export async function closeSheet(tx: Tx, { tripId, endKm, at }: End): Promise<void> {
  const [sheet] = await tx<[{ id: number; startKm: number }?]>`
    select id, start_km from service_sheets where trip_id = ${tripId} and arrival_at is null for update`
  if (!sheet) throw new HttpError(409, 'Il viaggio non ha un foglio di servizio aperto.')
  if (endKm !== null) refuseBackwards('km', sheet.startKm, endKm)
  await tx`
    update service_sheets set arrival_at = greatest(least(${at}::timestamptz, now()), departure_at), end_km = ${endKm}
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
  arrivalAt: Date | null
  startKm: number
  endKm: number | null
  corrects: number | null
  reason: string | null
}

/** Stores a sheet with the next number of its vehicle in the year of the departure, and returns its id. */
export async function insertSheet(tx: Tx, sheet: SheetColumns): Promise<number> {
  const [next] = await tx<[{ year: number; number: number }]>`
    insert into service_sheet_numbers as known (vehicle_id, year, last)
    values (${sheet.vehicleId}, extract(year from ${sheet.departureAt}::timestamptz at time zone 'Europe/Rome'), 1)
    on conflict (vehicle_id, year) do update set last = known.last + 1
    returning year, last as number`
  const [{ id }] = await tx<[{ id: number }]>`
    insert into service_sheets ${tx({ ...sheet, ...next })} returning id`
  return id
}

async function notAfterNow(tx: Tx, at: Date): Promise<Date> {
  const [{ moment }] = await tx<[{ moment: Date }]>`select least(${at}::timestamptz, now()) as moment`
  return moment
}

/** Uses the lead's code for a customer without a name. Returns null for a trip without leads. */
async function passengersOf(tx: Tx, tripId: number): Promise<string | null> {
  const [{ names }] = await tx<[{ names: string | null }]>`
    select string_agg(coalesce(nullif(name, ''), code), ', ' order by created_at) as names
    from leads join trip_parties on lead_kind = kind and lead_id = id where trip_id = ${tripId}`
  return names
}
