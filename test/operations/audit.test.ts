import { globSync, readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter, romanDay } from '../../src/kernel/romanDay.ts'
import { recordKinds } from '../../src/modules/operations/audit/recordKinds.contract.ts'
import { recordPath, recordPaths } from '../../src/web/admin/operations/audit/recordPath.ts'
import { opensScreen } from '../../src/web/admin/screens.ts'
import { type App, openApp, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'

/** The app of tests that each look only at the newest entries, which are their own. */
const app = await openApp({ data: 'demo' })

interface Line {
  id: number
  actor: string
  action: string
  subject: string
  name: string | null
  exists: boolean
  canRestore: boolean
  isRestored: boolean
  restores: number | null
  prices: object[]
}

type Staff = Record<string, string>

const audit = async (app: App, staff: Staff, query = ''): Promise<Line[]> =>
  (await app.get(`/api/admin/audit?limit=100&${query}`, staff)).body.items

const restore = (app: App, staff: Staff, id: number) => app.post(`/api/admin/audit/${id}/restore`, {}, staff)

/** Reads the record, changes fields and saves the whole form, as the panel does. */
async function save(app: App, staff: Staff, path: string, change: object, method = 'PUT') {
  const { body } = await app.get(path, staff)
  const form = method === 'PUT' ? body : { updatedAt: body.updatedAt }
  const reply = await app.send(method, path, { ...form, ...change }, staff)
  expect([path, reply.status, reply.status === 200 ? '' : reply.text]).toEqual([path, 200, ''])
}

/** Returns the newest entry about the route. A save also writes an entry about the return route. */
const routeEntry = async (app: App, staff: Staff) =>
  (await audit(app, staff, 'kind=tratte')).find(({ subject }) => subject === 'route_prices/1')

const routePath = '/api/admin/route-prices/1'

async function routeName(app: App): Promise<string> {
  const [{ name }] = await app.sql<[{ name: string }]>`
    select d.name || ' → ' || a.name as name from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id where r.id = 1`
  return name
}

test('an entry names the record as staff do, and is found by person, day, kind of record and name', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const other = await app.logIn({ isSuperAdmin: false })
  const name = await routeName(app)
  await save(app, staff, routePath, { touristInfo: 'Spiagge' })
  await app.send(
    'PUT',
    '/api/bulk-pricing/update',
    { updates: [{ id: 1, field: 'price4to8Pax', value: '99' }] },
    other,
  )
  const lead = await given.lead(app, 'request')
  await app.post(`/api/admin/leads/availability_request/${lead.id}/answer`, { via: 'call' }, other)

  const [answered, priced, changed] = await audit(app, staff)
  expect(answered).toMatchObject({
    name: `${lead.code}, Anna Rossi, Aeroporto Brindisi → Otranto`,
    canRestore: true,
  })
  expect(priced).toMatchObject({ action: 'catalog:pricesChanged', canRestore: true })
  expect(priced?.prices[0]).toMatchObject({ route: name, field: 'price4to8Pax', to: '99.00' })
  expect(changed).toMatchObject({ subject: 'route_prices/1', name, exists: true, canRestore: true })

  const found = async (query: string) => (await audit(app, staff, query)).map(({ id }) => id)
  const [a, p, c] = [answered?.id, priced?.id, changed?.id]
  expect(await found(`actor=${changed?.actor}`)).toContain(c)
  expect(await found(`actor=${changed?.actor}`)).not.toContain(p)
  expect(await found('kind=prezzi')).toEqual([p])
  expect(await found('kind=richieste')).toEqual([a])
  expect(await found(`search=${encodeURIComponent(name)}`)).toEqual([p, c])
  expect(await found('search=anna%20rossi')).toEqual([a])
  expect((await app.get('/api/admin/audit?kind=altro', staff)).status).toBe(422)
  const { actors } = (await app.get('/api/admin/audit', staff)).body
  expect(actors).toEqual(expect.arrayContaining([changed?.actor, answered?.actor]))

  // Yesterday in Rome begins and ends at midnight in Rome.
  const today = romanDay(new Date())
  const yesterday = dayAfter(today, -1)
  const at = (day: string, time: string) => app.sql`
    insert into audit_log (actor, action, subject, at)
    values ('anna', 'settings:loggedIn', 'admin_users/1', ${`${day} ${time}`}::timestamp at time zone 'Europe/Rome')`
  for (const [day, time] of [
    [dayAfter(today, -2), '23:59'],
    [yesterday, '00:00'],
    [yesterday, '23:59'],
    [today, '00:00'],
  ] as const)
    await at(day, time)
  expect(await found(`from=${yesterday}&to=${yesterday}`)).toHaveLength(2)

  await app.sql`delete from leads where kind = 'availability_request'`
  expect((await audit(app, staff)).find(({ id }) => id === a)).toMatchObject({ name: null, exists: false })
})

