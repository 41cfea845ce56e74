import { HttpError } from '../../../kernel/httpError.ts'
import { dayWords, romanDay } from '../../../kernel/romanDay.ts'
import { italian } from '../../../languages/catalogs.ts'
import type { Tx } from '../../../platform/db.ts'
import { rideMinutes, type Way } from '../../catalog/fares/rideTimes.queries.ts'
import type { Driver, Vehicle } from '../fleet/contract.ts'
import { expiryOf } from '../fleet/expiry.contract.ts'

/** Minutes between two trips in addition to the drive from one to the other. */
export const bufferMinutes = 15

/** Hours around a trip within which other trips can be too close to it. */
const nearHours = 12

export interface Ride {
  id: number
  from: string
  to: string
  pickupAt: Date
  endsAt: Date
  passengers: number
  bags: number
}

interface Clash {
  /** Names what cannot do the trip. */
  of: 'vehicle' | 'driver'
  /** The other trip; null if the clash is with no trip. */
  tripId: number | null
  message: string
}

/** Throws HttpError 409 with all reasons why vehicle or driver cannot do the trip, 422 if one of them does not exist. */
export async function refuseClashes(tx: Tx, ride: Ride, vehicleId: number, driverId: number): Promise<void> {
  // Dispatchers who assign the same vehicle or driver wait here, always in this order, and then see each other's trips.
  const [vehicle] = await tx<[Usable<Vehicle>?]>`
    select plate as name, seats, bags, is_active, out_of_service_from, out_of_service_until from vehicles
    where id = ${vehicleId} for no key update`
  const [driver] = await tx<[Usable<Driver>?]>`
    select name, licence_expires_on, certificate_expires_on, days_off, is_active from drivers
    where id = ${driverId} for no key update`
  if (!vehicle) throw refusal('vehicleId', 'Questo veicolo non c’è più.')
  if (!driver) throw refusal('driverId', 'Questo autista non c’è più.')
  const busy = await nearTrips(tx, ride, vehicleId, driverId)
  const clashes = [
    ...vehicleClashes(vehicle, ride),
    ...driverClashes(driver, ride),
    ...(await tripClashes(tx, ride, busy, { vehicleId, plate: vehicle.name, driver: driver.name })),
  ]
  if (clashes.length > 0)
    throw new HttpError(409, clashes.map(({ message }) => message).join(' '), { instead: { clashes } })
}

type Usable<Row extends { isActive: boolean }> = Omit<Row, 'id' | 'name' | 'plate'> & { name: string }

function refusal(path: string, message: string): HttpError {
  return new HttpError(422, message, { errors: [{ path, message }] })
}

/** Returns the first and the last day of the ride in Rome. */
const daysOf = ({ pickupAt, endsAt }: Ride) => [romanDay(pickupAt), romanDay(endsAt)] as const

function vehicleClashes(vehicle: Usable<Vehicle>, ride: Ride): Clash[] {
  const { name, outOfServiceFrom: from, outOfServiceUntil: until } = vehicle
  const [first, last] = daysOf(ride)
  const isOut = from !== null && from <= last && (until === null || first <= until)
  return reasons('vehicle', [
    [!vehicle.isActive, `Il veicolo ${name} è disattivato.`],
    [isOut, `Il veicolo ${name} è fuori servizio.`],
    [
      vehicle.seats < ride.passengers,
      `Il veicolo ${name} ha ${vehicle.seats} posti per ${ride.passengers} passeggeri.`,
    ],
    [vehicle.bags < ride.bags, `Il veicolo ${name} porta ${vehicle.bags} bagagli su ${ride.bags}.`],
  ])
}

function driverClashes(driver: Usable<Driver>, ride: Ride): Clash[] {
  const { name, licenceExpiresOn: licence, certificateExpiresOn: certificate } = driver
  const [first, last] = daysOf(ride)
  const off = driver.daysOff.find(({ from, until }) => from <= last && first <= until)
  return reasons('driver', [
    [!driver.isActive, `${name} è disattivato.`],
    [off !== undefined, `${name} è libero fino a ${dayWords(italian, off?.until ?? last)}.`],
    [expiryOf(licence, last) === 'expired', `La patente di ${name} è scaduta per quel giorno.`],
    [expiryOf(certificate, last) === 'expired', `Il CAP / KB di ${name} è scaduto per quel giorno.`],
  ])
}

const reasons = (of: Clash['of'], all: [isClash: boolean, message: string][]): Clash[] =>
  all.filter(([isClash]) => isClash).map(([, message]) => ({ of, tripId: null, message }))

type NearTrip = Omit<Ride, 'passengers' | 'bags'> & { vehicleId: number }

function nearTrips(tx: Tx, { id, pickupAt, endsAt }: Ride, vehicleId: number, driverId: number) {
  return tx<NearTrip[]>`
    select id, from_place as "from", to_place as "to", pickup_at, ends_at, vehicle_id from trips
    where state in ('assigned', 'started', 'onSite', 'aboard') and id <> ${id}
      and (vehicle_id = ${vehicleId} or driver_id = ${driverId})
      and pickup_at < ${endsAt}::timestamptz + make_interval(hours => ${nearHours})
      and ends_at > ${pickupAt}::timestamptz - make_interval(hours => ${nearHours})
    order by pickup_at`
}

interface Names {
  vehicleId: number
  plate: string
  driver: string
}

/** Returns the trips that overlap the ride or leave too little time for the drive between both. */
async function tripClashes(tx: Tx, ride: Ride, busy: NearTrip[], names: Names): Promise<Clash[]> {
  const ways = busy.map(
    (other): Way => (isBefore(other, ride) ? [other.to, ride.from] : [ride.to, other.from]),
  )
  const minutes = await rideMinutes(tx, ways)
  return busy.flatMap((other, index) => {
    const drive = minutes[index] ?? 0
    const free = freeMinutes(ride, other)
    if (free >= drive + bufferMinutes) return []
    const of = other.vehicleId === names.vehicleId ? ('vehicle' as const) : ('driver' as const)
    const who = of === 'vehicle' ? `Il veicolo ${names.plate}` : names.driver
    const trip = `il viaggio delle ${clock.format(other.pickupAt)} da ${other.from} a ${other.to}`
    const message =
      free < 0
        ? `${who} ha già ${trip}.`
        : `${who} ha ${trip}: fra i due restano ${free} minuti, ne servono ${drive + bufferMinutes}.`
    return [{ of, tripId: other.id, message }]
  })
}

const clock = new Intl.DateTimeFormat('it-IT', { timeStyle: 'short', timeZone: 'Europe/Rome' })

const isBefore = (one: Pick<Ride, 'endsAt'>, other: Pick<Ride, 'pickupAt'>) => one.endsAt <= other.pickupAt

/** Returns the whole minutes between two trips; negative if they overlap. */
function freeMinutes(one: Omit<Ride, 'passengers' | 'bags'>, other: NearTrip): number {
  const [earlier, later] = one.pickupAt <= other.pickupAt ? [one, other] : [other, one]
  return Math.floor((later.pickupAt.getTime() - earlier.endsAt.getTime()) / 60_000)
}
