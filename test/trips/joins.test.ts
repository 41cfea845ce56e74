import { expect, test } from 'vitest'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'
import { dayIn, given, stampOf } from '../given.ts'
import { disagreements } from './rideAgreement.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()

const get = async (path: string) => (await app.get(`/api/admin/${path}`, staff)).body
const post = (path: string, body: object) => app.post(`/api/admin/${path}`, body, staff)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)

let days = 20
let leads = 0

interface TripOf {
  id: number
  leadId: number
}

/** Sends leads for one day, confirms them, and returns their trips. */
async function confirmed(...forms: object[]): Promise<TripOf[]> {
  const trips: TripOf[] = []
  for (const form of forms) {
    leads += 1
    const lead = await given.lead(app, 'booking', {
      name: `Ada ${leads}`,
      phone: `+39 347 ${3_000_000 + leads}`,
      departure: 'Aeroporto Brindisi',
      destination: 'Gallipoli',
      passengers: '2',
      luggage: '1',
      date: dayIn(days),
      time: '10:00',
      ...form,
    })
    expect((await patch(`bookings/${lead.id}`, { status: 'confermata' })).status).toBe(200)
    trips.push({ id: 0, leadId: lead.id })
  }
  await app.drain()
  const { items } = await get(`trips?from=${dayIn(days)}&to=${dayIn(days)}`)
  days += 1
  return trips.map(({ leadId }) => ({
    leadId,
    id: items.find((trip: { leadId: number }) => trip.leadId === leadId).id,
  }))
}

const party = ({ leadId }: TripOf) => ({ leadKind: 'booking', leadId })
const at = (day: number, time: string) => romanMoment(dayIn(day), time).toISOString()

let plates = 0
async function newVehicle(seats: number): Promise<number> {
  plates += 1
  return (await post('vehicles', { plate: `JJ${100 + plates}HH`, kind: 'minivan', seats, bags: 8 })).body.id
}
const newDriver = async (): Promise<number> =>
  (await post('drivers', { name: `Ugo ${plates}`, phone: '347 1234567' })).body.id

test('joined trips are one trip with the sum of its parties, and a split gives each party its trip back', async () => {
  const [first, second] = await confirmed(
    { flightOrTrain: 'FR 1' },
    { destination: 'Otranto', time: '10:30', passengers: '3', luggage: '2', flightOrTrain: 'FR 2' },
  )
  if (!first || !second) throw new Error('no trips')
  const before = await Promise.all([first, second].map(({ id }) => get(`trips/${id}`)))
  const joined = await post(`trips/${first.id}/join`, { tripIds: [second.id] })
  expect(joined.status).toBe(200)
  expect(joined.body).toMatchObject({
    id: first.id,
    passengers: 5,
    bags: 3,
    from: 'Aeroporto Brindisi',
    flightOrTrain: 'FR1, FR2',
    pickupAt: before[0].pickupAt,
    state: 'planned',
    parties: [
      { ...party(first), to: 'Gallipoli', passengers: 2, bags: 1 },
      { ...party(second), to: 'Otranto', passengers: 3, bags: 2 },
    ],
  })
  // The vehicle waits for the second flight and visits both towns.
  expect(Date.parse(joined.body.endsAt)).toBeGreaterThan(Date.parse(before[1].endsAt))
  expect((await app.get(`/api/admin/trips/${second.id}`, staff)).status).toBe(404)

  const split = await post(`trips/${first.id}/split`, { parties: [party(second)] })
  expect(split.status).toBe(200)
  const { id: _, updatedAt: _at, ...own } = before[1]
  expect(split.body).toMatchObject(own)
  const { updatedAt: _own, ...stayed } = before[0]
  expect(await get(`trips/${first.id}`)).toMatchObject(stayed)
})