test('a change is restored like a save by hand, with version and event, and so is the restore itself', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const text = async () => (await app.get(routePath, staff)).body.touristInfo
  const before = await text()
  const { updatedAt } = (await app.get(routePath, staff)).body
  await save(app, staff, routePath, {
    touristInfo: 'Spiagge bianche',
    longDescription: 'Strada tra gli ulivi',
  })
  const changed = await routeEntry(app, staff)
  const events = async () =>
    (await app.sql`select id from outbox where type = 'catalog:routeUpdated' and payload ->> 'routeId' = '1'`)
      .length
  const eventsBefore = await events()
  const reply = await restore(app, staff, changed?.id ?? 0)
  expect([reply.status, reply.body.fields.sort()]).toEqual([200, ['longDescription', 'touristInfo']])
  expect(await text()).toBe(before)
  expect(await events()).toBe(eventsBefore + 1)
  // The row is as it was to the byte, version included.
  expect((await app.get(routePath, staff)).body.updatedAt).toBe(updatedAt)

  const [, taken, first] = (await audit(app, staff, 'kind=tratte')).filter(
    ({ subject }) => subject === 'route_prices/1',
  )
  expect(taken).toMatchObject({ action: 'operations:actUndone', restores: changed?.id, canRestore: true })
  expect(first).toMatchObject({ id: changed?.id, isRestored: true })
  expect((await restore(app, staff, changed?.id ?? 0)).status).toBe(409)
  expect((await restore(app, staff, taken?.id ?? 0)).status).toBe(200)
  expect(await text()).toBe('Spiagge bianche')
  expect((await audit(app, staff)).find(({ id }) => id === changed?.id)?.isRestored).toBe(false)
})

test('if a field has changed since, nothing is restored and the fields are listed; other fields may have changed', async () => {
  const staff = await app.logIn()
  await save(app, staff, routePath, { touristInfo: 'Uno', estimatedDuration: '50 min' })
  const changed = await routeEntry(app, staff)
  await save(app, staff, routePath, { longDescription: 'Un altro campo' })
  await save(app, staff, routePath, { touristInfo: 'Due' })
  const later = await routeEntry(app, staff)
  const refused = await restore(app, staff, changed?.id ?? 0)
  expect([refused.status, refused.body.errors.map(({ path }: { path: string }) => path)]).toEqual([
    409,
    ['touristInfo'],
  ])
  expect(refused.body.detail).toContain('Informazioni turistiche')
  expect((await app.get(routePath, staff)).body.estimatedDuration).toBe('50 min')
  // The same text by hand is a later change, too: its undo needs the text before it.
  await save(app, staff, routePath, { touristInfo: 'Uno' })
  expect((await restore(app, staff, changed?.id ?? 0)).status).toBe(409)
  expect((await restore(app, staff, (await routeEntry(app, staff))?.id ?? 0)).status).toBe(200)
  expect((await restore(app, staff, later?.id ?? 0)).status).toBe(200)
  expect((await restore(app, staff, changed?.id ?? 0)).status).toBe(200)
  expect((await app.get(routePath, staff)).body.longDescription).toBe('Un altro campo')
})

