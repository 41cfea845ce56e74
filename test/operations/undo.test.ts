import fc from 'fast-check'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { recordedActs, tables } from '../../src/kernel/bulkActList.ts'
import { messageName } from '../../src/kernel/message.ts'
import { handlers } from '../../src/modules/index.ts'
import { type App, startApp } from '../app.ts'
import { dayIn, given } from '../given.ts'
import { inFull } from '../length.ts'
import { newAddress } from '../newAddress.ts'

// Every command whose acts staff undo as a whole takes part in random acts, redos and undos.

const blank = sharp({ create: { width: 480, height: 320, channels: 3, background: '#0b6a88' } })
const picture = `data:image/png;base64,${(await blank.png().toBuffer()).toString('base64')}`

interface Listed {
  /** Creates the record; omitted if it exists. */
  create?: { at: string; form: object }
  /** Changes of number `n` from 0 to 3, of different columns. */
  changes: ((n: number) => object)[]
}

const words = ['Uno', 'Due', 'Tre', 'Quattro']
const day = (n: number) => dayIn(20 + n)

const forms: Record<string, Listed> = {
  'PUT /api/admin/company-settings': {
    changes: [(n) => ({ city: words[n] }), (n) => ({ takesCard: n % 2 === 0, takesCash: true })],
  },
  'PUT /api/admin/site-settings': { changes: [(n) => ({ underConstructionMessage: words[n] })] },
  'PUT /api/admin/fare-settings': { changes: [(n) => ({ areaKm: 20 + n })] },
  'PUT /api/admin/ai-settings': {
    changes: [(n) => ({ dailyTokens: 1_000 + n }), (n) => ({ timeoutSeconds: 20 + n })],
  },
  'PUT /api/admin/google-analytics-configurations/:id': {
    create: {
      at: '/api/admin/google-analytics-configurations',
      form: { description: 'GA', measurementId: 'G-ABCDEFGH12', isActive: false },
    },
    changes: [(n) => ({ description: words[n] }), (n) => ({ isActive: n % 2 === 0 })],
  },
  'PUT /api/admin/admin-users/:id': {
    create: { at: '/api/admin/admin-users', form: { username: 'maria', password: 'lungomare di gallipoli' } },
    changes: [
      (n) => ({ username: `maria ${n}` }),
      (n) => ({ role: ['autista', 'operatore', 'contabile', 'admin'][n], isSuperAdmin: false }),
      (n) => ({ isActive: n % 2 === 0 }),
    ],
  },
  'PUT /api/admin/locations/:id': {
    create: {
      at: '/api/admin/locations',
      form: { name: 'Isola di Prova', locationType: 'Città', touristInfo: 'Mare' },
    },
    changes: [
      (n) => ({ touristInfo: words[n] }),
      (n) => ({ cap: `7302${n}` }),
      (n) => ({ name: `Isola ${words[n]}` }),
    ],
  },
  'PUT /api/admin/locations/:id/names': {
    create: { at: '/api/admin/locations', form: { name: 'Scoglio di Prova', locationType: 'Città' } },
    changes: [
      (n) => ({ names: { en: `Test Rock ${n}` } }),
      (n) => ({ aliases: { it: [`Lo Scoglio ${n}`] } }),
    ],
  },
  'PUT /api/admin/page-texts/places/:id': {
    create: { at: '/api/admin/locations', form: { name: 'Pineta di Prova', locationType: 'Città' } },
    changes: [(n) => ({ longDescription: words[n] }), (n) => ({ touristInfo: `La pineta ${n}` })],
  },
  'PUT /api/admin/page-texts/routes/:id': {
    create: { at: '/api/admin/route-prices', form: { departureLocationId: 1, destinationLocationId: 482 } },
    changes: [(n) => ({ longDescription: words[n] }), (n) => ({ touristInfo: `La strada ${n}` })],
  },
  'PUT /api/admin/reply-templates/:id': {
    create: {
      at: '/api/admin/reply-templates',
      form: { kind: 'booking', via: 'whatsapp', language: 'it', name: 'Sollecito', text: 'Ciao {nome}' },
    },
    changes: [(n) => ({ text: `Ciao {nome} ${n}` }), (n) => ({ name: words[n] })],
  },
  'PUT /api/admin/transfer-types/:id': {
    create: { at: '/api/admin/transfer-types', form: { name: 'Navetta', description: 'Otto posti' } },
    changes: [(n) => ({ description: words[n] }), (n) => ({ isActive: n % 2 === 0 })],
  },
  'PUT /api/admin/route-prices/:id': {
    create: { at: '/api/admin/route-prices', form: { departureLocationId: 482, destinationLocationId: 483 } },
    changes: [
      (n) => ({ longDescription: words[n] }),
      (n) => ({ price1to3Pax: String(70 + n) }),
      (n) => ({ isActive: n % 2 === 0 }),
    ],
  },
  'PUT /api/admin/blog-posts/:id': {
    create: {
      at: '/api/admin/blog-posts',
      form: { title: 'Otranto', slug: 'otranto', summary: 'Mare', content: 'Testo' },
    },
    changes: [
      (n) => ({ content: words[n] }),
      (n) => ({ title: words[n] }),
      (n) => ({ isPublished: n % 2 === 0 }),
    ],
  },
  'PUT /api/admin/blog-categories/:id': {
    create: { at: '/api/admin/blog-categories', form: { name: 'Mare' } },
    changes: [(n) => ({ description: words[n] }), (n) => ({ name: `Mare ${n}` })],
  },
  'PUT /api/admin/ai-prompts/:id': {
    create: {
      at: '/api/admin/ai-prompts',
      form: { name: 'Luogo', prompt: 'Scrivi', provider: 'openai', fieldType: 'general' },
    },
    changes: [(n) => ({ name: words[n] }), (n) => ({ prompt: `Scrivi ${n}` })],
  },
  'PUT /api/admin/photos/:id': {
    create: {
      at: '/api/admin/photos',
      form: { picture, shownAs: 'none', alt: 'Il minivan', author: 'Anna', licence: 'nostra' },
    },
    changes: [(n) => ({ alt: `Il minivan ${n}` }), (n) => ({ author: words[n] })],
  },
  'PUT /api/admin/redirects/:id': {
    create: {
      at: '/api/admin/redirects',
      form: { fromPath: '/vecchia/', toPath: '/prezzi/', statusCode: 301 },
    },
    changes: [
      (n) => ({ fromPath: `/vecchia-${n}/` }),
      (n) => ({ toPath: n % 2 === 0 ? '/prezzi/' : '/blog/' }),
    ],
  },
  'PUT /api/admin/vehicles/:id': {
    create: { at: '/api/admin/vehicles', form: { plate: 'GG123HH', kind: 'minivan', seats: 8, bags: 8 } },
    changes: [
      (n) => ({ garage: words[n] }),
      (n) => ({ outOfServiceFrom: day(n), outOfServiceUntil: day(n) }),
      (n) => ({ seats: 5 + n }),
    ],
  },
  'PUT /api/admin/drivers/:id': {
    create: { at: '/api/admin/drivers', form: { name: 'Ugo', phone: '347 1234567' } },
    changes: [
      (n) => ({ name: `Ugo ${n}` }),
      (n) => ({ daysOff: [{ from: day(n), until: day(n) }] }),
      (n) => ({ isActive: n % 2 === 0 }),
    ],
  },
  'PUT /api/admin/closed-days/:id': {
    create: { at: '/api/admin/closed-days', form: { day: '2027-08-15', reason: 'Ferragosto' } },
    changes: [(n) => ({ maxTripsPerHour: n }), (n) => ({ reason: words[n] })],
  },
  'PATCH /api/admin/trips/:id': {
    create: {
      at: '/api/admin/trips',
      form: { from: 'Lecce', to: 'Otranto', pickupAt: '2027-07-01T08:00:00Z', passengers: 1, bags: 0 },
    },
    changes: [(n) => ({ bags: n }), (n) => ({ pickupAt: `2027-07-0${n + 1}T08:00:00Z` })],
  },
}

