import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { dayIn, given, stampOf } from '../given.ts'
import { newAddress } from '../newAddress.ts'

/** The app of tests that look only at days of their own. */
const app = await openApp({ data: 'demo' })

/** Returns the forms of a request and a booking for the day `days` days from today. The return is a week later. */
const formsFor = (days: number) => ({
  request: given.request({
    destination: 'Gallipoli',
    date: dayIn(days),
    time: '10:30',
    returnTrip: true,
    returnDate: dayIn(days + 7),
    returnTime: '18:00',
  }),
  booking: given.booking({ time: 'verso sera', date: dayIn(days), phone: '0832 123456' }),
})

async function withTrips(app: App, days: number) {
  const { request, booking } = formsFor(days)
  const from = { 'x-forwarded-for': newAddress() }
  const { body } = await app.post('/api/availability-requests', request, from)
  await app.post('/api/bookings', booking, from)
  await app.post('/api/bookings', { ...booking, date: 'domani' }, from)
  return { id: body.id, headers: await app.logIn({ isSuperAdmin: false }) }
}

test('the calendar shows each leg on its day, by time, and omits lost leads and those without a day', async () => {
  const { id, headers } = await withTrips(app, 100)
  const { status, body } = await app.get(`/api/admin/calendar?from=${dayIn(91)}&to=${dayIn(120)}`, headers)
  expect(status).toBe(200)
  expect(
    body.items.map(({ leg, date, time, from }: Record<string, string>) => [date, time, leg, from]),
  ).toEqual([
    [dayIn(100), null, 'andata', 'Lecce'],
    [dayIn(100), '10:30', 'andata', 'Aeroporto Brindisi'],
    [dayIn(107), '18:00', 'ritorno', 'Gallipoli'],
  ])
  await app.send('PATCH', `/api/admin/availability-requests/${id}`, { status: 'persa' }, headers)
  const after = await app.get(`/api/admin/calendar?from=${dayIn(91)}&to=${dayIn(120)}`, headers)
  expect(after.body.items).toHaveLength(1)
  for (const bad of ['from=2027-06-01', 'from=2027-06-31&to=2027-07-01', 'from=2027-01-01&to=2028-01-01'])
    expect((await app.get(`/api/admin/calendar?${bad}`, headers)).status, bad).toBe(422)
})

test('a trip is moved to another day and hour, the return separately', async () => {
  const { id, headers } = await withTrips(app, 200)
  const path = `/api/admin/availability-requests/${id}`
  const { updatedAt } = (await app.get(path, headers)).body
  const moved = await app.send<object>('PATCH', path, { date: dayIn(201), time: '09:00', updatedAt }, headers)
  expect(moved.body).toMatchObject({ date: dayIn(201), time: '09:00', returnDate: dayIn(207) })
  expect((await app.send('PATCH', path, { returnDate: dayIn(208), updatedAt }, headers)).status).toBe(409)
  expect((await app.send('PATCH', path, { returnDate: dayIn(208) }, headers)).status).toBe(200)
  const { body } = await app.get(`/api/admin/calendar?from=${dayIn(201)}&to=${dayIn(208)}`, headers)
  expect(body.items.map(({ date, time }: Record<string, string>) => `${date} ${time}`)).toEqual([
    `${dayIn(201)} 09:00`,
    `${dayIn(208)} 18:00`,
  ])
})

test('a calendar program reads the trips at a secret URL, which staff can renew and which ends with the account', async () => {
  await using app = await startApp()
  const { id, headers } = await withTrips(app, 100)
  expect((await app.get('/api/admin/calendar-feed', headers)).body).toEqual({ url: null })
  const { body } = await app.post('/api/admin/calendar-feed', {}, headers)
  expect(body.url).toMatch(/^https:\/\/www\.salento\.example\/calendario\/\d+-[\w-]{22}\.ics$/)
  expect((await app.get('/api/admin/calendar-feed', headers)).body).toEqual(body)
  const path = new URL(body.url).pathname
  const feed = await app.get(path)
  expect(feed.status).toBe(200)
  expect(feed.headers.get('content-type')).toContain('text/calendar')
  expect(feed.text.match(/BEGIN:VEVENT/g)).toHaveLength(3)
  const lines = feed.text.replaceAll('\r\n ', '').split('\r\n')
  expect(lines).toContain(`DTSTART:${stampOf(dayIn(100), '10:30')}`)
  expect(lines).toContain(`DTSTART;VALUE=DATE:${dayIn(100).replaceAll('-', '')}`)
  expect(lines).toContain('STATUS:TENTATIVE')
  expect(lines.find((line) => line.startsWith('DESCRIPTION'))).toContain('Telefono: ')
  await app.send('PATCH', `/api/admin/availability-requests/${id}`, { status: 'confermata' }, headers)
  expect((await app.get(path)).text).toContain('STATUS:CONFIRMED')
  const wrong = path.replace(/.{26}\.ics$/, 'x'.repeat(22).concat('.ics'))
  expect((await app.get(wrong)).status).toBe(404)
  const renewed = await app.post('/api/admin/calendar-feed', {}, headers)
  expect((await app.get(path)).status).toBe(410)
  const renewedPath = new URL(renewed.body.url).pathname
  expect((await app.get(renewedPath)).status).toBe(200)
  await app.sql`update admin_users set is_active = false`
  expect((await app.get(renewedPath)).status).toBe(410)
})