test('prices, switches and the price agreed with a customer are restored; other entries and other roles are refused', async () => {
  const staff = await app.logIn()
  const last = async (query: string) => (await audit(app, staff, query))[0]?.id ?? 0
  const price = async () => (await app.get(routePath, staff)).body.price4to8Pax
  const before = await price()
  await app.send(
    'PUT',
    '/api/bulk-pricing/update',
    { updates: [{ id: 1, field: 'price4to8Pax', value: '99' }] },
    staff,
  )
  expect((await restore(app, staff, await last('kind=prezzi'))).status).toBe(200)
  expect(await price()).toBe(before)

  await app.send('PUT', `${routePath}/active-status`, { isActive: false }, staff)
  expect((await restore(app, staff, (await routeEntry(app, staff))?.id ?? 0)).status).toBe(200)
  expect((await app.get(routePath, staff)).body.isActive).toBe(true)

  const lead = await given.lead(app, 'request', { offer: 'berlina' })
  const path = `/api/admin/availability-requests/${lead.id}`
  const quoted = (await app.get(path, staff)).body
  await app.send('PATCH', path, { price: '123', date: dayAfter(romanDay(new Date()), 9) }, staff)
  expect((await restore(app, staff, await last('kind=richieste'))).status).toBe(200)
  const { price: agreed, priceSource, date } = (await app.get(path, staff)).body
  expect([agreed, priceSource, date]).toEqual([quoted.price, quoted.priceSource, quoted.date])

  await app.send('PATCH', path, { notes: 'Solo una nota' }, staff)
  const noted = (await audit(app, staff, 'kind=richieste'))[0]
  expect(noted?.canRestore).toBe(true)
  expect((await restore(app, staff, noted?.id ?? 0)).status).toBe(200)
  expect((await app.get(path, staff)).body.notes).toBe(quoted.notes)
  expect((await restore(app, staff, 999_999)).status).toBe(404)

  await save(app, staff, '/api/admin/sign-in-rules', { isSecondFactorRequired: false })
  const { body: user } = await app.post(
    '/api/admin/admin-users',
    { username: 'maria', password: 'lungomare di gallipoli' },
    staff,
  )
  const created = (await audit(app, staff, 'kind=utenti&search=maria'))[0]
  expect([created?.canRestore, (await restore(app, staff, created?.id ?? 0)).status]).toEqual([false, 409])
  await save(app, staff, `/api/admin/admin-users/${user.id}`, { username: 'marina' })
  const admin = await app.logIn({ isSuperAdmin: false })
  const renamed = await last('kind=utenti&search=marina')
  expect((await audit(app, admin)).find(({ id }) => id === renamed)?.canRestore).toBe(false)
  expect((await restore(app, admin, renamed)).status).toBe(403)
  expect((await restore(app, staff, renamed)).status).toBe(200)
})

