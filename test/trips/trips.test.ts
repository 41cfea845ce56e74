import { expect, test } from 'vitest'
import { romanMidnight } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'
import { dayIn, given, stampOf } from '../given.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const post = (path: string, body: object) => app.post(`/api/admin/${path}`, body, staff)
const patch = (path: string, body: object) => app.send('PATCH', `/api/admin/${path}`, body, staff)

const ride = { departure: 'Aeroporto Brindisi', destination: 'Gallipoli', passengers: '3', luggage: '2' }
const andBack = { returnTrip: true, returnDate: dayIn(27), returnTime: '09:15' }

let leads = 0

/** Stores a lead. Each has its own phone number, because an identical lead would count as a repeat. */
async function newLead(form: object = {}) {
  leads += 1
  const person = { name: 'Anna Rossi', phone: `+39 347 ${2_000_000 + leads}` }
  const when = { date: dayIn(20), time: '14:30' }
  const lead = await given.lead(app, 'booking', { ...ride, ...when, ...person, ...form })
  return { ...lead, token: lead.statusPath.split('/').at(-2) ?? '' }
}

const confirm = async (id: number, change: object = { status: 'confermata' }) => {
  const { status } = await patch(`bookings/${id}`, change)
  expect(status).toBe(200)
  await app.drain()
}

async function acceptedLead(form: object = {}) {
  const lead = await newLead(form)
  const validUntil = new Date(Date.now() + 86_400_000).toISOString()
  const { body: offer } = await post('offers', { leadKind: 'booking', leadId: lead.id, validUntil })
  const accept = () =>
    app.post(`/api/requests/${lead.token}/offer/${offer.id}/accept`, {}, { 'x-forwarded-for': newAddress() })
  return { lead, offer, accept }
}

/** Returns the trips of a lead, the outbound trip first. */
async function tripsOf(leadId: number) {
  const rows = await sql<{ id: number }[]>`
    select trips.id from trips join rides on trip_id = trips.id
    where lead_kind = 'booking' and lead_id = ${leadId} order by trips.direction desc`
  return Promise.all(rows.map(async ({ id }) => (await app.get(`/api/admin/trips/${id}`, staff)).body))
}

/** Returns the moment of a time in Rome, some days from now. */
function at(days: number, time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return new Date(romanMidnight(dayIn(days)).getTime() + (hours * 60 + minutes) * 60_000).toISOString()
}

let plates = 0
async function newVehicle(form: object = {}): Promise<number> {
  plates += 1
  const van = { plate: `GG${100 + plates}HH`, kind: 'minivan', seats: 8, bags: 8 }
  return (await post('vehicles', { ...van, ...form })).body.id
}
const newDriver = async (form: object = {}): Promise<number> =>
  (await post('drivers', { name: `Ugo ${plates}`, phone: '347 1234567', ...form })).body.id

const newTrip = async (form: object = {}): Promise<number> => {
  const trip = { from: 'Lecce', to: 'Gallipoli', pickupAt: at(40, '10:00'), endsAt: at(40, '10:45') }
  const { status, body } = await post('trips', { ...trip, passengers: 2, bags: 1, ...form })
  expect(status).toBe(201)
  return body.id
}
const assign = (id: number, vehicleId: number, driverId: number) =>
  post(`trips/${id}/assign`, { vehicleId, driverId })

test('an accepted offer makes one trip for each direction, with its price, party, day and time', async () => {
  const { lead, offer, accept } = await acceptedLead({
    ...andBack,
    address: 'Via Roma 1',
    flightOrTrain: 'FR 1234',
  })
  const statuses = await Promise.all([accept(), accept(), accept(), accept()])
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  await app.drain()
  const trips = await tripsOf(lead.id)
  const party = { passengers: 3, bags: 2 }
  const shared = { ...party, state: 'planned', code: lead.code, name: 'Anna Rossi', address: 'Via Roma 1' }
  expect(trips).toMatchObject([
    {
      ...shared,
      direction: 'there',
      from: 'Aeroporto Brindisi',
      to: 'Gallipoli',
      pickupAt: at(20, '14:30'),
      total: offer.lines[0].total,
      vehicleId: null,
      driverId: null,
      flightOrTrain: 'FR1234',
      parties: [{ leadKind: 'booking', leadId: lead.id, ...party }],
    },
    {
      ...shared,
      direction: 'back',
      from: 'Gallipoli',
      to: 'Aeroporto Brindisi',
      pickupAt: at(27, '09:15'),
      total: offer.lines[1].total,
      flightOrTrain: null,
    },
  ])
  const { text: calendar } = await app.get(lead.calendarPath ?? '')
  expect(
    [calendar.match(/BEGIN:VEVENT/g), calendar.match(/FR ?1234/g)].map((found) => found?.length),
  ).toEqual([2, 1])
  for (const { pickupAt, endsAt } of trips) {
    const minutes = (Date.parse(endsAt) - Date.parse(pickupAt)) / 60_000
    expect(minutes).toBeGreaterThan(40)
    expect(minutes).toBeLessThan(110)
  }
})