const leads = { request: 'availability-requests', booking: 'bookings', contact: 'contacts' } as const
const statuses = ['nuova', 'contattata', 'preventivo', 'persa']

/** Tables of what the product counts, sends, plans or records beside the rows of lists, and of sessions. */
const beside = [
  'audit_log',
  'outbox',
  'effects',
  'bulk_acts',
  'bulk_act_rows',
  'jobs',
  'grants',
  'admin_sessions',
  'rate_limits',
  'login_failures',
  'login_waits',
  'idempotency_keys',
  'price_changes',
  'ride_versions',
  'uploads',
  'indexnow_changes',
  'workers',
  'pgmigrations',
]

interface World {
  app: App
  staff: Record<string, string>
  acts: (() => Promise<number>)[]
  /** Returns a digest of each table. */
  digest(): Promise<Record<string, string>>
}

async function openWorld(app: App): Promise<World> {
  const world: World = { app, staff: await app.logIn(), acts: [], digest: () => digestOf(app) }
  const send = async (method: string, path: string, form: object) =>
    (await app.send(method, path, form, world.staff)).status
  for (const [name, { create, changes }] of Object.entries(forms)) {
    const [method = '', pattern = ''] = name.split(' ')
    const made = create ? await app.post(create.at, create.form, world.staff) : null
    if (made) expect([name, made.status, made.text]).toEqual([name, 201, made.text])
    const path = pattern.replace(':id', made?.body.id)
    for (const change of changes)
      for (let n = 0; n < words.length; n++)
        world.acts.push(async () => {
          const { body } = await app.get(path, world.staff)
          const form = method === 'PUT' ? body : { updatedAt: body.updatedAt }
          return send(method, path, { ...form, ...change(n) })
        })
  }
  await addLeads(world, send)
  await addPrices(world, send)
  await addLinks(world, send)
  await addRun(world, send)
  await addDispatch(world, send)
  return world
}

