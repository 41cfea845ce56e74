import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'

const app = await openApp({ data: 'demo' })
const { sql } = app
const staff = await app.logIn()

const get = async (path: string) => (await app.get(`/api/admin/${path}`, staff)).body
const post = (path: string, form: object) => app.post(`/api/admin/${path}`, form, staff)
const patch = (path: string, form: object) => app.send('PATCH', `/api/admin/${path}`, form, staff)

let count = 0

/** Stores a booking and returns its id and the ids of its rides, there and back. */
async function booked(form: object = {}, status = 'confermata') {
  count += 1
  const lead = await given.lead(app, 'booking', {
    name: 'Anna Rossi',
    phone: `+39 347 ${5_000_000 + count}`,
    email: `anna${count}@example.com`,
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: dayIn(30 + count),
    time: '10:00',
    ...form,
  })
  expect((await patch(`bookings/${lead.id}`, { status })).status).toBe(200)
  await app.drain()
  const rides = await sql<{ id: number }[]>`
    select id from rides where lead_kind = 'booking' and lead_id = ${lead.id} order by direction desc`
  return { ...lead, there: rides[0]?.id ?? 0, back: rides[1]?.id ?? 0, day: dayIn(30 + count) }
}

async function newPair() {
  count += 1
  const vehicle = await post('vehicles', { plate: `RC${100 + count}DD`, kind: 'minivan', seats: 8, bags: 8 })
  const driver = await post('drivers', { name: `Ugo ${count}`, phone: '347 1234567' })
  return { vehicleId: vehicle.body.id, driverId: driver.body.id }
}

const nothing = {
  loses: null,
  leavesOthers: false,
  clashes: [],
  tellsCustomer: null,
  offers: [],
  price: null,
}

test('a trial names what a change brings about and changes nothing; the change does it at once, and an undo takes it back', async () => {
  const { id, there, day } = await booked()
  const ride = await get(`rides/${there}`)
  expect(ride).toMatchObject({ leadKind: 'booking', leadId: id, state: 'confirmed', day, time: '10:00' })
  const pair = await newPair()
  await post(`trips/${ride.tripId}/assign`, pair)
  const trip = await get(`trips/${ride.tripId}`)
  // Another trip of the pair is near the new hour.
  const other = await post('trips', {
    from: 'Lecce',
    to: 'Otranto',
    pickupAt: new Date(Date.parse(trip.pickupAt) + 5 * 3_600_000).toISOString(),
    passengers: 1,
    bags: 0,
  })
  await post(`trips/${other.body.id}/assign`, pair)
  const state = async () => ({
    ride: await get(`rides/${there}`),
    trip: await get(`trips/${ride.tripId}`),
    lead: await get(`leads/booking/${id}`),
    acts: (await sql`select id from bulk_acts`).length,
  })
  const before = await state()
  const follows = {
    ...nothing,
    loses: { tripId: ride.tripId, plate: trip.plate, driverName: trip.driverName },
    clashes: [expect.stringContaining(trip.plate)],
    tellsCustomer: 'email',
  }
  const change = { time: '14:30', updatedAt: ride.updatedAt }
  const trial = await patch(`rides/${there}`, { ...change, dryRun: true })
  expect(trial.body).toMatchObject({ ride: { time: '14:30' }, follows })
  expect(await state()).toEqual(before)
  const done = await patch(`rides/${there}`, change)
  expect(done.body).toMatchObject({ ride: { time: '14:30', tripId: ride.tripId }, follows })
  const after = await state()
  expect(after.trip).toMatchObject({ state: 'planned', vehicleId: null })
  expect(Date.parse(after.trip.pickupAt) - Date.parse(trip.pickupAt)).toBe(4.5 * 3_600_000)
  expect(after.lead).toMatchObject({ date: day, time: '14:30', status: 'confermata' })
  expect((await patch(`rides/${there}`, change)).status).toBe(409)

  expect((await post(`bulk-acts/${done.body.actId}/undo`, {})).status).toBe(200)
  await app.drain()
  const undone = await state()
  expect(undone.trip).toMatchObject({ state: 'assigned', pickupAt: trip.pickupAt, ...pair })
  expect(undone.lead).toMatchObject({ time: '10:00' })
})