test('seats of the joined trip are checked like those of any trip', async () => {
  const [first, second] = await confirmed({}, { time: '10:20', passengers: '3' })
  if (!first || !second) throw new Error('no trips')
  const [small, driver] = [await newVehicle(4), await newDriver()]
  expect((await post(`trips/${first.id}/assign`, { vehicleId: small, driverId: driver })).status).toBe(200)
  const refused = await post(`trips/${first.id}/join`, { tripIds: [second.id] })
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/^Il veicolo JJ\d+HH ha 4 posti per 5 passeggeri\.$/),
  ])
  expect((await get(`trips/${second.id}`)).state).toBe('planned')
  const big = await newVehicle(5)
  expect((await post(`trips/${first.id}/assign`, { vehicleId: big, driverId: driver })).status).toBe(200)
  const joined = await post(`trips/${first.id}/join`, { tripIds: [second.id] })
  expect(joined.body).toMatchObject({ state: 'assigned', vehicleId: big, passengers: 5 })
  expect((await post(`trips/${first.id}/assign`, { vehicleId: small, driverId: driver })).status).toBe(409)
})

test('trips that differ too much are not joined, and the refusal says why', async () => {
  const [first, late, other, back] = await confirmed(
    {},
    { time: '10:46' },
    { departure: 'Aeroporto Bari', destination: 'Otranto' },
    { departure: 'Aeroporto Bari', time: '10:40' },
  )
  const refusal = async (trip: TripOf | undefined) => {
    const { status, body } = await post(`trips/${first?.id}/join`, { tripIds: [trip?.id] })
    return [status, body.detail]
  }
  expect(await refusal(late)).toEqual([409, expect.stringContaining('passano 46 minuti')])
  expect(await refusal(other)).toEqual([409, expect.stringContaining('né la stessa partenza')])
  expect(await refusal(first)).toEqual([422, 'Scegli un altro viaggio da unire.'])
  await app.sql`update trips set vehicle_kind = 'premium' where id = ${back?.id ?? 0}`
  await app.sql`update trips set vehicle_kind = 'economy' where id = ${first?.id ?? 0}`
  expect(await refusal(back)).toEqual([409, 'I clienti hanno prenotato tipi di veicolo diversi.'])
  expect((await post(`trips/${first?.id}/split`, { parties: [party(first as TripOf)] })).status).toBe(409)
})

test('a trip that staff added is joined, driven with its own places and split again', async () => {
  const [first, second] = await confirmed({}, { time: '10:20' })
  if (!first || !second) throw new Error('no trips')
  const form = { from: 'Aeroporto Brindisi', pickupAt: at(days - 1, '10:10'), passengers: 3, bags: 2 }
  const own = { ...form, to: 'Lecce', address: 'Via Roma 1', flightOrTrain: 'FR 9', total: '40' }
  const { body: manual } = await post('trips', own)
  const { body: other } = await post('trips', { ...form, to: 'Otranto', pickupAt: at(days - 1, '10:30') })
  const joined = await post(`trips/${first.id}/join`, { tripIds: [manual.id, other.id] })
  expect([joined.status, joined.body]).toMatchObject([
    200,
    {
      passengers: 8,
      bags: 5,
      total: '40',
      address: 'Via Roma 1',
      flightOrTrain: 'FR 9',
      parties: [party(first)],
      added: [
        { to: 'Lecce', passengers: 3, bags: 2, pickupAt: at(days - 1, '10:10') },
        { to: 'Otranto', passengers: 3, bags: 2, pickupAt: at(days - 1, '10:30') },
      ],
    },
  ])
  const [there] = joined.body.added
  expect((await post(`trips/${first.id}/split`, { addedIds: [there.id + 1_000] })).status).toBe(409)
  const split = await post(`trips/${first.id}/split`, { addedIds: [there.id] })
  const { id: _, updatedAt: _at, ...before } = manual
  expect(split.body).toMatchObject(before)
  expect(await get(`trips/${first.id}`)).toMatchObject({ passengers: 5, added: [{ to: 'Otranto' }] })

  // When the trip's request is lost, the trip remains for the passengers that staff added.
  await patch(`bookings/${first.leadId}`, { status: 'persa' })
  await app.drain()
  expect(await get(`trips/${first.id}`)).toMatchObject({
    state: 'planned',
    to: 'Otranto',
    passengers: 3,
    pickupAt: at(days - 1, '10:30'),
    parties: [],
    added: [],
  })
  const host = await post(`trips/${split.body.id}/join`, { tripIds: [second.id] })
  expect(host.body).toMatchObject({ passengers: 5, parties: [party(second)], added: [{ to: 'Lecce' }] })
  await app.sql`delete from leads where kind = 'booking' and id = ${second.leadId}`
  expect(await get(`trips/${split.body.id}`)).toMatchObject({ passengers: 3, address: 'Via Roma 1' })
})