test('a lead that staff confirm makes its trips once, loses them with its state and gets them back', async () => {
  const lead = await newLead(andBack)
  await confirm(lead.id)
  const [there, back] = await tripsOf(lead.id)
  expect([there.state, back.state]).toEqual(['planned', 'planned'])
  // A repeated event changes nothing.
  const [event] = await sql`select id from outbox where type = 'leads:rideChanged' order by id desc limit 1`
  expect((await post(`outbox/${event?.id}/replay`, {})).status).toBeLessThan(300)
  await app.drain()
  expect(await tripsOf(lead.id)).toHaveLength(2)
  await confirm(lead.id, { status: 'contattata' })
  expect((await tripsOf(lead.id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
  await confirm(lead.id)
  const again = await tripsOf(lead.id)
  expect(again.map(({ id, state }) => [id, state])).toEqual([
    [there.id, 'planned'],
    [back.id, 'planned'],
  ])
})

test('a confirmed lead without day or time makes no trip until it has both, and the list says so', async () => {
  const lead = await newLead({ date: '', time: '10:00' })
  await confirm(lead.id)
  expect(await tripsOf(lead.id)).toEqual([])
  const untimed = async () => {
    const { body } = await app.get(`/api/admin/calendar?from=${dayIn(1)}&to=${dayIn(2)}`, staff)
    return body.untimed.filter(({ id }: { id: number }) => id === lead.id)
  }
  expect(await untimed()).toMatchObject([
    { kind: 'booking', code: lead.code, name: 'Anna Rossi', leg: 'andata', date: null },
  ])
  expect((await app.get('/api/admin/today', staff)).body.trips).toMatchObject([{ id: lead.id, date: null }])
  await confirm(lead.id, { date: dayIn(30) })
  expect(await tripsOf(lead.id)).toMatchObject([{ pickupAt: at(30, '10:00') }])
  expect(await untimed()).toEqual([])
})

test('a trip moves with its lead and must then be assigned again', async () => {
  const lead = await newLead()
  await confirm(lead.id)
  const [before] = await tripsOf(lead.id)
  expect((await assign(before.id, await newVehicle(), await newDriver())).status).toBe(200)
  await confirm(lead.id, { notes: 'Ha chiamato' })
  expect(await tripsOf(lead.id)).toMatchObject([{ state: 'assigned' }])
  await confirm(lead.id, { time: '16:00' })
  expect(await tripsOf(lead.id)).toMatchObject([
    { id: before.id, state: 'planned', vehicleId: null, pickupAt: at(20, '16:00') },
  ])
})

test('a moved trip moves its request: staff, the customer’s page and the calendar file tell the same day and time', async () => {
  const lead = await newLead(andBack)
  await confirm(lead.id)
  const [there, back] = await tripsOf(lead.id)
  expect((await assign(back.id, await newVehicle(), await newDriver())).status).toBe(200)
  // A calendar program replaces an event only with a newer version, so the file must date the moved trips later.
  await app.sql`update leads set created_at = now() - interval '2 days' where kind = 'booking' and id = ${lead.id}`
  expect((await patch(`trips/${there.id}`, { pickupAt: at(21, '15:45') })).status).toBe(200)
  expect((await patch(`trips/${back.id}`, { pickupAt: at(28, '08:05') })).status).toBe(200)
  const stored = async () => (await app.get(`/api/admin/leads/booking/${lead.id}`, staff)).body
  const moved = { date: dayIn(21), time: '15:45', returnDate: dayIn(28), returnTime: '08:05' }
  expect(await stored()).toMatchObject(moved)
  const visitor = { 'x-forwarded-for': newAddress() }
  const page = JSON.stringify((await app.get(`/api/requests/${lead.token}`, visitor)).body.rows)
  for (const text of ['15:45', '08:05']) expect(page).toContain(text)
  for (const text of ['14:30', '09:15']) expect(page).not.toContain(text)
  const { text: file } = await app.get(`/api/requests/${lead.token}/calendar`, visitor)
  expect(file).toContain(`DTSTART:${stampOf(dayIn(21), '15:45')}`)
  expect(file).toContain(`DTSTART:${stampOf(dayIn(28), '08:05')}`)
  const stamps = [...file.matchAll(/DTSTAMP:(\d{8})/g)].map(([, day]) => day)
  expect(stamps).toEqual(Array(2).fill(new Date().toISOString().slice(0, 10).replaceAll('-', '')))
  // The request already has the days and times of its trips, so no reaction frees the vehicle.
  await app.drain()
  expect((await tripsOf(lead.id)).map(({ state }) => state)).toEqual(['planned', 'assigned'])
})

test('an address that staff correct in a confirmed request reaches its trip, which keeps vehicle and driver', async () => {
  const lead = await newLead({ address: 'Via Roma 1' })
  await confirm(lead.id)
  const [trip] = await tripsOf(lead.id)
  expect((await assign(trip.id, await newVehicle(), await newDriver())).status).toBe(200)
  await confirm(lead.id, { address: 'Via Lecce 2' })
  expect(await tripsOf(lead.id)).toMatchObject([{ id: trip.id, address: 'Via Lecce 2', state: 'assigned' }])
  await confirm(lead.id, { address: '' })
  expect(await tripsOf(lead.id)).toMatchObject([{ address: null, state: 'assigned' }])
})

test('a trip that gets another address keeps the time to which staff have just moved its request', async () => {
  const { id } = await newLead()
  await confirm(id)
  const [trip] = await tripsOf(id)
  // The reaction that moves the trip has not run yet when the dispatcher saves.
  await patch(`bookings/${id}`, { date: dayIn(21), time: '16:00' })
  expect((await patch(`trips/${trip.id}`, { address: 'Via Palmieri 5' })).status).toBe(200)
  await app.drain()
  expect((await app.get(`/api/admin/bookings/${id}`, staff)).body).toMatchObject({
    date: dayIn(21),
    time: '16:00',
    address: 'Via Palmieri 5',
  })
  expect((await tripsOf(id))[0]).toMatchObject({ pickupAt: at(21, '16:00'), address: 'Via Palmieri 5' })
})

test('a trip that starts elsewhere changes the place of a request with one ride', async () => {
  const lead = await newLead({ address: 'Via Roma 1' })
  await confirm(lead.id)
  const [trip] = await tripsOf(lead.id)
  expect((await patch(`trips/${trip.id}`, { to: 'Otranto', address: 'Via Lecce 2' })).status).toBe(200)
  expect((await app.get(`/api/admin/leads/booking/${lead.id}`, staff)).body).toMatchObject({
    departure: 'Aeroporto Brindisi',
    destination: 'Otranto',
    address: 'Via Lecce 2',
    date: dayIn(20),
    time: '14:30',
  })
})

test('a customer who cancels cancels the trip, and the deletion of a lead deletes its trips', async () => {
  const { lead, accept } = await acceptedLead()
  await accept()
  await app.post(`/api/requests/${lead.token}/cancel`, {}, { 'x-forwarded-for': newAddress() })
  await app.drain()
  const [trip] = await tripsOf(lead.id)
  expect(trip.state).toBe('cancelled')
  await sql`delete from leads where kind = 'booking' and id = ${lead.id}`
  expect(await sql`select id from trips where id = ${trip.id}`).toEqual([])
})

test('a dispatcher who still sees a trip as it was neither reopens, moves nor assigns it', async () => {
  const { lead, accept } = await acceptedLead()
  await accept()
  await app.drain()
  const [{ id }] = await tripsOf(lead.id)
  const [vehicleId, driverId] = [await newVehicle(), await newDriver()]
  const { body: seen } = await assign(id, vehicleId, driverId)
  const { updatedAt } = seen
  await app.post(`/api/requests/${lead.token}/cancel`, {}, { 'x-forwarded-for': newAddress() })
  await app.drain()
  const replies = [
    await patch(`trips/${id}`, { state: 'planned', updatedAt }),
    await patch(`trips/${id}`, { pickupAt: at(20, '18:00'), updatedAt }),
    await post(`trips/${id}/assign`, { vehicleId, driverId, updatedAt }),
  ]
  for (const { status, body } of replies)
    expect([status, body.detail]).toEqual([
      409,
      'Il viaggio è cambiato nel frattempo: guarda com’è ora e riprova.',
    ])
  // Nor does a caller without a version change a trip that its customer has cancelled.
  expect((await patch(`trips/${id}`, { pickupAt: at(20, '18:00') })).body.detail).toBe(
    'Il viaggio è annullato: riaprilo prima.',
  )
  expect((await tripsOf(lead.id))[0]).toMatchObject({ state: 'cancelled', pickupAt: seen.pickupAt })
})

test('a trip moves to another vehicle and time in one step, although its own vehicle is busy then', async () => {
  const vehicles = [await newVehicle(), await newVehicle()] as const
  const drivers = [await newDriver(), await newDriver()] as const
  const [trip, other] = [
    await newTrip(),
    await newTrip({ pickupAt: at(40, '15:00'), endsAt: at(40, '15:45') }),
  ]
  await assign(trip, vehicles[0], drivers[0])
  await assign(other, vehicles[0], drivers[1])
  const later = { pickupAt: at(40, '15:00'), endsAt: at(40, '15:45') }
  const to = (vehicleId: number, driverId: number) =>
    patch(`trips/${trip}`, { ...later, assign: { vehicleId, driverId } })
  expect((await patch(`trips/${trip}`, later)).status).toBe(409)
  expect((await to(vehicles[1], drivers[1])).body.clashes).toMatchObject([{ of: 'driver', tripId: other }])
  expect((await to(vehicles[1], drivers[0])).body).toMatchObject({
    ...later,
    vehicleId: vehicles[1],
    driverId: drivers[0],
    state: 'assigned',
  })
  await patch(`trips/${trip}`, { state: 'cancelled' })
  expect((await to(vehicles[1], drivers[0])).body.detail).toBe('Il viaggio è annullato: riaprilo prima.')
})

test('a trip says whether staff must call its customer, because no mail arrives', async () => {
  const [mute, reached] = [await newLead(), await newLead({ email: 'anna@example.com' })]
  for (const { id } of [mute, reached]) await confirm(id)
  const needsCall = async ({ id }: { id: number }) => (await tripsOf(id))[0].needsCall
  expect([await needsCall(mute), await needsCall(reached)]).toEqual([true, false])
  await sql`update leads set call_instead = true where kind = 'booking' and id = ${reached.id}`
  expect(await needsCall(reached)).toBe(true)
})

test('the trips of some days are listed by pick-up, in days of Rome', async () => {
  const late = await newTrip({ pickupAt: at(60, '23:30'), endsAt: at(61, '00:30') })
  const early = await newTrip({ pickupAt: at(60, '00:10'), endsAt: at(60, '01:00') })
  await newTrip({ pickupAt: at(61, '00:00'), endsAt: at(61, '01:00') })
  const list = (from: string, to: string) => app.get(`/api/admin/trips?from=${from}&to=${to}`, staff)
  const { body } = await list(dayIn(60), dayIn(60))
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([early, late])
  expect((await list(dayIn(61), dayIn(60))).status).toBe(422)
  expect((await list(dayIn(1), dayIn(400))).status).toBe(422)
})

test('vehicle and driver must be able to do the trip; the refusal names every reason', async () => {
  const trip = await newTrip({ passengers: 4, bags: 5 })
  const day = dayIn(40)
  const refused = async (vehicle: object, driver: object) => {
    const { status, body } = await assign(trip, await newVehicle(vehicle), await newDriver(driver))
    return [status, ...(body.clashes ?? []).map(({ of, message }: Record<string, string>) => [of, message])]
  }
  const driver = { name: 'Ada' }
  expect(await refused({ plate: 'AA111AA', seats: 3, bags: 1 }, driver)).toEqual([
    409,
    ['vehicle', 'Il veicolo AA111AA ha 3 posti per 4 passeggeri.'],
    ['vehicle', 'Il veicolo AA111AA porta 1 bagaglio su 5.'],
  ])
  const out = { outOfServiceFrom: day }
  expect(await refused({ plate: 'AA112AA', ...out }, { ...driver, licenceExpiresOn: dayIn(39) })).toEqual([
    409,
    ['vehicle', 'Il veicolo AA112AA è fuori servizio.'],
    ['driver', 'La patente di Ada è scaduta per quel giorno.'],
  ])
  const off = { daysOff: [{ from: dayIn(38), until: day }], certificateExpiresOn: dayIn(39), isActive: false }
  const [status, ...clashes] = await refused({ plate: 'AA113AA', isActive: false }, { ...driver, ...off })
  expect([status, clashes.map((one) => one?.[0])]).toEqual([409, ['vehicle', 'driver', 'driver', 'driver']])
  const free = {
    licenceExpiresOn: day,
    certificateExpiresOn: day,
    daysOff: [{ from: dayIn(41), until: dayIn(41) }],
  }
  expect(await refused({ outOfServiceFrom: dayIn(30), outOfServiceUntil: dayIn(39) }, free)).toEqual([200])
  expect((await assign(trip, 2_000_000, await newDriver())).body.errors[0].path).toBe('vehicleId')
  expect((await assign(2_000_000, await newVehicle(), await newDriver())).status).toBe(404)
})

test('two trips need the drive between them and a buffer of fifteen minutes', async () => {
  const [vehicle, driver] = [await newVehicle(), await newDriver()]
  const first = await newTrip({ pickupAt: at(41, '10:00'), endsAt: at(41, '10:45') })
  expect((await assign(first, vehicle, driver)).status).toBe(200)
  const inGallipoli = { from: 'Gallipoli', to: 'Lecce' }
  const tight = await newTrip({ ...inGallipoli, pickupAt: at(41, '10:55'), endsAt: at(41, '11:40') })
  const refusal = await assign(tight, vehicle, await newDriver())
  expect(refusal.status).toBe(409)
  expect(refusal.body.clashes).toEqual([
    { of: 'vehicle', tripId: first, message: expect.stringContaining('restano 10 minuti, ne servono 15') },
  ])
  const fitting = await newTrip({ ...inGallipoli, pickupAt: at(41, '11:00'), endsAt: at(41, '11:45') })
  expect((await assign(fitting, vehicle, driver)).status).toBe(200)
  // The driver needs more than half an hour from Lecce back to Gallipoli, so the pick-up is too early.
  const far = await newTrip({ ...inGallipoli, pickupAt: at(41, '12:15'), endsAt: at(41, '13:00') })
  const late = await assign(far, await newVehicle(), driver)
  expect([late.status, late.body.clashes.map(({ of }: { of: string }) => of)]).toEqual([409, ['driver']])
})

test('of two dispatchers who assign the same vehicle to overlapping trips exactly one succeeds', async () => {
  const vehicle = await newVehicle()
  for (let round = 0; round < 5; round++) {
    const day = 70 + round
    const when = { pickupAt: at(day, '10:00'), endsAt: at(day, '10:45') }
    const trips = await Promise.all([newTrip(when), newTrip(when)])
    const drivers = await Promise.all([newDriver(), newDriver()])
    const replies = await Promise.all(trips.map((trip, index) => assign(trip, vehicle, drivers[index] ?? 0)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409])
    const winner = trips[replies.findIndex(({ status }) => status === 200)]
    const loser = replies.find(({ status }) => status === 409)
    expect(loser?.body.clashes).toMatchObject([{ of: 'vehicle', tripId: winner }])
  }
})

test('the database refuses a second trip of a vehicle or driver at the same time', async () => {
  const [vehicle, other, driver, second] = [
    await newVehicle(),
    await newVehicle(),
    await newDriver(),
    await newDriver(),
  ]
  const insert = (vehicleId: number, driverId: number, from: string) => sql`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, vehicle_id, driver_id, state)
    values ('A', 'B', ${at(80, from)}, ${at(80, from)}::timestamptz + interval '1 hour', 1, 0, ${vehicleId},
      ${driverId}, 'assigned')`
  await insert(vehicle, driver, '10:00')
  await expect(insert(vehicle, second, '10:59')).rejects.toThrow('engagements_vehicle_once')
  await expect(insert(other, driver, '09:01')).rejects.toThrow('engagements_driver_once')
  await insert(vehicle, driver, '11:00')
})

test('a change that no longer fits vehicle or driver is refused; a cancelled trip frees both', async () => {
  const [vehicle, driver] = [await newVehicle({ seats: 3 }), await newDriver()]
  const first = await newTrip({ pickupAt: at(42, '10:00'), endsAt: at(42, '10:45') })
  const second = await newTrip({ pickupAt: at(42, '15:00'), endsAt: at(42, '15:45') })
  for (const trip of [first, second]) expect((await assign(trip, vehicle, driver)).status).toBe(200)
  const moved = await patch(`trips/${second}`, { pickupAt: at(42, '10:30') })
  expect([moved.status, moved.body.clashes.map(({ tripId }: { tripId: number }) => tripId)]).toEqual([
    409,
    [first],
  ])
  expect((await patch(`trips/${second}`, { passengers: 4 })).status).toBe(409)
  const fits = await patch(`trips/${second}`, { pickupAt: at(42, '16:00'), total: '90,50' })
  expect(fits.body).toMatchObject({ state: 'assigned', pickupAt: at(42, '16:00'), total: '90.50' })
  expect((await patch(`trips/${second}`, { passengers: 2, updatedAt: '2026-01-01T00:00:00Z' })).status).toBe(
    409,
  )
  expect((await patch(`trips/${second}`, { endsAt: at(42, '15:00') })).body.errors[0].path).toBe('endsAt')

  const cancelled = await patch(`trips/${first}`, { state: 'cancelled' })
  expect(cancelled.body).toMatchObject({ state: 'cancelled', vehicleId: null, driverId: null })
  const third = await newTrip({ pickupAt: at(42, '10:00'), endsAt: at(42, '10:45') })
  expect((await assign(third, vehicle, driver)).status).toBe(200)
  expect((await assign(first, vehicle, driver)).status).toBe(409)
  expect((await patch(`trips/${first}`, { state: 'planned' })).body.state).toBe('planned')
})

test('an arrival that staff entered stays until place or pick-up change', async () => {
  const own = at(44, '12:00')
  const trip = await newTrip({ pickupAt: at(44, '10:00'), endsAt: own })
  const saved = async (change: object) => (await patch(`trips/${trip}`, change)).body.endsAt
  // The same moment with another offset from UTC is no change.
  const repeated = at(44, '10:00').replace('Z', '+00:00')
  expect(await saved({ pickupAt: repeated, from: 'Lecce', to: 'Gallipoli', bags: 2 })).toBe(own)
  expect(await saved({ endsAt: null })).not.toBe(own)
  expect(await saved({ endsAt: own })).toBe(own)
  expect(await saved({ pickupAt: at(44, '10:15') })).not.toBe(own)
})

test('a vehicle or driver with trips cannot be deleted', async () => {
  const [vehicle, driver] = [await newVehicle(), await newDriver()]
  await assign(await newTrip({ pickupAt: at(43, '10:00'), endsAt: at(43, '10:45') }), vehicle, driver)
  for (const path of [`vehicles/${vehicle}`, `drivers/${driver}`]) {
    const { status, body } = await app.send('DELETE', `/api/admin/${path}`, undefined, staff)
    expect([status, body.detail]).toEqual([409, expect.stringContaining('un viaggio')])
  }
})

test('an impossible trip is refused at its fields', async () => {
  const form = { from: 'Lecce', to: 'Gallipoli', pickupAt: at(40, '10:00'), passengers: 2, bags: 0 }
  const refused = async (change: object) => {
    const { status, body } = await post('trips', { ...form, ...change })
    return [status, ...body.errors.map(({ path }: { path: string }) => path)]
  }
  expect(await refused({ from: '' })).toEqual([422, 'from'])
  expect(await refused({ pickupAt: 'domani' })).toEqual([422, 'pickupAt'])
  expect(await refused({ endsAt: at(40, '09:00') })).toEqual([422, 'endsAt'])
  expect(await refused({ passengers: 0, bags: 1.5 })).toEqual([422, 'passengers', 'bags'])
  for (const total of ['poco', '-', 'Su richiesta', '1.250'])
    expect([total, ...(await refused({ total }))]).toEqual([total, 422, 'total'])
})

test('a ride for free costs 0, in a trip as in a request, and is no ride without a price', async () => {
  const trip = await newTrip({ total: '0,00' })
  expect((await app.get(`/api/admin/trips/${trip}`, staff)).body.total).toBe('0')
  expect((await patch(`trips/${trip}`, { bags: 1 })).body.total).toBe('0')
  expect((await patch(`trips/${trip}`, { total: '' })).body.total).toBeNull()
  const { id } = await given.lead(app, 'request')
  const lead = `/api/admin/leads/availability_request/${id}`
  const { updatedAt } = (await app.get(lead, staff)).body
  const changed = await patch(`availability-requests/${id}`, { price: '0', updatedAt })
  expect([changed.status, (await app.get(lead, staff)).body.price]).toEqual([200, '0'])
})

test('each trip of an accepted offer exists once, however often the acceptance is repeated', async () => {
  const accepted = await Promise.all([acceptedLead(), acceptedLead(andBack), acceptedLead(andBack)])
  await Promise.all(accepted.flatMap(({ accept }) => [accept(), accept()]))
  await app.drain()
  const wrong = await sql`
    select offers.id, line.direction
    from offers cross join lateral jsonb_to_recordset(lines) as line (direction text)
      left join rides p on p.lead_kind = offers.lead_kind and p.lead_id = offers.lead_id
        and p.direction = line.direction
    where offers.state = 'accepted' group by offers.id, line.direction having count(p.trip_id) <> 1`
  expect(wrong).toEqual([])
})

test('the state of a trip decides which fields a save may change, and the refusal names field and reason', async () => {
  const saved = async (id: number, change: object) => {
    const { status, body } = await patch(`trips/${id}`, change)
    return status === 200 ? 'saved' : [status, body.errors?.[0]?.path ?? '', body.detail]
  }
  const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString()
  const when = { pickupAt: soon(60), endsAt: soon(120) }
  const report = async (id: number, ...events: string[]) => {
    for (const event of events)
      await post(`trips/${id}/events`, { event, at: soon(0), key: `${id} ${event}`, km: 100 })
  }

  const trip = await newTrip(when)
  // A vehicle whose authorization has expired since the assignment refuses another ride, but no other price or address.
  const expiring = await newVehicle()
  await assign(trip, expiring, await newDriver())
  await sql`update vehicles set authorization_expires_on = ${dayIn(-1)} where id = ${expiring}`
  expect(await saved(trip, { address: 'Via Roma 1', total: '75' })).toBe('saved')
  expect((await patch(`trips/${trip}`, { to: 'Otranto' })).status).toBe(409)
  await sql`update vehicles set authorization_expires_on = null where id = ${expiring}`

  await report(trip, 'started')
  expect(await saved(trip, { from: 'Otranto', pickupAt: soon(70), endsAt: soon(130) })).toBe('saved')
  const other = { vehicleId: await newVehicle(), driverId: await newDriver() }
  for (const change of [{ state: 'cancelled' }, { assign: other }])
    expect(await saved(trip, change)).toEqual([
      ...[409, '', 'Il viaggio è già cominciato: non si può più cambiare.'],
    ])

  await report(trip, 'onSite', 'aboard')
  const aboard = 'Il cliente è già a bordo: partenza e ora non cambiano più.'
  expect(await saved(trip, { from: 'Lecce' })).toEqual([409, 'from', aboard])
  expect(await saved(trip, { pickupAt: soon(80) })).toEqual([409, 'pickupAt', aboard])
  expect(await saved(trip, { to: 'Otranto', endsAt: soon(150), flightOrTrain: 'FR1' })).toBe('saved')

  await report(trip, 'finished')
  const ended = 'Il viaggio è concluso: si può correggere solo il prezzo.'
  expect(await saved(trip, { passengers: 3, total: '90' })).toEqual([409, 'passengers', ended])
  expect(await saved(trip, { total: '90' })).toBe('saved')
  expect((await app.get(`/api/admin/trips/${trip}`, staff)).body).toMatchObject({
    state: 'finished',
    total: '90',
    passengers: 2,
    from: 'Otranto',
    to: 'Otranto',
  })

  const cancelled = await newTrip(when)
  await patch(`trips/${cancelled}`, { state: 'cancelled' })
  const reopen = 'Il viaggio è annullato: riaprilo prima.'
  expect(await saved(cancelled, { address: 'Via Roma 1' })).toEqual([409, 'address', reopen])
  expect(await saved(cancelled, { state: 'cancelled', address: 'Via Roma 1' })).toEqual([
    ...[409, 'address', reopen],
  ])
  expect(await saved(cancelled, { total: '30' })).toBe('saved')
  expect(await saved(cancelled, { state: 'planned', address: 'Via Roma 1' })).toBe('saved')
})