test('assignments of trips are restored, unless vehicle or driver are busy or the trip has changed again', async () => {
  const staff = await app.logIn()
  const post = async (path: string, form: object): Promise<number> =>
    (await app.post(`/api/admin/${path}`, form, staff)).body.id
  const newTrip = () => {
    const [pickupAt, endsAt] = [`${dayIn(33)}T10:00:00.000Z`, `${dayIn(33)}T10:45:00.000Z`]
    return post('trips', { from: 'Lecce', to: 'Gallipoli', pickupAt, endsAt, passengers: 2, bags: 1 })
  }
  const [van, bus] = [
    await post('vehicles', { plate: 'RR100AA', kind: 'minivan', seats: 8, bags: 8 }),
    await post('vehicles', { plate: 'RR101AA', kind: 'minivan', seats: 8, bags: 8 }),
  ]
  const [ugo, ada] = [
    await post('drivers', { name: 'Ugo Mari', phone: '347 1234567' }),
    await post('drivers', { name: 'Ada Conte', phone: '347 7654321' }),
  ]
  const trip = await newTrip()
  const assign = async (id: number, vehicleId: number, driverId: number): Promise<number> => {
    const { status } = await app.post(`/api/admin/trips/${id}/assign`, { vehicleId, driverId }, staff)
    expect(status).toBe(200)
    return (await audit(app, staff, 'action=trips:tripAssigned'))[0]?.id ?? 0
  }
  const assigned = async () => {
    const { state, vehicleId, driverId } = (await app.get(`/api/admin/trips/${trip}`, staff)).body
    return { state, vehicleId, driverId }
  }
  const first = await assign(trip, van, ugo)
  const second = await assign(trip, van, ada)
  expect((await audit(app, staff, 'action=trips:tripAssigned'))[0]).toMatchObject({
    canRestore: true,
    names: {
      [`drivers/${ugo}`]: 'Ugo Mari',
      [`drivers/${ada}`]: 'Ada Conte',
      [`vehicles/${van}`]: 'RR100AA',
    },
  })

  const early = await restore(app, staff, first)
  expect([early.status, early.body.detail]).toEqual([
    409,
    'Il viaggio è cambiato di nuovo in seguito (autista): guarda com’è ora.',
  ])
  expect((await restore(app, staff, second)).status).toBe(200)
  expect(await assigned()).toEqual({ state: 'assigned', vehicleId: van, driverId: ugo })
  expect((await restore(app, staff, first)).status).toBe(200)
  expect(await assigned()).toEqual({ state: 'planned', vehicleId: null, driverId: null })

  const [removal] = await audit(app, staff, 'action=trips:tripChanged')
  expect(removal).toMatchObject({ canRestore: true })
  await assign(await newTrip(), bus, ugo)
  const busy = await restore(app, staff, removal?.id ?? 0)
  expect([busy.status, busy.body.detail]).toEqual([409, expect.stringContaining('non è più libero')])
  expect(await assigned()).toEqual({ state: 'planned', vehicleId: null, driverId: null })
})

test('absences of drivers and vehicles are restored, unless they have changed again', async () => {
  const staff = await app.logIn()
  const van = { plate: 'RR102AA', kind: 'minivan', seats: 8, bags: 8 }
  const { body: vehicle } = await app.post('/api/admin/vehicles', van, staff)
  const { body: driver } = await app.post(
    '/api/admin/drivers',
    { name: 'Ivo', phone: '347 1234567', daysOff: [{ from: dayIn(5), until: dayIn(6) }] },
    staff,
  )
  const absences = [
    {
      path: `/api/admin/drivers/${driver.id}`,
      field: 'daysOff',
      label: 'Giorni di riposo',
      values: [[{ from: dayIn(8), until: dayIn(8) }], []],
    },
    {
      path: `/api/admin/vehicles/${vehicle.id}`,
      field: 'outOfServiceFrom',
      label: 'Fuori servizio dal',
      values: [dayIn(9), dayIn(10)],
    },
  ]
  for (const { path, field, label, values } of absences) {
    const read = async () => (await app.get(path, staff)).body[field]
    const before = await read()
    const entries: number[] = []
    for (const value of values) {
      await save(app, staff, path, { [field]: value })
      entries.push((await audit(app, staff, 'kind=viaggi'))[0]?.id ?? 0)
    }
    const [first = 0, second = 0] = entries
    const early = await restore(app, staff, first)
    expect([early.status, early.body.detail]).toEqual([
      409,
      `Il dato è cambiato di nuovo dopo questa modifica: ${label}.`,
    ])
    expect((await restore(app, staff, second)).status).toBe(200)
    expect((await restore(app, staff, first)).status).toBe(200)
    expect(await read()).toEqual(before)
  }
})