test('a cancelled or moved request leaves the joined trip, which goes on for the others', async () => {
  const [first, second, third] = await confirmed({}, { time: '10:10' }, { time: '10:20' })
  if (!first || !second || !third) throw new Error('no trips')
  await post(`trips/${first.id}/join`, { tripIds: [second.id, third.id] })
  const [vehicle, driver] = [await newVehicle(8), await newDriver()]
  expect((await post(`trips/${first.id}/assign`, { vehicleId: vehicle, driverId: driver })).status).toBe(200)

  await patch(`bookings/${first.leadId}`, { status: 'persa' })
  await app.drain()
  expect(await get(`trips/${first.id}`)).toMatchObject({
    state: 'assigned',
    vehicleId: vehicle,
    passengers: 4,
    bags: 2,
    parties: [party(second), party(third)],
  })
  const states = async ({ leadId }: TripOf) => {
    const rows = await app.sql`
      select trips.state from trips join rides on trip_id = trips.id where lead_id = ${leadId}`
    return rows.map(({ state }) => state)
  }
  expect(await states(first)).toEqual(['cancelled'])

  await patch(`bookings/${third.leadId}`, { time: '15:00' })
  await app.drain()
  expect(await get(`trips/${first.id}`)).toMatchObject({
    state: 'assigned',
    passengers: 2,
    code: expect.any(String),
  })
  expect(await states(third)).toEqual(['planned'])
  expect(await states(second)).toEqual(['assigned'])
})

test('the deletion of a request takes its passengers and details out of the joined trip', async () => {
  const [first, second] = await confirmed(
    { flightOrTrain: 'FR 1', address: 'Via Roma 1' },
    { time: '10:10', flightOrTrain: 'FR 2' },
  )
  await post(`trips/${first?.id}/join`, { tripIds: [second?.id] })
  await app.sql`delete from leads where kind = 'booking' and id = ${first?.leadId ?? 0}`
  expect(await get(`trips/${first?.id}`)).toMatchObject({
    passengers: 2,
    bags: 1,
    flightOrTrain: 'FR2',
    address: null,
    parties: [{ leadId: second?.leadId }],
  })
})

test('after the deletion of the request that a joined trip began with, the trip says what the other rides say', async () => {
  const [host, second, third] = await confirmed(
    { address: 'Via Roma 1' },
    { destination: 'Otranto', time: '10:20' },
    { destination: 'Otranto', time: '10:10' },
  )
  await post(`trips/${host?.id}/join`, { tripIds: [second?.id, third?.id] })
  const ridesOf = () => app.sql`select id, from_place, to_place, pickup_at, ends_at from rides
    where lead_kind = 'booking' and lead_id = any(${[second?.leadId ?? 0, third?.leadId ?? 0]}) order by id`
  const before = await ridesOf()
  for (const { leadId } of [host, third].filter((one) => one !== undefined)) {
    await app.sql`delete from leads where kind = 'booking' and id = ${leadId}`
    expect(await disagreements(app.sql)).toEqual([])
    expect((await patch(`trips/${host?.id}`, { total: '77' })).status).toBe(200)
    expect(await disagreements(app.sql)).toEqual([])
  }
  const { fromPlace, toPlace, pickupAt } = before[0] ?? {}
  expect(await get(`trips/${host?.id}`)).toMatchObject({
    from: fromPlace,
    to: toPlace,
    pickupAt: pickupAt.toISOString(),
  })
  expect(await ridesOf()).toEqual([before[0]])
})

