import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()
const { sql } = app

const hours = (count: number) => new Date(Date.now() + count * 3_600_000)

let people = 0

/** Stores a driver with an account, and a vehicle. */
async function newDriver() {
  people += 1
  const headers = await app.logIn({ role: 'autista' })
  const adminUserId = (await app.get('/api/admin/session', headers)).body.adminUser.id
  const form = { name: `Ugo ${people}`, phone: '347 1234567', adminUserId }
  const { body: driver } = await app.post('/api/admin/drivers', form, staff)
  const van = { plate: `DR${100 + people}VR`, kind: 'minivan', seats: 8, bags: 8 }
  const { body: vehicle } = await app.post('/api/admin/vehicles', van, staff)
  return { headers, adminUserId, driverId: driver.id as number, vehicleId: vehicle.id as number }
}
type Driver = Awaited<ReturnType<typeof newDriver>>

async function newTrip({ driverId, vehicleId }: Driver, pickupAt: Date): Promise<number> {
  const endsAt = new Date(pickupAt.getTime() + 1_800_000)
  const [{ id }] = await sql<[{ id: number }]>`
    insert into trips (from_place, to_place, pickup_at, ends_at, passengers, bags, state, vehicle_id, driver_id)
    values ('Lecce', 'Otranto', ${pickupAt}, ${endsAt}, 2, 1, 'assigned', ${vehicleId}, ${driverId}) returning id`
  return id
}

let keys = 0
const report = ({ headers }: Driver, trip: number, event: string, more: object = {}) => {
  keys += 1
  const km = event === 'started' || event === 'finished' ? 1000 : null
  const form = { event, at: new Date().toISOString(), key: `chiave-${keys}`, km, ...more }
  return app.post(`/api/driver/trips/${trip}/events`, form, headers)
}

const rowsOf = (trip: number) => sql`
  select event, key, km from driver_events where trip_id = ${trip} order by id`
const stateOf = async (trip: number) => (await app.get(`/api/admin/trips/${trip}`, staff)).body.state

test('the reports of a trip follow their order, set its state, and staff read them with both moments', async () => {
  const driver = await newDriver()
  const trip = await newTrip(driver, hours(1))
  const at = hours(-2).toISOString()
  expect((await report(driver, trip, 'onSite')).body.detail).toBe('Prima di «Sul posto» serve «In viaggio».')
  const started = await report(driver, trip, 'started', { at, km: 1000 })
  expect([started.status, started.body.state]).toEqual([200, 'started'])
  expect(await stateOf(trip)).toBe('started')
  const refused = async (event: string) => {
    const { status, body } = await report(driver, trip, event)
    return [status, body.detail]
  }
  expect(await refused('started')).toEqual([409, 'Il viaggio risulta già «In viaggio».'])
  expect(await refused('noShow')).toEqual([409, 'Prima di «Non presentato» serve «Sul posto».'])
  expect(await refused('finished')).toEqual([409, 'Prima di «Arrivato» serve «A bordo».'])
  for (const event of ['onSite', 'aboard']) expect((await report(driver, trip, event)).status).toBe(200)
  expect(await refused('noShow')).toEqual([409, 'Prima di «Non presentato» serve «Sul posto».'])
  expect((await report(driver, trip, 'finished', { km: 1042 })).body.state).toBe('finished')
  expect(await refused('aboard')).toEqual([409, 'Il viaggio è già concluso: risulta «Arrivato».'])

  const { body } = await app.get(`/api/admin/trips/${trip}`, staff)
  expect(body.events).toMatchObject([
    { event: 'started', at, km: 1000 },
    { event: 'onSite', km: null },
    { event: 'aboard' },
    { event: 'finished', km: 1042 },
  ])
  expect(Math.abs(Date.parse(body.events[0].receivedAt) - Date.now())).toBeLessThan(600_000)
  const emitted = await sql`
    select type from outbox where payload = ${sql.json({ tripId: trip })} order by id`
  expect(emitted.map(({ type }) => type)).toEqual([
    'trips:tripStarted',
    'trips:driverArrived',
    'trips:passengersBoarded',
    'trips:tripFinished',
  ])
  const absent = await newTrip(driver, hours(3))
  for (const event of ['started', 'onSite', 'noShow']) await report(driver, absent, event)
  expect(await stateOf(absent)).toBe('noShow')
})

