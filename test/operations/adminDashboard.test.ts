import { expect, test } from 'vitest'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'

const request = given.request({ destination: 'Gallipoli' })

async function addRequest(app: App, columns: object): Promise<void> {
  const row = {
    ...{ name: 'x', phone: '0832 1', departure: 'a', destination: 'b', passengers: '1', form_source: 'f' },
    ...columns,
  }
  await app.sql`insert into availability_requests ${app.sql(row)}`
}

/** Returns a time in Rome some days ago, whatever the current time is. */
async function moment(app: App, daysAgo: number, time: string): Promise<Date> {
  const [{ at }] = (await app.sql`
    select (((now() at time zone 'Europe/Rome')::date - ${daysAgo}::int) + ${time}::time) at time zone 'Europe/Rome'
      as at`) as unknown as [{ at: Date }]
  return at
}

test('an empty system shows zeros and the missing configuration', async () => {
  await using app = await startApp()
  const { status, body } = await app.get('/api/admin/dashboard', await app.logIn({ isSuperAdmin: false }))
  expect(status).toBe(200)
  expect(body).toMatchObject({
    requestsToday: 0,
    requestsTotal: 0,
    activeRoutes: 0,
    answers: {
      opening: { from: 360, to: 1440 },
      leads: 0,
      medianMinutes: null,
      inTimePercent: null,
      waiting: 0,
      late: 0,
    },
    mail: { isConfigured: false, queued: 0, failed: 0, lastSentAt: null },
    workers: { alive: 0, lastSeenAt: null },
  })
  expect(body.leadsByDay).toHaveLength(30)
  expect(body.company.defaults).toContain('Telefono')
  expect(body.company.missing).toEqual(expect.arrayContaining(['Indirizzo', 'Licenza NCC']))
  expect((await app.get('/api/admin/dashboard')).status).toBe(401)
})

test('requests of today are those of the Italian day; posts and routes are counted live', async () => {
  await using app = await startApp({ data: 'demo' })
  const headers = await app.logIn()
  await app.post('/api/availability-requests', request)
  await app.post('/api/contacts', { name: 'Ugo', phone: '0832 123456', email: 'u@example.com' })
  await addRequest(app, { created_at: await moment(app, 0, '00:00:01') })
  await addRequest(app, { created_at: await moment(app, 1, '23:59:59') })
  const { body } = await app.get('/api/admin/dashboard', headers)
  expect(body).toMatchObject({ requestsToday: 2, requestsTotal: 3, leadsToday: 3, leadsTotal: 4 })
  expect(body.leadsByDay.at(-1)).toMatchObject({ availabilityRequests: 2, contacts: 1, bookings: 0 })
  expect(body.leadsByDay.at(-2)).toMatchObject({ availabilityRequests: 1 })
  expect(body.leadsBySource).toContainEqual({
    kind: 'availability_request',
    source: 'quick-form',
    count: 1,
    confirmed: 0,
  })
  const [{ n }] = (await app.sql`select count(*) as n from route_prices where is_active`) as unknown as [
    { n: number },
  ]
  expect(body.activeRoutes).toBe(n)
  await app.sql`update route_prices set is_active = false where id = (select min(id) from route_prices)`
  expect((await app.get('/api/admin/dashboard', headers)).body.activeRoutes).toBe(n - 1)
})

test('answer times omit nights and phone calls: median, and how many within fifteen minutes', async () => {
  await using app = await startApp()
  const headers = await app.logIn()
  const answered = async (daysAgo: number, time: string, minutes: number, more: object = {}) => {
    const at = await moment(app, daysAgo, time)
    const answered_at = new Date(at.getTime() + minutes * 60_000)
    await addRequest(app, { created_at: at, answered_at, status: 'contattata', ...more })
  }
  await answered(2, '10:00', 5)
  await answered(2, '11:00', 10)
  await answered(3, '12:00', 40)
  await answered(2, '03:00', 200)
  await answered(2, '10:30', 0, { form_source: 'telefono' })
  await addRequest(app, { created_at: await moment(app, 4, '15:00') })
  const { body } = await app.get('/api/admin/dashboard', headers)
  expect(body.answers).toMatchObject({ leads: 4, medianMinutes: 10, inTimePercent: 50, waiting: 1, late: 1 })
})

test('searches, clicks and the health of mail, queue and workers are shown', async () => {
  await using app = await startApp({ data: 'demo' })
  const headers = await app.logIn()
  await app.sql`update route_prices set ricerche = 7 where id = (select min(id) from route_prices where is_active)`
  await app.sql`insert into unmet_searches (departure, destination, searches) values ('Lecce', 'Roma', 4)`
  await app.post('/api/taps', { kind: 'whatsapp', path: '/tratte/' })
  await app.post('/api/availability-requests', request)
  await app.sql`update outbox set occurred_at = now() - interval '1 hour'`
  const waiting = (await app.get('/api/admin/dashboard', headers)).body
  expect(waiting.topSearches[0]).toMatchObject({ searches: 7 })
  expect(waiting.unmetSearches[0]).toMatchObject({ departure: 'Lecce', destination: 'Roma', searches: 4 })
  expect(waiting.taps).toMatchObject({ call: 0, whatsapp: 1, pages: [{ path: '/tratte/', whatsapp: 1 }] })
  expect(Date.parse(waiting.events.oldestUndispatchedAt)).toBeLessThan(Date.now() - 3_500_000)
  await app.drain()
  await app.sql`update effects set state = 'failed' where reaction = 'integrations:mailAvailabilityRequest'`
  await app.sql`insert into workers (pool_id, host, pid) values ('a', 'h', 1), ('b', 'h', 1), ('c', 'h', 2)`
  const after = await eventually(async () => (await app.get('/api/admin/dashboard', headers)).body)
  expect(after.events).toEqual({ failed: 1, oldestUndispatchedAt: null })
  expect(after.workers.alive).toBe(2)
  expect(after.mail.queued).toBeGreaterThan(0)
})
