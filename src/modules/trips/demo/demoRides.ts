import { dayAfter, romanDay, romanMoment } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { insertSheet } from '../sheets/sheets.writes.ts'
import { addRideOfStaff } from '../trips/rides.writes.ts'
import { rideLength } from '../trips/trips.writes.ts'

// Examples for a fresh installation: a small fleet and a week of trips around the day of the installation.

const vehicles = [
  { plate: 'ES100SA', kind: 'berlina', seats: 3, bags: 3 },
  { plate: 'ES200SA', kind: 'minivan', seats: 8, bags: 8 },
  { plate: 'ES300SA', kind: 'premium', seats: 3, bags: 3 },
]
const licence = { authorization_number: '12', municipality: 'Lecce', garage: 'Via Roma 1, Lecce' }

const drivers = [
  { name: 'Marco (esempio)', phone: '+39 0832 000001', languages: ['it', 'en'] },
  { name: 'Giulia (esempio)', phone: '+39 0832 000002', languages: ['it', 'en', 'fr'] },
  { name: 'Antonio (esempio)', phone: '+39 0832 000003', languages: ['it', 'de'] },
]

const airport = 'Aeroporto Brindisi'
/** Rides of one day. `lane` is the index of vehicle and driver, null for an unassigned ride; `total` is in euro. */
const rides = [
  { lane: 0, time: '07:30', from: 'Lecce', to: airport, passengers: 2, bags: 2, total: 65 },
  {
    lane: 0,
    time: '15:10',
    from: airport,
    to: 'Otranto',
    passengers: 3,
    bags: 3,
    total: 110,
    flight: 'FR 8871',
  },
  {
    lane: 1,
    time: '10:20',
    from: airport,
    to: 'Gallipoli',
    passengers: 6,
    bags: 6,
    total: 150,
    flight: 'U2 4357',
  },
  { lane: 1, time: '18:00', from: 'Gallipoli', to: 'Stazione Lecce', passengers: 7, bags: 5, total: 95 },
  { lane: 2, time: '09:00', from: 'Ostuni', to: airport, passengers: 2, bags: 2, total: 90 },
  {
    lane: 2,
    time: '20:40',
    from: airport,
    to: 'Lecce',
    passengers: 1,
    bags: 1,
    total: 80,
    flight: 'AZ 1623',
  },
  {
    lane: null,
    time: '12:15',
    from: airport,
    to: 'Porto Cesareo',
    passengers: 4,
    bags: 4,
    total: 120,
    flight: 'W4 6031',
  },
]
/** Days on which the example trips take place; 0 is today. */
const days = [-3, -2, -1, 0, 1, 2, 3]
/** First day on which some example trips have no driver yet; 0 is today. */
const openFrom = 2

interface Lane {
  vehicleId: number
  driverId: number
  plate: string
  driverName: string
  km: number
}

/** Adds the examples. The caller has made sure that the installation is new. */
export async function addDemoTrips(write: Sql, now: Date): Promise<void> {
  await write.begin(async (tx) => {
    const lanes = await addFleet(tx, now)
    for (const day of days)
      for (const ride of rides) {
        const lane = ride.lane === null ? null : (lanes[ride.lane] ?? null)
        if (lane || day >= openFrom) await addRide(tx, ride, lane, dayAfter(romanDay(now), day), now)
      }
  })
}