test('a trip can be started from twelve hours before its pick-up', async () => {
  const driver = await newDriver()
  const trip = await newTrip(driver, hours(12.5))
  const early = await report(driver, trip, 'started')
  expect(early.status).toBe(409)
  expect(early.body.detail).toMatch(
    /^È troppo presto per «In viaggio»: il viaggio si può cominciare dalle \d\d:\d\d di [a-zì]+ \d+º? \S+ \d{4}\.$/,
  )
  expect(await stateOf(trip)).toBe('assigned')
  expect((await report(driver, await newTrip(driver, hours(11.5)), 'started')).status).toBe(200)
})

test('a driver sees and reports own trips alone; an account without a driver has none', async () => {
  const [own, other] = [await newDriver(), await newDriver()]
  const trip = await newTrip(own, hours(2))
  const ids = async (headers: Record<string, string>) =>
    (await app.get('/api/driver/trips', headers)).body.items.map(({ id }: { id: number }) => id)
  expect(await ids(own.headers)).toEqual([trip])
  expect(await ids(other.headers)).toEqual([])
  const operator = { ...own, headers: await app.logIn({ role: 'operatore' }) }
  expect((await app.get('/api/driver/trips', operator.headers)).body).toMatchObject({
    items: [],
    driver: null,
  })
  for (const stranger of [other, operator]) {
    const { status, body } = await report(stranger, trip, 'started')
    expect([status, body.detail]).toEqual([404, 'Questo viaggio non è tra i tuoi.'])
  }
  await sql`update trips set driver_id = ${other.driverId}, vehicle_id = ${other.vehicleId} where id = ${trip}`
  expect([await ids(own.headers), await ids(other.headers)]).toEqual([[], [trip]])
  expect((await report(own, trip, 'started')).status).toBe(404)
  expect(await rowsOf(trip)).toEqual([])
})

test('the list has the trips of today and tomorrow with every customer, and older ones only under way', async () => {
  const driver = await newDriver()
  const lead = await given.lead(app, 'booking', {
    name: 'Anna Rossi',
    phone: '+39 347 7654321',
    departure: 'Aeroporto Brindisi',
    destination: 'Gallipoli',
    passengers: '3',
    luggage: '2',
    date: dayIn(1),
    time: '14:30',
    flightOrTrain: 'FR 1234',
    address: 'Via Roma 1',
  })
  await app.send('PATCH', `/api/admin/bookings/${lead.id}`, { status: 'confermata' }, staff)
  await app.drain()
  const [party] = await sql`select trip_id from rides where lead_id = ${lead.id}`
  const { driverId, vehicleId } = driver
  const assigned = await app.post(`/api/admin/trips/${party?.tripId}/assign`, { driverId, vehicleId }, staff)
  expect(assigned.status).toBe(200)
  const underWay = await newTrip(driver, hours(-40))
  await report(driver, underWay, 'started')
  await newTrip(driver, hours(-60))
  await newTrip(driver, hours(60))
  const { body } = await app.get('/api/driver/trips', driver.headers)
  expect(body.driver).toEqual({ id: driverId, name: expect.stringMatching(/^Ugo/) })
  expect(body.items.map(({ id }: { id: number }) => id)).toEqual([underWay, party?.tripId])
  expect(body.items[1]).toMatchObject({
    from: 'Aeroporto Brindisi',
    to: 'Via Roma 1, Gallipoli',
    flightOrTrain: 'FR1234',
    passengers: 3,
    bags: 2,
    state: 'assigned',
    events: [],
    guests: [
      {
        name: 'Anna Rossi',
        phone: '+39 347 7654321',
        passengers: 3,
        bags: 2,
        position: null,
        from: 'Aeroporto Brindisi',
        to: 'Via Roma 1, Gallipoli',
        flightOrTrain: 'FR1234',
        pickupAt: body.items[1].pickupAt,
      },
    ],
  })
  expect(Object.keys(body.items[1])).not.toContain('total')
})

