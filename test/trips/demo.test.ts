import { expect, test } from 'vitest'
import { addDemoTrips } from '../../src/modules/trips/module.ts'
import { startApp } from '../app.ts'
import { given } from '../given.ts'

const morning = new Date('2027-06-16T08:40:00Z')

test('a new installation shows a fleet, a week of trips and sheets; one act deletes all that staff did not make theirs', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ role: 'operatore' })
  const boss = await app.logIn()
  const path = '/api/admin/trip-examples'
  expect((await app.get(path, staff)).body).toEqual({ vehicles: 0, drivers: 0, trips: 0 })
  await addDemoTrips(app.sql, morning)
  const all = { vehicles: 3, drivers: 3, trips: 44 }
  expect((await app.get(path, staff)).body).toEqual(all)
  const week = (await app.get('/api/admin/trips?from=2027-06-13&to=2027-06-19', staff)).body.items
  expect(week).toHaveLength(44)
  const states = Object.groupBy(week, ({ state }: { state: string }) => state)
  expect(Object.keys(states).sort()).toEqual(['aboard', 'assigned', 'finished', 'planned'])
  const sheets =
    await app.sql`select number, vehicle_id, arrival_at from service_sheets order by vehicle_id, number`
  expect(sheets).toHaveLength((states.finished?.length ?? 0) + (states.aboard?.length ?? 0))
  // Nobody can log in with the account of the example driver.
  const form = { username: 'autista-esempio', password: '-' }
  expect((await app.post('/api/admin/login', form)).status).toBe(401)

  const byName = async (table: string, column: string, value: string) => {
    const [row] = await app.sql<[{ id: number }]>`
      select id from ${app.sql(table)} where ${app.sql(column)} = ${value}`
    return row.id
  }
  const used = await byName('vehicles', 'plate', 'ES100SA')
  const [changed, other] = [
    await byName('drivers', 'name', 'Giulia (esempio)'),
    await byName('drivers', 'name', 'Marco (esempio)'),
  ]
  const { phone, languages, updatedAt } = (await app.get(`/api/admin/drivers/${changed}`, boss)).body
  const giulia = { name: 'Giulia Rizzo', phone, languages, updatedAt }
  const saved = await app.send('PUT', `/api/admin/drivers/${changed}`, giulia, boss)
  expect([saved.status, saved.body.errors]).toEqual([200, undefined])
  const trip = { from: 'Lecce', to: 'Otranto', pickupAt: '2027-07-01T08:00:00Z', passengers: 2, bags: 1 }
  const { id } = (await app.post('/api/admin/trips', trip, staff)).body
  const assigned = await app.post(
    `/api/admin/trips/${id}/assign`,
    { vehicleId: used, driverId: other },
    staff,
  )
  expect(assigned.status).toBe(200)

  expect((await app.send('DELETE', path, undefined, staff)).status).toBe(403)
  const removed = await app.send('DELETE', path, undefined, boss)
  expect([removed.status, removed.body]).toEqual([200, { vehicles: 2, drivers: 1, trips: 44 }])
  expect(await app.sql`select plate from vehicles`).toEqual([{ plate: 'ES100SA' }])
  expect(await app.sql`select name from drivers order by name`).toEqual([
    { name: 'Giulia Rizzo' },
    { name: 'Marco (esempio)' },
  ])
  expect(await app.sql`select id from trips`).toEqual([{ id }])
  expect(await app.sql`select id from service_sheets`).toEqual([])
  expect((await app.get(path, staff)).body).toEqual({ vehicles: 0, drivers: 0, trips: 0 })
  expect((await app.send('DELETE', path, undefined, boss)).body).toEqual({
    vehicles: 0,
    drivers: 0,
    trips: 0,
  })
})

test('an example trip that takes a customer stays when the examples go', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await addDemoTrips(app.sql, morning)
  const ride = {
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    date: '2027-06-18',
    time: '10:20',
  }
  const lead = await given.lead(app, 'booking', { ...ride, passengers: '2', luggage: '1' })
  const confirmed = { status: 'confermata' }
  expect((await app.send('PATCH', `/api/admin/bookings/${lead.id}`, confirmed, staff)).status).toBe(200)
  await app.drain()
  interface Found {
    id: number
    to: string
    parties: { leadId: number }[]
  }
  const day: Found[] = (await app.get('/api/admin/trips?from=2027-06-18&to=2027-06-18', staff)).body.items
  const own = day.find(({ parties }) => parties.length === 1)
  const example = day.find(({ to, parties }) => to === 'Gallipoli' && parties.length === 0)
  const join = { tripIds: [own?.id] }
  expect((await app.post(`/api/admin/trips/${example?.id}/join`, join, staff)).status).toBe(200)
  const { body } = await app.send('DELETE', '/api/admin/trip-examples', undefined, staff)
  expect(body).toEqual({ vehicles: 2, drivers: 2, trips: 43 })
  const { items } = (await app.get('/api/admin/trips?from=2027-06-13&to=2027-06-19', staff)).body
  expect(items).toMatchObject([{ id: example?.id, parties: [{ leadId: lead.id }] }])
})
