import { expect, test } from 'vitest'
import { romanDay } from '../../src/kernel/romanDay.ts'
import { openApp } from '../app.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const hourMs = 3_600_000
const from = (ms: number) => new Date(Date.now() + ms)

const headers = await app.logIn({ role: 'autista' })
const adminUserId = (await app.get('/api/admin/session', headers)).body.adminUser.id
const form = { name: 'Ugo Orologio', phone: '347 1234567', adminUserId }
const { body: driver } = await app.post('/api/admin/drivers', form, staff)

let plates = 100

/** Adds a vehicle with an assigned trip. The trip is finished first, so that it clashes with no other trip. */
async function newTrip(pickupAt: Date): Promise<number> {
  plates += 1
  const van = { plate: `DC${plates}AA`, kind: 'minivan', seats: 8, bags: 8 }
  const { body: vehicle } = await app.post('/api/admin/vehicles', van, staff)
  await sql`update trips set state = 'finished' where state in ('assigned', 'started', 'onSite', 'aboard')`
  const [{ id }] = await sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    values ('Lecce', 'Otranto', ${pickupAt}, ${new Date(pickupAt.getTime() + hourMs)}, 2, 1, 'assigned', ${vehicle.id},
      ${driver.id}) returning id`
  return id
}

let keys = 0
const report = (trip: number, event: string, at: string, km: number | null = null) => {
  keys += 1
  return app.post(`/api/driver/trips/${trip}/events`, { event, at, key: `orologio-${keys}`, km }, headers)
}

const eventsOf = async (trip: number) => (await app.get(`/api/admin/trips/${trip}`, staff)).body.events
const sheetOf = async (trip: number) =>
  (await app.get('/api/admin/service-sheets?limit=100', staff)).body.items.find(
    (sheet: { tripId: number }) => sheet.tripId === trip,
  )

test('a moment that cannot be true is replaced by the time of receipt, and marked for the office and on the sheet', async () => {
  for (const at of [
    '2025-12-31T23:30:00+01:00',
    '1970-01-01T00:00:00Z',
    from(-13 * hourMs).toISOString(),
    from(hourMs).toISOString(),
    '2090-01-01T00:00:00Z',
  ]) {
    const pickupAt = from(20 * 60_000)
    const trip = await newTrip(pickupAt)
    const before = Date.now()
    const { status, body } = await report(trip, 'started', at, 1000)
    expect([at, status]).toEqual([at, 200])
    expect(Math.abs(Date.parse(body.events[0].at) - before)).toBeLessThan(600_000)
    const [event] = await eventsOf(trip)
    expect([at, event.isReceiptTime]).toEqual([at, true])
    const sheet = await sheetOf(trip)
    expect([at, sheet.isDepartureReceipt, sheet.departureAt]).toEqual([at, true, event.at])
    expect([at, sheet.year]).toEqual([at, Number(romanDay(pickupAt).slice(0, 4))])
    const { text } = await app.get(`/api/admin/service-sheets/export?vehicle=${sheet.vehicleId}`, staff)
    expect(text).toContain('Inizio: ora di ricezione: l’orologio del telefono non era giusto')
  }
})

test('a report that was sent late keeps its moment, and a phone that is a little fast counts as right', async () => {
  const trip = await newTrip(from(-3 * hourMs))
  const [started, onSite] = [from(-4 * hourMs).toISOString(), from(-3.2 * hourMs).toISOString()]
  await report(trip, 'started', started, 1000)
  await report(trip, 'onSite', onSite)
  await report(trip, 'aboard', from(60_000).toISOString())
  const wrong = await report(trip, 'finished', '2020-01-01T00:00:00Z', 1042)
  expect([wrong.status, wrong.body.state]).toEqual([200, 'finished'])
  const events = await eventsOf(trip)
  expect(events.map(({ isReceiptTime }: { isReceiptTime: boolean }) => isReceiptTime)).toEqual([
    ...[false, false, false, true],
  ])
  expect([events[0].at, events[1].at]).toEqual([started, onSite])
  expect(Date.parse(events[2].at)).toBeLessThanOrEqual(Date.now())
  expect(await sheetOf(trip)).toMatchObject({
    departureAt: started,
    isDepartureReceipt: false,
    arrivalAt: events[3].at,
    isArrivalReceipt: true,
  })
})

test('a moment without an offset is Rome’s, and one that does not exist is refused', async () => {
  const trip = await newTrip(from(20 * 60_000))
  const refused = await report(trip, 'started', '0001-01-01T00:00', 1000)
  expect([refused.status, refused.body.errors[0].path]).toEqual([422, 'at'])
  const at = from(-30 * 60_000)
  const [day, time] = [
    romanDay(at),
    new Intl.DateTimeFormat('it-IT', { timeStyle: 'short', timeZone: 'Europe/Rome' }),
  ]
  const { status } = await report(trip, 'started', `${day}T${time.format(at)}`, 1000)
  expect(status).toBe(200)
  const [event] = await eventsOf(trip)
  expect(event.isReceiptTime).toBe(false)
  expect(Math.abs(Date.parse(event.at) - at.getTime())).toBeLessThan(61_000)
})

test('a trip of the old year whose report arrives with a wrong clock in the new year keeps the old year’s number', async () => {
  const { clock } = app.runtime.context
  const { now } = clock
  clock.now = () => new Date('2027-01-02T09:00:00Z')
  try {
    const trip = await newTrip(new Date('2026-12-31T17:00:00Z'))
    expect((await report(trip, 'started', '2031-01-01T00:00:00Z', 1000)).status).toBe(200)
    expect(await sheetOf(trip)).toMatchObject({
      year: 2026,
      number: 1,
      departureAt: '2027-01-02T09:00:00.000Z',
      isDepartureReceipt: true,
    })
  } finally {
    clock.now = now
  }
})