test('kilometres are whole, and the end is not below the start; an impossible report is refused at its fields', async () => {
  const driver = await newDriver()
  const trip = await newTrip(driver, hours(1))
  const fieldsOf = async (event: string, more: object) => {
    const { status, body } = await report(driver, trip, event, more)
    return [status, ...(body.errors ?? []).map(({ path }: { path: string }) => path)]
  }
  expect(await fieldsOf('started', { km: null })).toEqual([422, 'km'])
  expect(await fieldsOf('started', { km: 10.5 })).toEqual([422, 'km'])
  expect(await fieldsOf('started', { km: -1 })).toEqual([422, 'km'])
  expect(await fieldsOf('started', { at: 'adesso' })).toEqual([422, 'at'])
  expect(await fieldsOf('started', { key: 'x' })).toEqual([422, 'key'])
  expect(await fieldsOf('departed', {})).toEqual([422, 'event'])
  expect(await fieldsOf('started', { km: 500 })).toEqual([200])
  for (const event of ['onSite', 'aboard']) await report(driver, trip, event)
  const less = await report(driver, trip, 'finished', { km: 499 })
  expect([less.status, less.body.detail]).toEqual([
    422,
    'I chilometri all’arrivo sono meno di quelli alla partenza (500).',
  ])
  expect(await fieldsOf('finished', { km: 500 })).toEqual([200])
})

const follows = ['assigned started', 'started onSite', 'onSite aboard', 'onSite noShow', 'aboard finished']
const events = ['started', 'onSite', 'aboard', 'finished', 'noShow'] as const

test('in any order, with repeated keys and twice at the same moment, each accepted report is one row and one event, and each trip one sheet', async () => {
  const driver = await newDriver()
  let trips = 0
  const step = fc.record({
    event: fc.constantFrom(...events),
    /** True for a report that fits the state of the trip, so that random orders also reach the trip's end. */
    fits: fc.boolean(),
    key: fc.integer({ min: 1, max: 6 }),
    isTwice: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 12 }), async (steps) => {
      trips += 1
      const trip = await newTrip(driver, hours(-trips))
      let state = 'assigned'
      const rows: { event: string; key: string; km: number | null }[] = []
      for (const { fits, isTwice, ...one } of steps) {
        const fitting = events.find((event) => follows.includes(`${state} ${event}`))
        const event = (fits && fitting) || one.event
        const key = `chiave ${one.key}`
        const known = rows.find((row) => row.key === key)
        const isNew = !known && follows.includes(`${state} ${event}`)
        const expected = known ? (known.event === event ? 200 : 422) : isNew ? 200 : 409
        const sent = Array.from({ length: isTwice ? 2 : 1 }, () => report(driver, trip, event, { key }))
        const replies = await Promise.all(sent)
        expect(replies.map(({ status }) => status)).toEqual(replies.map(() => expected))
        if (!isNew) continue
        state = event
        rows.push({ event, key, km: event === 'started' || event === 'finished' ? 1000 : null })
        expect(replies.map(({ body }) => body.state)).toEqual(replies.map(() => state))
      }
      expect(await rowsOf(trip)).toEqual(rows)
      const [trace] = await sql`
        select state, (select count(*) from outbox where payload = ${sql.json({ tripId: trip })}) as events,
          (select count(*) from service_sheets where trip_id = trips.id) as sheets,
          (select count(*) from service_sheets where trip_id = trips.id and arrival_at is not null) as closed
        from trips where id = ${trip}`
      const hasEnded = state === 'finished' || state === 'noShow'
      const [sheets, closed] = [Math.min(rows.length, 1), hasEnded ? 1 : 0]
      expect(trace).toEqual({ state, events: rows.length, sheets, closed })
    }),
    { numRuns: inFull(12, 30) },
  )
})

test('a trip that goes with its lead takes its reports with it', async () => {
  const driver = await newDriver()
  const trip = await newTrip(driver, hours(1))
  await report(driver, trip, 'started')
  await sql`delete from trips where id = ${trip}`
  expect(await rowsOf(trip)).toEqual([])
})

const makeLink = (adminUserId: number, headers = staff) =>
  app.post('/api/admin/login-links', { adminUserId }, headers)
const tokenOf = ({ body }: { body: { url: string } }) => body.url.split('#')[1] ?? ''
const enter = (token: string, headers: Record<string, string> = {}) =>
  app.post('/api/admin/login-links/use', { token }, { 'x-forwarded-for': newAddress(), ...headers })

