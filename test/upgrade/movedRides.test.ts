import { readdirSync } from 'node:fs'
import path from 'node:path'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'

const files = readdirSync('sql').map((file) => path.basename(file, '.sql'))

const at = (time: string) => new Date(`2030-06-01T${time}:00Z`)

/** Columns of a trip with one ride, of a party and of an added ride. */
const ways = {
  otranto: {
    from_place: 'Lecce',
    to_place: 'Otranto',
    address: 'Via Roma 5',
    pickup_at: at('08:00'),
    ends_at: at('09:00'),
  },
  gallipoli: {
    from_place: 'Lecce',
    to_place: 'Gallipoli',
    address: null,
    pickup_at: at('08:10'),
    ends_at: at('09:05'),
  },
  leuca: {
    from_place: 'Lecce',
    to_place: 'Leuca',
    address: null,
    pickup_at: at('08:20'),
    ends_at: at('09:30'),
  },
}
const own = { passengers: 2, bags: 1, flight_or_train: 'FR123', total: '50.00' }
const none = { from_place: null, to_place: null, address: null, pickup_at: null, ends_at: null }

/** Stores a trip with the ride of a request, a trip that staff added, and one that joins two requests and an added ride. */
async function addTrips(sql: postgres.Sql): Promise<void> {
  const names = ['Anna', 'Bea', 'Carla']
  await sql`
    insert into bookings ${sql(names.map((name) => ({ name, departure: 'x', destination: 'y', time: '1', passengers: '2', phone: '1' })))}`
  const trip = (way: object, more: object = {}) =>
    sql<{ id: string }[]>`insert into trips ${sql({ ...way, ...own, ...more })} returning id`
  const [[single], [staff], [joined]] = [
    await trip(ways.otranto),
    await trip(ways.gallipoli),
    await trip(ways.leuca, { passengers: 7, bags: 4, total: '160.00' }),
  ]
  const party = (id: number, trip_id: string, way: object, more: object) => ({
    lead_kind: 'booking',
    lead_id: id,
    direction: 'there',
    trip_id,
    passengers: 2,
    bags: 1,
    flight_or_train: null,
    total: null,
    known_ride: null,
    ...way,
    ...more,
  })
  await sql`
    insert into trip_parties ${sql([
      party(1, single?.id ?? '', none, { known_ride: sql.json({ from: 'Bari' }) }),
      party(2, joined?.id ?? '', ways.leuca, { passengers: 3, total: '80.00' }),
      party(3, joined?.id ?? '', ways.gallipoli, { flight_or_train: 'U2 99' }),
    ] as never)}`
  await sql`
    insert into trip_added_rides ${sql({ ...ways.otranto, trip_id: joined?.id ?? '', direction: 'back', passengers: 2, bags: 2 })}`
  await sql`
    insert into driver_notices (lead_kind, lead_id, direction, number, content, via)
    values ('booking', 1, 'there', 1, 'x', 'email')`
  expect(staff).toBeDefined()
}

test('each ride of an older database becomes a ride that says everything about it', async () => {
  await using database = await createDatabase()
  await migrate(database.url, { only: files.filter((name) => name < '186') })
  const sql = postgres(database.url, { max: 1, onnotice: () => {} })
  await addTrips(sql)
  await migrate(database.url, { only: files.filter((name) => name < '195') })
  await expect(sql`update trips set bags = 1`).rejects.toMatchObject({ code: '25006' })
  await migrate(database.url)
  const rides = await sql`
    select leads.name, rides.direction, to_place, rides.address, pickup_at, rides.passengers, rides.flight_or_train, total,
      known_ride
    from rides left join leads on kind = lead_kind and leads.id = lead_id order by rides.trip_id, leads.name nulls last`
  const ride = {
    direction: 'there',
    address: null,
    passengers: 2,
    flightOrTrain: null,
    total: null,
    knownRide: null,
  }
  expect(
    rides.map(
      ({
        flight_or_train: flightOrTrain,
        known_ride: knownRide,
        to_place: to,
        pickup_at: pickupAt,
        ...row
      }) => ({ ...row, flightOrTrain, knownRide, to, pickupAt }),
    ),
  ).toEqual([
    {
      ...ride,
      name: 'Anna',
      to: 'Otranto',
      address: 'Via Roma 5',
      pickupAt: at('08:00'),
      flightOrTrain: 'FR123',
      total: '50.00',
      knownRide: { from: 'Bari' },
    },
    { ...ride, name: null, to: 'Gallipoli', pickupAt: at('08:10'), flightOrTrain: 'FR123', total: '50.00' },
    { ...ride, name: 'Bea', to: 'Leuca', pickupAt: at('08:20'), passengers: 3, total: '80.00' },
    { ...ride, name: 'Carla', to: 'Gallipoli', pickupAt: at('08:10'), flightOrTrain: 'U2 99' },
    { ...ride, name: null, direction: 'back', to: 'Otranto', address: 'Via Roma 5', pickupAt: at('08:00') },
  ])
  expect(await sql`select from driver_notices`).toHaveLength(1)
  // A trip that did not say what its rides say follows them.
  const joined = () => sql`select to_place, pickup_at, ends_at from trips where id = 3`
  expect([...(await joined())]).toEqual([{ to_place: 'Leuca', pickup_at: at('08:00'), ends_at: at('09:30') }])
  // Trips can be changed again, and what depends on a request ends with it.
  await sql`update trips set bags = 1 where id = 1`
  await sql`delete from leads`
  expect([...(await sql`select trip_id, passengers from rides order by id`)]).toEqual([
    { trip_id: '2', passengers: 2 },
    { trip_id: '3', passengers: 2 },
  ])
  expect([...(await joined())]).toEqual([
    { to_place: 'Otranto', pickup_at: at('08:00'), ends_at: at('09:00') },
  ])
  expect([...(await sql`select id, passengers from trips order by id`)]).toEqual([
    { id: '2', passengers: 2 },
    { id: '3', passengers: 2 },
  ])
  await sql.end()
})
