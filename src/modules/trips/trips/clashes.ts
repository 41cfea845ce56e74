import { HttpError, refusal } from '../../../kernel/httpError.ts'
import { clockOf, dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { rideMinutes, type Way } from '../../catalog/fares/rideTimes.queries.ts'
import type { Driver, Vehicle } from '../fleet/contract.ts'
import { expiryOf } from '../fleet/expiry.contract.ts'
import type { PlannedRide } from '../rides/rides.queries.ts'
import type { Clash, TripFits } from './contract.ts'

/** Minutes of reserve between two trips, in addition to the drive between them. */
export const bufferMinutes = 15

/** Hours around a trip within which another trip may clash. */
const nearHours = 12

export interface Ride extends Pick<PlannedRide, 'from' | 'to' | 'pickupAt'> {
  id: number
  endsAt: Date
  passengers: number
  bags: number
}

/** Returns whether vehicle and driver might not be able to do the changed ride. Another price or address changes nothing. */
export const isOtherRide = (before: Omit<Ride, 'id'>, ride: Omit<Ride, 'id'>) =>
  before.pickupAt.getTime() !== ride.pickupAt.getTime() ||
  before.endsAt.getTime() !== ride.endsAt.getTime() ||
  (['from', 'to', 'passengers', 'bags'] as const).some((name) => before[name] !== ride[name])

/** Throws HttpError 409 with all reasons, and 422 if the vehicle or the driver does not exist. */
export async function refuseClashes(tx: Tx, ride: Ride, vehicleId: number, driverId: number): Promise<void> {
  // Makes concurrent commands for a vehicle or driver wait. To prevent deadlocks, all lock the vehicle first.
  const [vehicle] = await tx<UsableVehicle[]>`
    select ${vehicleColumns(tx)} from vehicles where id = ${vehicleId} for no key update`
  const [driver] = await tx<UsableDriver[]>`
    select ${driverColumns(tx)} from drivers where id = ${driverId} for no key update`
  if (!vehicle) throw refusal('vehicleId', 'Questo veicolo non c’è più.')
  if (!driver) throw refusal('driverId', 'Questo autista non c’è più.')
  const { vehicles, drivers } = await fitsOf(tx, ride, [vehicle], [driver])
  const ofVehicle = vehicles.flatMap((fit) => fit.clashes)
  const ofDriver = drivers.flatMap((fit) => fit.clashes)
  const isNew = ({ tripId }: Clash) => tripId === null || !ofVehicle.some((one) => one.tripId === tripId)
  const clashes = [...ofVehicle, ...ofDriver.filter(isNew)]
  if (clashes.length > 0)
    throw new HttpError(409, clashes.map(({ message }) => message).join(' '), { instead: { clashes } })
}

/** Returns all vehicles and drivers, each with the reasons why it cannot do the trip. */
export async function allFits(read: Sql | Tx, ride: Ride): Promise<TripFits> {
  const [vehicles, drivers] = await Promise.all([
    read<UsableVehicle[]>`select ${vehicleColumns(read)} from vehicles order by plate`,
    read<UsableDriver[]>`select ${driverColumns(read)} from drivers order by name, id`,
  ])
  return fitsOf(read, ride, vehicles, drivers)
}

type UsableVehicle = { name: string } & Pick<
  Vehicle,
  'id' | 'seats' | 'bags' | 'isActive' | 'outOfServiceFrom' | 'outOfServiceUntil' | 'authorizationExpiresOn'
>
type UsableDriver = Pick<
  Driver,
  'id' | 'name' | 'licenceExpiresOn' | 'certificateExpiresOn' | 'daysOff' | 'isActive'
>

const vehicleColumns = (sql: Sql | Tx) => sql`
  id, plate as name, seats, bags, is_active, out_of_service_from, out_of_service_until, authorization_expires_on`

const driverColumns = (sql: Sql | Tx) => sql`
  id, name, licence_expires_on, certificate_expires_on, days_off, is_active`

async function fitsOf(
  sql: Sql | Tx,
  ride: Ride,
  vehicles: UsableVehicle[],
  drivers: UsableDriver[],
): Promise<TripFits> {
  const tight = await tightTrips(sql, ride, vehicles, drivers)
  const fitOf = (of: Clash['of'], { id, name }: { id: number; name: string }, own: Clash[], who: string) => {
    const trips = tight.filter((trip) => (of === 'vehicle' ? trip.vehicleId : trip.driverId) === id)
    return {
      id,
      name,
      clashes: [...own, ...trips.map((trip) => ({ of, tripId: trip.id, message: messageOf(who, trip) }))],
    }
  }
  return {
    vehicles: vehicles.map((one) =>
      fitOf('vehicle', one, vehicleClashes(one, ride), `Il veicolo ${one.name}`),
    ),
    drivers: drivers.map((one) => fitOf('driver', one, driverClashes(one, ride), one.name)),
  }
}

/** Returns the first and the last day of the ride in Rome. */
const daysOf = ({ pickupAt, endsAt }: Ride) => [romanDay(pickupAt), romanDay(endsAt)] as const

function vehicleClashes(vehicle: UsableVehicle, ride: Ride): Clash[] {
  const { name, outOfServiceFrom: from, outOfServiceUntil: until } = vehicle
  const [first, last] = daysOf(ride)
  const isOut = from !== null && from <= last && (until === null || first <= until)
  return reasons('vehicle', [
    [!vehicle.isActive, `Il veicolo ${name} è disattivato.`],
    [isOut, `Il veicolo ${name} è fuori servizio.`],
    [
      expiryOf(vehicle.authorizationExpiresOn, last) === 'expired',
      `L’autorizzazione del veicolo ${name} è scaduta per quel giorno.`,
    ],
    [
      vehicle.seats < ride.passengers,
      `Il veicolo ${name} ha ${vehicle.seats === 1 ? '1 posto' : `${vehicle.seats} posti`} per ${ride.passengers} passeggeri.`,
    ],
    [
      vehicle.bags < ride.bags,
      `Il veicolo ${name} porta ${vehicle.bags === 1 ? '1 bagaglio' : `${vehicle.bags} bagagli`} su ${ride.bags}.`,
    ],
  ])
}

function driverClashes(driver: UsableDriver, ride: Ride): Clash[] {
  const { name, licenceExpiresOn: licence, certificateExpiresOn: certificate } = driver
  const [first, last] = daysOf(ride)
  const off = driver.daysOff.find(({ from, until }) => from <= last && first <= until)
  return reasons('driver', [
    [!driver.isActive, `${name} è disattivato.`],
    [off !== undefined, `${name} è libero fino a ${off && dayWords(italian, off.until)}.`],
    [expiryOf(licence, last) === 'expired', `La patente di ${name} è scaduta per quel giorno.`],
    [expiryOf(certificate, last) === 'expired', `Il CAP / KB di ${name} è scaduto per quel giorno.`],
  ])
}

const reasons = (of: Clash['of'], all: [isClash: boolean, message: string][]): Clash[] =>
  all.filter(([isClash]) => isClash).map(([, message]) => ({ of, tripId: null, message }))

interface NearTrip extends Omit<Ride, 'passengers' | 'bags'> {
  vehicleId: number
  driverId: number
}

interface TightTrip extends NearTrip {
  /** Whole minutes between the trips; negative if they overlap. */
  free: number
  needed: number
}

/** Returns the trips that overlap the ride or leave too little time for the drive between the two. */
async function tightTrips(
  sql: Sql | Tx,
  ride: Ride,
  vehicles: UsableVehicle[],
  drivers: UsableDriver[],
): Promise<TightTrip[]> {
  // vehicleId and driverId are never null: trips_check1 and trips_check2 demand both of a trip with engagements.
  const near = await sql<NearTrip[]>`
    select id, from_place as "from", to_place as "to", pickup_at, ends_at, vehicle_id, driver_id from trips
    where id <> ${ride.id} and id in (
      select trip_id from engagements
      where (vehicle_id = any(${vehicles.map(({ id }) => id)}) or driver_id = any(${drivers.map(({ id }) => id)}))
        and tstzrange(from_at, until_at) && tstzrange(
          ${ride.pickupAt}::timestamptz - make_interval(hours => ${nearHours}),
          ${ride.endsAt}::timestamptz + make_interval(hours => ${nearHours})))
    order by pickup_at`
  const ways = near.map(
    (other): Way => (other.endsAt <= ride.pickupAt ? [other.to, ride.from] : [ride.to, other.from]),
  )
  const minutes = await rideMinutes(sql, ways)
  return near
    .map((other, index) => ({
      ...other,
      free: freeMinutes(ride, other),
      needed: (minutes[index] ?? 0) + bufferMinutes,
    }))
    .filter(({ free, needed }) => free < needed)
}

function freeMinutes(one: Pick<Ride, 'pickupAt' | 'endsAt'>, other: NearTrip): number {
  const [earlier, later] = one.pickupAt <= other.pickupAt ? [one, other] : [other, one]
  return Math.floor((later.pickupAt.getTime() - earlier.endsAt.getTime()) / 60_000)
}

function messageOf(who: string, { pickupAt, from, to, free, needed }: TightTrip): string {
  const trip = `il viaggio delle ${clockOf(pickupAt)} da ${from} a ${to}`
  return free < 0
    ? `${who} ha già ${trip}.`
    : `${who} ha ${trip}: fra i due ${free === 1 ? 'resta 1 minuto' : `restano ${free} minuti`}, ne servono ${needed}.`
}