test('a link logs in its driver once, although two phones use it at the same moment, and is stored as a hash', async () => {
  const { adminUserId } = await newDriver()
  const made = await makeLink(adminUserId, await app.logIn({ role: 'operatore' }))
  expect(made.status).toBe(201)
  expect(made.body.url).toMatch(/\/admin\/entra\/#[\w-]{43}$/)
  const minutes = (Date.parse(made.body.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(25)
  expect(minutes).toBeLessThan(31)
  const token = tokenOf(made)
  const [stored] =
    await sql`select token_hash from grants where kind = 'loginLink' and admin_user_id = ${adminUserId}`
  expect(stored?.tokenHash).not.toContain(token)

  expect((await enter(token, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
  const replies = await Promise.all([enter(token), enter(token), enter(token)])
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 410, 410])
  const first = replies.find(({ status }) => status === 200)
  expect(first?.body).toMatchObject({ adminUser: { id: adminUserId, role: 'autista' } })
  const [cookie = ''] = first?.headers.getSetCookie() ?? []
  expect(cookie).toMatch(/HttpOnly/)
  const session = { cookie: cookie.slice(0, cookie.indexOf(';')) }
  expect((await app.get('/api/driver/trips', session)).status).toBe(200)
  expect((await app.get('/api/admin/trips', session)).status).toBe(403)
  const [late] = replies.filter(({ status }) => status === 410)
  expect(late?.body.detail).toBe(
    'Questo link non vale più: è scaduto, è già stato usato o è stato chiuso. Chiedine un altro in ufficio.',
  )
  const audited = await sql`
    select action, before, after from audit_log where subject = ${`admin_users/${adminUserId}`} order by id desc limit 2`
  expect(audited).toEqual([
    { action: 'settings:loggedIn', before: null, after: { secondFactor: 'none', isByLink: true } },
    { action: 'settings:loginLinkMade', before: null, after: null },
  ])
  expect(app.lines.filter((line) => line.includes(token))).toEqual([])
})

test('a new link replaces the previous one; an expired link is refused and deleted', async () => {
  const { adminUserId } = await newDriver()
  const [old, fresh] = [await makeLink(adminUserId), await makeLink(adminUserId)]
  expect((await enter(tokenOf(old))).status).toBe(410)
  await sql`update grants set expires_at = now() - interval '1 second' where kind = 'loginLink'`
  expect((await enter(tokenOf(fresh))).status).toBe(410)
  await app.sweep('purgeSessions')
  expect(await sql`select id from grants where kind = 'loginLink' and ended_at is null`).toEqual([])
  expect((await enter('')).status).toBe(422)
})

test('only an active driver without a second factor gets a link, also if the account changes after the link', async () => {
  const office = await app.addStaff('ufficio', { role: 'operatore' })
  const refused = await makeLink(office)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    'Il link è solo per un account attivo con il ruolo Autista, da Utenti Admin.',
  ])
  expect((await makeLink(2_000_000_000)).status).toBe(409)
  const { adminUserId, headers } = await newDriver()
  expect((await makeLink(adminUserId, headers)).status).toBe(403)
  const changes = [sql`role = 'admin'`, sql`is_active = false`, sql`totp_confirmed_at = now()`]
  for (const change of changes) {
    const made = await makeLink(adminUserId)
    expect(made.status).toBe(201)
    await sql`update admin_users set ${change} where id = ${adminUserId}`
    expect((await enter(tokenOf(made))).status).toBe(410)
    expect((await makeLink(adminUserId)).status).toBe(409)
    await sql`
      update admin_users set role = 'autista', is_active = true, totp_confirmed_at = null where id = ${adminUserId}`
  }
})

test('the office reports for a driver without a phone, by the same order, and the trip gets its sheet', async () => {
  const driver = await newDriver()
  const trip = await newTrip(driver, hours(1))
  const operator = await app.logIn({ role: 'operatore' })
  const record = (event: string, km: number | null, headers = operator) =>
    app.post(
      `/api/admin/trips/${trip}/events`,
      { event, km, at: new Date().toISOString(), key: `ufficio-${event}` },
      headers,
    )
  expect((await record('started', 500, driver.headers)).status).toBe(403)
  expect((await record('aboard', null)).status).toBe(409)
  expect((await record('started', 500)).body.state).toBe('started')
  expect((await report(driver, trip, 'onSite')).body.state).toBe('onSite')
  expect((await record('onSite', null)).status).toBe(409)
  for (const [event, km] of [
    ['aboard', null],
    ['finished', 560],
    ['finished', 560],
  ] as const)
    expect((await record(event, km)).status).toBe(200)
  expect(await sql`select start_km, end_km from service_sheets where trip_id = ${trip}`).toEqual([
    { startKm: 500, endKm: 560 },
  ])
  const actions = await sql`select action from audit_log where subject = ${`trips/${trip}`}`
  expect(actions.filter(({ action }) => action === 'trips:tripReported')).toHaveLength(3)
})