test('bulk acts and runs of the generator are restored from the log as a whole, once, by roles that may', async () => {
  const staff = await app.logIn()
  const entry = async (action: string) =>
    (await audit(app, staff)).find((line) => line.action === action) as Line
  const act = { ids: [1, 2], act: 'deactivate' }
  await app.post('/api/admin/route-prices/bulk', act, staff)
  const made = await entry('operations:bulkActMade')
  expect(made).toMatchObject({ canRestore: true, isRestored: false })
  expect((await restore(app, staff, made.id)).body).toEqual({ fields: [], jobId: null })
  expect(await app.sql`select from route_prices where id in (1, 2) and is_active`).toHaveLength(2)
  expect(await entry('operations:bulkActMade')).toMatchObject({ canRestore: false, isRestored: true })
  expect(await entry('operations:bulkActUndone')).toMatchObject({ restores: made.id, canRestore: false })
  expect((await restore(app, staff, made.id)).status).toBe(409)
  await app.post('/api/admin/route-prices/bulk', act, staff)
  await app.sql`update route_prices set is_active = true, updated_at = now() where id in (1, 2)`
  const stale = await restore(app, staff, (await entry('operations:bulkActMade')).id)
  expect([stale.status, stale.body.detail]).toEqual([409, expect.stringContaining('È cambiata di nuovo')])

  const [place] = await app.sql<[{ id: number }]>`
    insert into locations (name, location_type) values ('Isola', 'Città') returning id`
  const run = { hub: 4, destinations: [place.id], delayMs: 0 }
  await app.post('/api/admin/bulk-routes', run, staff)
  const requested = () => entry('catalog:bulkRoutesRequested')
  expect(await requested()).toMatchObject({ canRestore: false })
  await app.drain()
  const { id, canRestore } = await requested()
  expect(canRestore).toBe(true)
  expect((await restore(app, staff, id)).status).toBe(200)
  expect(await app.sql`select from route_prices where destination_location_id = ${place.id}`).toHaveLength(0)
  expect(await requested()).toMatchObject({ canRestore: false, isRestored: true })
})

test('every table that an entry of the audit log can name is in the filter, and has a link', () => {
  const named = globSync('src/**/*.ts').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\baudit\(\s*tx,\s*\w+,\s*[^;'`]*,\s*['`]([a-z_]+)[/'`]/g)].map(
      ([, table = '']) => table,
    ),
  )
  const offered: string[] = Object.values(recordKinds).flatMap(({ tables }) => tables)
  expect(named).toContain('closed_days')
  expect(named.filter((table) => !offered.includes(table))).toEqual([])
  // The screen of a job depends on its kind, and calendar URLs, keys and retention periods have no screen.
  expect(offered.filter((table) => !recordPaths[table]).sort()).toEqual([
    'calendar_feeds',
    'jobs',
    'retention',
    'secrets',
  ])
})

test('the link of an entry leads to an existing screen of the panel', () => {
  for (const table of Object.keys(recordPaths)) {
    const path = recordPath({ subject: `${table}/1`, exists: true })
    expect(opensScreen('autista', path ?? ''), `${path}`).toBe(false)
  }
})