type Send = (method: string, path: string, form: object) => Promise<number>

async function addLeads({ app, acts }: World, send: Send): Promise<void> {
  for (const [kind, path] of Object.entries(leads) as [keyof typeof leads, string][]) {
    const { id } = await given.lead(app, kind)
    const answered = kind === 'request' ? 'availability_request' : kind
    const [ride] = await app.sql<[{ id: number }?]>`
      select id from rides where lead_kind = ${answered} and lead_id = ${id}`
    if (ride)
      for (const n of [1, 2])
        acts.push(() => send('PATCH', `/api/admin/rides/${ride.id}`, { day: day(n), address: words[n] }))
    for (const status of statuses) acts.push(() => send('PATCH', `/api/admin/${path}/${id}`, { status }))
    for (const notes of words) acts.push(() => send('PATCH', `/api/admin/${path}/${id}`, { notes }))
    for (const outcome of ['answered', 'noAnswer'])
      acts.push(() => send('POST', `/api/admin/leads/${answered}/${id}/answer`, { via: 'call', outcome }))
    acts.push(() =>
      send('POST', `/api/admin/leads/${answered}/${id}/answer`, { via: 'whatsapp', text: 'Va bene' }),
    )
  }
}

async function addPrices({ app, acts, staff }: World, send: Send): Promise<void> {
  await given.route(app)
  await app.sql`update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'`
  const [back] = await app.sql<[{ id: number; mainRouteId: number }]>`
    select id, main_route_id from route_prices where slug = 'gallipoli-aeroporto-brindisi'`
  const fields = ['price1to3Pax', 'price4to8Pax', 'priceMin2Pax']
  for (const field of fields)
    for (const percent of [-10, 20])
      acts.push(() =>
        send('POST', '/api/bulk-pricing/adjust', {
          filter: { search: 'gallipoli' },
          fields: [field],
          percent,
        }),
      )
  for (const id of [back.id, back.mainRouteId])
    for (const value of [61, 72, 83])
      acts.push(() =>
        send('PUT', '/api/bulk-pricing/update', { updates: [{ id, field: 'price1to3Pax', value }] }),
      )
  for (const hasOwnPrices of [true, false])
    acts.push(() => send('PUT', `/api/admin/route-prices/${back.id}/own-prices`, { hasOwnPrices }))
  acts.push(() => send('POST', '/api/bulk-pricing/copy-bari-prices', {}))
  for (const price of [90, 91])
    acts.push(async () => {
      const csv = `ID;price1to3Pax\n${back.mainRouteId};${price}\n`
      const headers = { ...staff, 'content-type': 'text/csv' }
      return (await app.send('POST', '/api/bulk-pricing/import?dryRun=false', csv, headers)).status
    })
}