async function addFleet(tx: Tx, now: Date): Promise<Lane[]> {
  const today = romanDay(now)
  const inTwoYears = dayAfter(today, 730)
  const cars = await tx<{ id: number; plate: string }[]>`
    insert into vehicles ${tx(vehicles.map((one) => ({ ...one, ...licence })))} returning id, plate`
  // The password is not a hash, so no log-in can match it. Staff open the account through a link.
  const [account] = await tx<[{ id: number }?]>`
    insert into admin_users (username, password, role) values ('autista-esempio', '-', 'autista')
    on conflict do nothing returning id`
  const people = await tx<{ id: number; name: string }[]>`
    insert into drivers ${tx(
      drivers.map((one, index) => ({
        ...one,
        // One certificate is about to expire, so that the panel shows an example of the warning.
        licence_expires_on: inTwoYears,
        certificate_expires_on: index === 2 ? dayAfter(today, 20) : inTwoYears,
        admin_user_id: index === 0 ? (account?.id ?? null) : null,
      })),
    )} returning id, name`
  await mark(tx, 'vehicles', cars)
  await mark(tx, 'drivers', people)
  if (account) await mark(tx, 'admin_users', [account])
  return cars.flatMap(({ id, plate }, index) => {
    const driver = people[index]
    return driver
      ? [{ vehicleId: id, plate, driverId: driver.id, driverName: driver.name, km: 48_000 + 21_000 * index }]
      : []
  })
}

async function addRide(
  tx: Tx,
  ride: (typeof rides)[number],
  lane: Lane | null,
  day: string,
  now: Date,
): Promise<void> {
  const minutes = await rideLength(tx, ride.from, ride.to)
  const pickupAt = romanMoment(day, ride.time)
  const endsAt = new Date(pickupAt.getTime() + minutes * 60_000)
  const state = !lane ? 'planned' : endsAt <= now ? 'finished' : pickupAt <= now ? 'aboard' : 'assigned'
  const columns = {
    direction: ride.from === airport ? ('there' as const) : ('back' as const),
    from_place: ride.from,
    to_place: ride.to,
    address: null,
    pickup_at: pickupAt,
    ends_at: endsAt,
    passengers: ride.passengers,
    bags: ride.bags,
    flight_or_train: ride.flight ?? null,
    total: ride.total,
  }
  const assigned = { state, vehicle_id: lane?.vehicleId ?? null, driver_id: lane?.driverId ?? null }
  const id = await addRideOfStaff(tx, columns, assigned)
  await mark(tx, 'trips', [{ id }])
  if (lane && (state === 'finished' || state === 'aboard'))
    await drive(tx, id, ride, lane, pickupAt, endsAt, now)
}

/** Adds the driver's reports and the service sheet of an example trip. The drive to the pick-up takes 20 minutes. */
async function drive(
  tx: Tx,
  tripId: number,
  ride: (typeof rides)[number],
  lane: Lane,
  pickupAt: Date,
  endsAt: Date,
  now: Date,
): Promise<void> {
  const startKm = lane.km
  lane.km += 15 + Math.round((endsAt.getTime() - pickupAt.getTime()) / 60_000)
  const startedAt = new Date(pickupAt.getTime() - 20 * 60_000)
  const events = [
    { event: 'started', at: startedAt, km: startKm },
    { event: 'onSite', at: new Date(pickupAt.getTime() - 5 * 60_000), km: null },
    { event: 'aboard', at: pickupAt, km: null },
    { event: 'finished', at: endsAt, km: lane.km },
  ].filter(({ at }) => at <= now)
  await tx`
    insert into driver_events ${tx(events.map((one) => ({ ...one, trip_id: tripId, received_at: one.at, key: `example ${one.event}` })))}`
  const isOver = endsAt <= now
  await insertSheet(tx, {
    vehicleId: lane.vehicleId,
    tripId,
    parties: 0,
    plate: lane.plate,
    driverName: lane.driverName,
    authorizationNumber: licence.authorization_number,
    municipality: licence.municipality,
    passengerName: null,
    fromPlace: ride.from,
    toPlace: ride.to,
    departureAt: startedAt,
    arrivalAt: isOver ? endsAt : null,
    startKm,
    endKm: isOver ? lane.km : null,
    corrects: null,
    reason: null,
  })
}

async function mark(tx: Tx, table: string, rows: { id: number }[]): Promise<void> {
  await tx`insert into demo_rows ${tx(rows.map(({ id }) => ({ table_name: table, row_id: id })))}`
}