test('the calendar suggests the two groups of six shared trips that fit one vehicle each', async () => {
  const headers = await app.logIn({ isSuperAdmin: false })
  const asks = [
    // These three trips down the Ionian coast begin within 45 minutes.
    ['Gallipoli', '10:00', '2'],
    ['Santa Maria al Bagno', '10:20', '3'],
    ['Porto Cesareo', '10:45', '2'],
    // These two trips down the Adriatic coast begin in the same hour.
    ['Otranto', '10:10', '2'],
    ["Torre dell'Orso", '10:30', '2'],
    // This trip is too late: the first passenger would wait longer than promised.
    ['Gallipoli', '11:00', '1'],
  ] as const
  for (const [index, [destination, time, passengers]] of asks.entries())
    await app.post(
      '/api/availability-requests',
      {
        ...formsFor(300).request,
        returnTrip: false,
        destination,
        time,
        passengers,
        phone: `+39 347 123450${index}`,
      },
      { 'x-forwarded-for': newAddress() },
    )
  const { body } = await app.get(`/api/admin/calendar?from=${dayIn(300)}&to=${dayIn(300)}`, headers)
  expect(body.items).toHaveLength(6)
  const shown = body.pools.map(({ trips, people, waitMinutes }: (typeof body.pools)[number]) => [
    trips.map(({ to }: { to: string }) => to).sort(),
    people,
    waitMinutes,
  ])
  expect(shown).toEqual([
    [['Gallipoli', 'Porto Cesareo', 'Santa Maria al Bagno'], 7, 45],
    [['Otranto', "Torre dell'Orso"], 4, 20],
  ])
  // Shared rides do not start in Bari, and passengers of lost leads do not count.
  await app.sql`update rides set asked_from = 'Aeroporto Bari' where asked_to = 'Otranto' and asked_day = ${dayIn(300)}`
  await app.sql`
    update leads set status = 'persa'
    where (kind, id) in (select lead_kind, lead_id from rides where asked_to = 'Porto Cesareo' and asked_day = ${dayIn(300)})`
  const after = await app.get(`/api/admin/calendar?from=${dayIn(300)}&to=${dayIn(300)}`, headers)
  expect(after.body.pools.map(({ people }: { people: number }) => people)).toEqual([5])
})

test('a range of passengers counts as its upper end, and staff see whom to ask for the exact number', async () => {
  const headers = await app.logIn({ isSuperAdmin: false })
  const asks = [
    ['Gallipoli', '1-4'],
    ['Santa Maria al Bagno', '3'],
    ['Porto Cesareo', '2'],
    ['Otranto', '5-8'],
    ["Torre dell'Orso", '8+'],
  ] as const
  for (const [destination, passengers] of asks) {
    const { status } = await app.post(
      '/api/bookings',
      { ...formsFor(400).booking, departure: 'Aeroporto Brindisi', time: '10:00', destination, passengers },
      { 'x-forwarded-for': newAddress() },
    )
    expect(status).toBe(201)
  }
  const { body } = await app.get(`/api/admin/calendar?from=${dayIn(400)}&to=${dayIn(400)}`, headers)
  const placesOf = (trips: { to: string }[]) => trips.map(({ to }) => to).sort()
  expect(
    body.pools.map(({ trips, people, isExact }: (typeof body.pools)[number]) => [
      placesOf(trips),
      people,
      isExact,
    ]),
  ).toEqual([[['Gallipoli', 'Santa Maria al Bagno'], 7, false]])
  expect(placesOf(body.uncounted)).toEqual(['Gallipoli', 'Otranto'])
})