async function addLinks({ app, acts }: World, send: Send): Promise<void> {
  await app.sql`update route_prices set is_main_route = true where slug = 'aeroporto-brindisi-otranto'`
  const mains = ['aeroporto-brindisi-gallipoli', 'aeroporto-brindisi-otranto']
  const members = ['stazione-lecce-gallipoli', 'aeroporto-bari-gallipoli']
  const pairs = await app.sql<{ id: number; routeId: number }[]>`
    select main.id, member.id as route_id from route_prices main, route_prices member
    where main.slug = any(${mains}) and member.slug = any(${members}) order by 1, 2`
  expect(pairs).toHaveLength(4)
  for (const { id, routeId } of pairs)
    for (const method of ['PUT', 'DELETE'])
      acts.push(() => send(method, `/api/admin/correlated-routes/${id}/routes/${routeId}`, {}))
}

async function addRun({ app, acts, staff }: World, send: Send): Promise<void> {
  const places = await app.sql<{ id: number }[]>`
    select id from locations where name in ('Casarano', 'Gallipoli') order by name`
  await app.sql`delete from route_prices where departure_location_id = 10 and destination_location_id = any(${places.map(({ id }) => id)})`
  const run = { hub: 10, destinations: places.map(({ id }) => id), delayMs: 0, withCorrelated: true }
  const { jobId } = (await app.post('/api/admin/bulk-routes', run, staff)).body
  await app.drain()
  expect((await app.sql`select from route_prices where bulk_job_id = ${jobId}`).count).toBeGreaterThan(2)
  acts.push(() => send('POST', `/api/admin/bulk-routes/${jobId}/undo`, {}))
}

async function addDispatch({ app, acts, staff }: World, send: Send): Promise<void> {
  const post = async (path: string, form: object) =>
    (await app.post(`/api/admin/${path}`, form, staff)).body.id
  const vehicleId = await post('vehicles', { plate: 'DD100DD', kind: 'minivan', seats: 8, bags: 16 })
  const driverId = await post('drivers', { name: 'Ada', phone: '347 7654321' })
  const ride = { from: 'Aeroporto Brindisi', to: 'Lecce', passengers: 1, bags: 1 }
  const trip = await post('trips', { ...ride, pickupAt: `${day(9)}T08:00:00Z` })
  const other = await post('trips', { ...ride, pickupAt: `${day(9)}T08:10:00Z` })
  for (const id of [trip, other]) {
    const path = `/api/admin/trips/${id}`
    acts.push(
      () => send('POST', `${path}/assign`, { vehicleId, driverId }),
      () => send('PATCH', path, { state: 'planned' }),
      () => send('PATCH', path, { state: 'cancelled' }),
      () => send('PATCH', path, { total: '55' }),
      () => send('POST', `${path}/join`, { tripIds: [id === trip ? other : trip] }),
      async () => {
        const { body } = await app.get(path, staff)
        return send('POST', `${path}/split`, { addedIds: [body.added?.at(-1)?.id ?? 1] })
      },
    )
  }
}

async function digestOf({ sql }: App): Promise<Record<string, string>> {
  const names = await sql<{ name: string }[]>`
    select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
      and relname <> all(${beside}) order by 1`
  // An undo leaves what the product counts, and that staff have read a lead.
  const digests = await Promise.all(
    names.map(async ({ name }) => {
      const [{ digest }] = await sql<[{ digest: string | null }]>`
        select md5(string_agg(row, ' ' order by row)) as digest
        from (select (to_jsonb(t) - '{ricerche,gate_reasons,read_at}'::text[])::text as row from ${sql(name)} t) as rows`
      return [name, digest ?? ''] as const
    }),
  )
  return Object.fromEntries(digests)
}

test('every command whose acts are undone as a whole takes part in the random acts', async () => {
  const tried = [
    ...Object.keys(forms),
    ...Object.values(leads).map((path) => `PATCH /api/admin/${path}/:id`),
    'POST /api/admin/leads/:kind/:id/answer',
    'PUT /api/bulk-pricing/update',
    'POST /api/bulk-pricing/adjust',
    'POST /api/bulk-pricing/import',
    'POST /api/bulk-pricing/copy-bari-prices',
    'PUT /api/admin/route-prices/:id/own-prices',
    'PUT /api/admin/correlated-routes/:id/routes/:routeId',
    'DELETE /api/admin/correlated-routes/:id/routes/:routeId',
    'POST /api/admin/bulk-routes/:id/undo',
    'PATCH /api/admin/rides/:id',
    'POST /api/admin/trips/:id/assign',
    'POST /api/admin/trips/:id/join',
    'POST /api/admin/trips/:id/split',
  ]
  expect([...recordedActs.keys()].sort()).toEqual(tried.sort())
})