test('the change of a ride leaves the other ride of its request, and says which offer and price no longer hold', async () => {
  const back = { returnTrip: true, returnDate: dayIn(60), returnTime: '18:00' }
  const { id, there, back: returning } = await booked(back, 'contattata')
  const lines = [
    { direction: 'there', vehicle: 'berlina', total: '90', day: dayIn(61 - 1), time: '10:00' },
    { direction: 'back', vehicle: 'berlina', total: '90', day: dayIn(60), time: '18:00' },
  ]
  lines[0] = { ...lines[0], day: (await get(`rides/${there}`)).day } as (typeof lines)[0]
  const validUntil = new Date(Date.now() + 86_400_000).toISOString()
  const offer = await post('offers', { leadKind: 'booking', leadId: id, validUntil, lines })
  expect(offer.status).toBe(201)
  expect(await get(`rides/${returning}`)).toMatchObject({ state: 'offered', from: 'Gallipoli' })
  const { body } = await patch(`rides/${returning}`, { day: dayIn(62), address: 'Via Roma 5' })
  expect(body.follows).toEqual({ ...nothing, offers: [offer.body.id], price: body.follows.price })
  expect(body.ride).toMatchObject({ day: dayIn(62), address: 'Via Roma 5', tripId: null, state: 'offered' })
  expect(await get(`rides/${there}`)).toMatchObject({ address: null })
  expect(await get(`leads/booking/${id}`)).toMatchObject({ returnDate: dayIn(62), returnTime: '18:00' })
})

test('a ride that has begun, one of staff, and a day or time that is none are refused with a reason', async () => {
  const { there, day } = await booked()
  const { tripId } = await get(`rides/${there}`)
  for (const [form, path] of [
    [{ day: '2031-02-30' }, 'day'],
    [{ time: '' }, 'time'],
    [{ day: '2031-03-30', time: '02:30' }, 'time'],
    [{ position: 'sotto il fico' }, 'position'],
  ] as const) {
    const { status, body } = await patch(`rides/${there}`, form)
    expect([form, status, body.errors?.[0]?.path]).toEqual([form, 422, path])
  }
  await post(`trips/${tripId}/assign`, await newPair())
  await sql`update trips set state = 'started' where id = ${tripId}`
  expect((await patch(`rides/${there}`, { time: '11:00' })).status).toBe(409)
  const form = { from: 'Lecce', to: 'Otranto', pickupAt: `${day}T08:00:00Z`, passengers: 1, bags: 0 }
  const added = await post('trips', form)
  const { items } = await get(`rides?from=${day}&to=${day}`)
  const [own] = items.filter((one: { tripId: number }) => one.tripId === added.body.id)
  expect(own).toMatchObject({ leadId: null, state: 'confirmed', from: 'Lecce', to: 'Otranto' })
  expect((await patch(`rides/${own.id}`, { time: '11:00' })).body.detail).toContain('cambia il suo viaggio')
  expect((await patch('rides/999999', { time: '11:00' })).status).toBe(404)
})

test('a changed ride leaves the trip that it shares, and the others keep vehicle and driver', async () => {
  const date = dayIn(90)
  const [first, second] = [await booked({ date }), await booked({ date, time: '10:20' })]
  const [one, two] = [await get(`rides/${first.there}`), await get(`rides/${second.there}`)]
  expect((await post(`trips/${one.tripId}/join`, { tripIds: [two.tripId] })).status).toBe(200)
  await post(`trips/${one.tripId}/assign`, await newPair())
  const { body } = await patch(`rides/${second.there}`, { time: '17:00' })
  expect(body.follows).toMatchObject({ leavesOthers: true })
  expect(body.ride.tripId).not.toBe(one.tripId)
  expect(await get(`trips/${one.tripId}`)).toMatchObject({
    state: 'assigned',
    parties: [{ leadId: first.id }],
  })
})