test('before an assignment staff read for each vehicle and driver why it cannot do the trip', async () => {
  const [first, second] = await confirmed({}, { time: '10:20', passengers: '5' })
  if (!first || !second) throw new Error('no trips')
  const [small, big, driver, free] = [
    await newVehicle(4),
    await newVehicle(8),
    await newDriver(),
    await newDriver(),
  ]
  await post(`trips/${first.id}/assign`, { vehicleId: big, driverId: driver })
  const { vehicles, drivers } = await get(`trips/${second.id}/fits`)
  const clashes = (fits: { id: number; clashes: { message: string }[] }[], id: number) =>
    fits.find((fit) => fit.id === id)?.clashes
  expect(clashes(vehicles, small)).toMatchObject([{ of: 'vehicle', tripId: null }])
  expect(clashes(vehicles, big)).toMatchObject([{ of: 'vehicle', tripId: first.id }])
  expect(clashes(drivers, driver)).toMatchObject([{ of: 'driver', tripId: first.id }])
  expect(clashes(drivers, free)).toEqual([])
  // The refused assignment names the same clashes as the lists of vehicles and drivers.
  const refused = await post(`trips/${second.id}/assign`, { vehicleId: small, driverId: driver })
  expect(refused.body.clashes).toEqual([
    ...(clashes(vehicles, small) ?? []),
    ...(clashes(drivers, driver) ?? []),
  ])
})

test('a joined trip moves as a whole, and its places and seats are those of its parties', async () => {
  const [first, second] = await confirmed({}, { time: '10:20' })
  await post(`trips/${first?.id}/join`, { tripIds: [second?.id] })
  const refused = await patch(`trips/${first?.id}`, { passengers: 1 })
  expect([refused.status, refused.body.errors[0].path]).toEqual([409, 'passengers'])
  const pickupAt = at(days - 1, '11:00')
  expect((await patch(`trips/${first?.id}`, { pickupAt })).body).toMatchObject({ pickupAt })
  const { body: own } = await post(`trips/${first?.id}/split`, { parties: [party(second as TripOf)] })
  expect(own.pickupAt).toBe(at(days - 1, '11:20'))
  // If staff change the number of passengers of a trip with one party, a later join adds the changed number.
  await patch(`trips/${own.id}`, { passengers: 6 })
  const joined = await post(`trips/${first?.id}/join`, { tripIds: [own.id] })
  expect(joined.body.passengers).toBe(8)
})

test('a calendar program reads only the trips of its driver, until the driver is inactive', async () => {
  const [first, second] = await confirmed({}, { time: '10:20' })
  const [driver, vehicle] = [await newDriver(), await newVehicle(8)]
  await post(`trips/${first?.id}/assign`, { vehicleId: vehicle, driverId: driver })
  expect(await get(`calendar-feed?driverId=${driver}`)).toEqual({ url: null })
  const { body } = await post('calendar-feed', { driverId: driver })
  expect(await get(`calendar-feed?driverId=${driver}`)).toEqual(body)
  const read = () => app.get(new URL(body.url).pathname)
  const lines = (await read()).text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines.filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1)
  expect(lines.find((line) => line.startsWith('UID'))).toContain(`viaggio-${first?.id}@`)
  expect(lines).toContain(`DTSTART:${stampOf(dayIn(days - 1), '10:00')}`)
  const { body: own } = await post('calendar-feed', {})
  const all = (await app.get(new URL(own.url).pathname)).text
  for (const trip of [first, second]) expect(all).toContain(`viaggio-${trip?.id}@`)
  const { updatedAt: _, ...row } = await get(`drivers/${driver}`)
  const { updatedAt } = await get(`drivers/${driver}`)
  await app.send('PUT', `/api/admin/drivers/${driver}`, { ...row, updatedAt, isActive: false }, staff)
  expect((await read()).status).toBe(410)
  expect((await post('calendar-feed', { driverId: 2_000_000 })).status).toBe(404)
})