test('random edits and restores, all undone, leave every row as it was, except for its version', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const create = async (path: string, form: object): Promise<number> => {
    const { status, body, text } = await app.post(path, form, staff)
    expect([path, status, status === 201 ? '' : text]).toEqual([path, 201, ''])
    return body.id
  }
  const article = await create('/api/admin/blog-posts', {
    title: 'Otranto',
    slug: 'otranto',
    summary: 'Mare',
    content: 'Testo',
  })
  const redirect = await create('/api/admin/redirects', {
    fromPath: '/vecchia/',
    toPath: '/prezzi/',
    statusCode: 301,
  })
  const type = await create('/api/admin/transfer-types', { name: 'Navetta', description: 'Otto posti' })
  const lead = await given.lead(app, 'booking', { name: 'Anna Rossi' })
  const [place] = await app.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
  const company = {
    companyName: 'Ionio',
    vatNumber: '0123',
    phone: '0832 1234',
    email: 'a@b.it',
    leadsEmail: 'a@b.it',
  }
  await app.send('PUT', '/api/admin/company-settings', company, staff)

  const words = fc.constantFrom('Uno', 'Due', 'Tre')
  const records: { path: string; method?: string; change: fc.Arbitrary<object> }[] = [
    {
      path: routePath,
      change: fc.record(
        {
          longDescription: words,
          touristInfo: words,
          distanceKm: fc.integer({ min: 10, max: 90 }),
          price1to3Pax: fc.constantFrom('71', '82.50', null),
          isActive: fc.boolean(),
        },
        { requiredKeys: [] },
      ),
    },
    {
      path: `/api/admin/locations/${place.id}`,
      change: fc.record({ touristInfo: words, cap: fc.constantFrom('73028', '') }),
    },
    { path: `/api/admin/transfer-types/${type}`, change: fc.record({ name: words, isActive: fc.boolean() }) },
    {
      path: `/api/admin/redirects/${redirect}`,
      change: fc.record({ toPath: fc.constantFrom('/prezzi/', '/blog/') }),
    },
    { path: `/api/admin/blog-posts/${article}`, change: fc.record({ title: words, content: words }) },
    { path: '/api/admin/company-settings', change: fc.record({ city: words, takesCard: fc.boolean() }) },
    {
      path: `/api/admin/bookings/${lead.id}`,
      method: 'PATCH',
      change: fc.record({ time: fc.constantFrom('10:00', '11:30'), price: fc.constantFrom('90', '110') }),
    },
  ]
  const rows = () => app.sql`
    select 'route' as record, to_jsonb(t) - 'updated_at' - 'generated_at' as row from route_prices t
    union all select 'place', to_jsonb(t) - 'updated_at' from locations t
    union all select 'type', to_jsonb(t) - 'updated_at' from transfer_types t
    union all select 'redirect', to_jsonb(t) - 'updated_at' from redirects t
    union all select 'article', to_jsonb(t) - 'updated_at' from blog_posts t
    union all select 'company', to_jsonb(t) - 'updated_at' from company_settings t
    union all select 'lead', to_jsonb(t) - 'updated_at' - 'read_at' from bookings t
    union all select 'price', to_jsonb(t) from lead_provenance t
    order by 1, 2`
  await save(app, staff, records.at(-1)?.path ?? '', { time: '10:00' }, 'PATCH')
  // The first save sets marks that no later save removes, for example that staff have seen the distance.
  await save(app, staff, routePath, { price1to3Pax: '64' })

  const step = fc.oneof(
    {
      arbitrary: fc
        .constantFrom(...records)
        .chain(({ change, ...record }) => change.map((values) => ({ ...record, values }))),
      weight: 3,
    },
    { arbitrary: fc.record({ entry: fc.nat(20) }), weight: 1 },
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      const before = await rows()
      const [{ start }] = await app.sql<[{ start: number }]>`select max(id) as start from audit_log`
      // Leaves out the entries about the return route, because a restore of the outbound route restores both routes.
      const entries = async () =>
        (await audit(app, staff)).filter(
          ({ id, subject }) =>
            id > start && (subject === 'route_prices/1' || !subject.startsWith('route_prices/')),
        )
      for (const one of steps)
        if ('entry' in one) {
          const made = await entries()
          const chosen = made[one.entry % Math.max(1, made.length)]
          if (chosen) expect([200, 409]).toContain((await restore(app, staff, chosen.id)).status)
        } else await save(app, staff, one.path, one.values, one.method)
      // Another entry of the same act may have restored it.
      for (const { id, subject } of await entries())
        if ((await entries()).find((one) => one.id === id)?.canRestore) {
          const { status, text } = await restore(app, staff, id)
          expect([subject, id, status, status === 200 ? '' : text]).toEqual([subject, id, 200, ''])
        }
      expect([...(await rows())]).toEqual([...before])
    }),
    { numRuns: inFull(5, 20) },
  )
})