/** Tables that announce what the undo of an act changes that is no save of one record. */
const announcing: Record<string, string> = { 'POST /api/admin/bulk-routes/:id/undo': 'route_prices' }

test('an undo of an act whose event has a payload of its own is announced by its table', () => {
  const untold = handlers.flatMap((handler) => {
    const act = recordedActs.get(messageName(handler.message))
    const hasPayload = act?.message.acts?.some(({ payload }) => payload !== null)
    if (!act || !hasPayload || act.together) return []
    const name = messageName(handler.message)
    const table = 'editedTable' in handler ? handler.editedTable : (announcing[name] ?? '')
    return tables.has(table) ? [] : [name]
  })
  expect(untold).toEqual([])
})

const step = fc.record({
  kind: fc.constantFrom('act', 'act', 'act', 'undo', 'undo', 'redo'),
  at: fc.nat(),
  isCompared: fc.nat(9).map((n) => n === 0),
})

/** Number of random acts and undos. `UNDO_ACTS=10000` is the acceptance of the product. */
const wanted = Number(process.env.UNDO_ACTS) || inFull(150, 2_000)

test(
  'random acts on every list, undone and taken up again in random order, restore every row of every table to the byte',
  async () => {
    await using app = await startApp({ data: 'demo' })
    const world = await openWorld(app)
    const { sql } = app
    const counts = { made: 0, undone: 0, redone: 0, refused: 0 }
    const total = () => counts.made + counts.undone + counts.redone
    const openActs = async () => {
      const rows = await sql<
        { id: number }[]
      >`select id from bulk_acts where undone = 0 and undoes is null order by id`
      return rows.map(({ id }) => id)
    }
    const newest = async () =>
      (await sql<[{ id: number }]>`select coalesce(max(id), 0) as id from bulk_acts`)[0].id
    const undo = async (id: number) =>
      (await app.post(`/api/admin/bulk-acts/${id}/undo`, {}, world.staff)).status
    const sequence = async (steps: { kind: string; at: number; isCompared: boolean }[]) => {
      // Limits count by session and address.
      world.staff = { ...(await app.logIn()), 'x-forwarded-for': newAddress() }
      const start = await world.digest()
      let open: number[] = []
      let taken: number[] = []
      for (const { kind, at, isCompared } of steps) {
        const before = await newest()
        if (kind === 'act') {
          const status = await world.acts[at % world.acts.length]?.()
          expect([200, 404, 409, 422]).toContain(status)
          const made = await newest()
          if (made > before) open.push(made)
          counts.made += made > before ? 1 : 0
          continue
        }
        const list = kind === 'undo' ? open : taken
        const id = list[at % list.length]
        if (id === undefined) continue
        const rows = isCompared ? await world.digest() : null
        const status = await undo(id)
        expect([200, 409]).toContain(status)
        if (status === 409) counts.refused += 1
        if (status === 409 && rows) expect(await world.digest()).toEqual(rows)
        if (status !== 200) continue
        if (kind === 'undo') [open, taken] = [open.filter((one) => one !== id), [...taken, await newest()]]
        else [taken, open] = [taken.filter((one) => one !== id), [...open, await newest()]]
        counts[kind === 'undo' ? 'undone' : 'redone'] += 1
      }
      // The newest open act can always be undone.
      for (const id of open.toReversed()) {
        expect([id, await undo(id)]).toEqual([id, 200])
        counts.undone += 1
      }
      expect(await world.digest()).toEqual(start)
    }
    expect(await openActs()).toEqual([])
    let seed = Number(process.env.UNDO_SEED) || 1
    while (total() < wanted) {
      await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), sequence), {
        numRuns: 1,
        seed: seed++,
        endOnFailure: true,
      })
    }
    console.log(counts)
    expect(counts.made).toBeGreaterThan(wanted / 4)
  },
  Math.max(120_000, wanted * 1_000),
)
