import { expect, test } from 'vitest'
import { priceFields } from '../../src/modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import type { PriceBatch } from '../../src/modules/catalog/prices/contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import type { Member } from '../relatedFamily.ts'

const app = await openApp({ data: 'demo' })

test('the price grid returns a page of 100 with the seven prices as text, filtered, searched and sorted', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const list = async (query = '') => (await app.get(`/api/bulk-pricing/routes${query}`, staff)).body
  const first = await list()
  expect(first).toMatchObject({ page: 1, totalPages: 3, totalRoutes: 273 })
  expect(first.routes).toHaveLength(100)
  expect(first.routes[0]).toMatchObject({
    departure: 'Aeroporto Bari',
    transferType: 'Privato',
    priceMin2Pax: null,
    price1to3Pax: expect.stringMatching(/^\d+$/),
    pricePremium4to7Pax: null,
  })
  expect((await list('?page=3')).routes).toHaveLength(73)
  const [place] = await app.sql`select id from locations where name = 'Aeroporto Bari'`
  expect(await list(`?departure=${place?.id}`)).toMatchObject({ totalRoutes: 64 })
  expect(await list(`?kind=${first.routes[0].transferTypeId}`)).toMatchObject({ totalRoutes: 64 })
  expect(await list('?missing=prices')).toMatchObject({ totalRoutes: 0, totalPages: 1, routes: [] })
  expect(await list('?missing=priceMin2Pax')).toMatchObject({ totalRoutes: 64 })
  expect(await list('?search=gallipoli&limit=1')).toMatchObject({ routes: [{ destination: 'Gallipoli' }] })
  const dear = (await list('?sort=-price1to3Pax')).routes.map((row: { price1to3Pax: string }) =>
    Number(row.price1to3Pax),
  )
  expect(dear).toEqual([...dear].sort((one, other) => other - one))
  const [one, two] = first.routes.map(({ id }: { id: number }) => id)
  const some = await list(`?ids=${two},${one},999999`)
  expect(some).toMatchObject({ totalRoutes: 2, routes: [{ id: one }, { id: two }] })
  expect(await list(`?ids=${one}`)).toMatchObject({ routes: [{ id: one }] })
  for (const query of [
    '?ids=',
    '?ids=1;2',
    '?ids=0',
    '?sort=slug',
    '?missing=slug',
    '?limit=501',
    '?departure=x',
  ])
    expect((await app.get(`/api/bulk-pricing/routes${query}`, staff)).status).toBe(422)
})

type Headers = Record<string, string>

const update = (app: App, updates: object[], staff: Headers) =>
  app.send('PUT', '/api/bulk-pricing/update', { updates }, staff)

async function someRoutes(app: App, staff: Headers, query = '?departure=4&limit=3') {
  return (await app.get<{ routes: PricedRoute[] }>(`/api/bulk-pricing/routes${query}`, staff)).body.routes
}

test.each([
  ['without a list', {}, 'Manca l’elenco dei prezzi'],
  ['without a body', null, 'Manca l’elenco dei prezzi'],
  ['with another value as the list', { updates: 'x' }, 'Manca l’elenco dei prezzi'],
  ['with too many prices', { updates: Array(10_001).fill({}) }, 'Al massimo 10000 elementi'],
])('a save or check of prices %s states what is wrong with the list', async (_case, body, message) => {
  await using app = await startApp()
  const staff = await app.logIn()
  for (const [method, path] of [
    ['PUT', '/api/bulk-pricing/update'],
    ['POST', '/api/bulk-pricing/check'],
  ] as const) {
    const refused = await app.send(method, path, body, staff)
    expect([refused.status, refused.body.errors[0]]).toEqual([422, { path: 'updates', message }])
  }
})

/** Returns hashes and counts of all tables that a save of prices can write. */
async function written(app: App) {
  return app.sql`
    select (select md5(string_agg(r::text, '|' order by id)) from route_prices r) as prices,
      (select count(*) from price_changes) as changes, (select count(*) from outbox) as events,
      (select count(*) from audit_log where action like 'catalog:%') as audited`
}

test('a bulk save counts the changed cells, records who, when, from and to in one batch, and emits one event', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const [one, other] = await someRoutes(app, staff)
  const saved = await update(
    app,
    [
      { id: one?.id, field: 'priceMin2Pax', value: ' 42,50 ', was: one?.priceMin2Pax },
      { id: one?.id, field: 'price1to3Pax', value: one?.price1to3Pax },
      { id: other?.id, field: 'pricePremium4to7Pax', value: 200 },
      { id: other?.id, field: 'price4to8Pax', value: '' },
    ],
    staff,
  )
  expect(saved.body).toEqual({ updated: 3, batchId: expect.any(String), actId: expect.any(Number) })
  expect(await someRoutes(app, staff)).toMatchObject([
    { priceMin2Pax: '42.50', price1to3Pax: one?.price1to3Pax },
    { pricePremium4to7Pax: '200', price4to8Pax: null },
    {},
  ])
  const changes = await app.sql`select * from price_changes order by route_id, field`
  expect(new Set(changes.map(({ batchId }) => batchId))).toEqual(new Set([saved.body.batchId]))
  expect(changes.find(({ field }) => field === 'priceMin2Pax')).toMatchObject({
    priceFrom: `${one?.priceMin2Pax}.00`,
    priceTo: '42.50',
    changedBy: expect.stringMatching(/^staff-/),
  })
  const events = await app.sql`select type, payload from outbox where type like 'catalog:%'`
  expect(events).toMatchObject([{ type: 'catalog:pricesChanged', payload: { batchId: saved.body.batchId } }])
  expect((await app.get('/api/bulk-pricing/batches', staff)).body).toMatchObject({
    total: 1,
    items: [{ batchId: saved.body.batchId, updated: 3, updatedRoutes: 2, undoneAt: null }],
  })
  expect((await update(app, [{ id: one?.id, field: 'priceMin2Pax', value: '42.5' }], staff)).body).toEqual({
    updated: 0,
  })
  expect((await update(app, [], staff)).body).toEqual({ updated: 0 })
})

test('one wrong cell refuses the whole save, naming its row and field, and changes nothing', async () => {
  const staff = await app.logIn()
  const [route] = await someRoutes(app, staff)
  const good = { id: route?.id, field: 'priceMin2Pax', value: 77 }
  const before = await written(app)
  const wrong: [object, string][] = [
    [{ id: route?.id, field: 'slug', value: 1 }, 'field'],
    [{ id: 999_999, field: 'price1to3Pax', value: 1 }, 'id'],
    [{ ...good, value: 78 }, 'field'],
    ...['-5', 'abc', '40.123', '1e3', true, [1], -5, 40.123].map((value): [object, string] => [
      { id: route?.id, field: 'price1to3Pax', value },
      'value',
    ]),
  ]
  for (const [cell, field] of wrong) {
    const { status, body } = await update(app, [good, cell], staff)
    expect([status, body.errors?.[0]?.path.slice(0, 10 + field.length)]).toEqual([422, `updates.1.${field}`])
    expect(body.errors[0].message).not.toBe('')
  }
  const many = Array.from({ length: 10_001 }, () => good)
  expect((await update(app, many, staff)).status).toBe(422)
  expect(await written(app)).toEqual(before)
})

test('a price that somebody else changed meanwhile is a named conflict, and nothing is saved', async () => {
  const staff = await app.logIn()
  const [one, other] = await someRoutes(app, staff)
  await update(app, [{ id: one?.id, field: 'priceMin2Pax', value: 55 }], staff)
  const before = await written(app)
  const cells = [
    { id: other?.id, field: 'priceMin2Pax', value: 60, was: other?.priceMin2Pax },
    { id: one?.id, field: 'priceMin2Pax', value: 61, was: one?.priceMin2Pax },
    { id: one?.id, field: 'pricePremium1to3Pax', value: 61, was: '90' },
  ]
  const { status, body } = await update(app, cells, staff)
  expect(status).toBe(409)
  expect(body.errors).toMatchObject([
    { path: 'updates.1.was', message: expect.stringContaining('ora è 55 €') },
    { path: 'updates.2.was', message: expect.stringContaining('ora è su richiesta') },
  ])
  expect(await written(app)).toEqual(before)
})

test('ten thousand cells are saved in one call', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await app.sql`
    insert into locations (id, name, location_type) select 100000 + n, 'Luogo ' || n, 'Città'
    from generate_series(1, 1500) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug)
    select 4, 100000 + n, 'luogo-' || n from generate_series(1, 1500) n`
  const ids = await app.sql<{ id: number }[]>`select id from route_prices where slug like 'luogo-%'`
  const cells = ids
    .flatMap(({ id }) =>
      priceFields.map((field, index) => ({ id, field, value: `${id}.${10 + index}`, was: null })),
    )
    .slice(0, 10_000)
  const { status, body } = await update(app, cells, staff)
  expect([status, body.updated]).toEqual([200, 10_000])
  const [{ right }] = await app.sql<[{ right: number }]>`
    select count(*) as right from route_prices where slug like 'luogo-%' and price1to3_pax = id + 0.13`
  expect(right).toBeGreaterThan(1_420)
})

test('a save is undone as a whole and only once; an undo can be undone; a later change of a price prevents an undo', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const first = await someRoutes(app, staff)
  const cells = first.map(({ id }) => ({ id, field: 'price1to3Pax', value: '300,10' }))
  const undo = (id: number | null) => app.post(`/api/admin/bulk-acts/${id}/undo`, {}, staff)
  const batches = async (): Promise<PriceBatch[]> =>
    (await app.get('/api/bulk-pricing/batches?sort=changedAt', staff)).body.items
  const { actId } = (await update(app, cells, staff)).body
  expect(await batches()).toMatchObject([{ actId }])
  expect((await undo(actId)).body).toEqual({ undone: 1, kept: [], keptTotal: 0, jobId: null })
  const prices = (routes: PricedRoute[]) => routes.map(({ price1to3Pax }) => price1to3Pax)
  expect(prices(await someRoutes(app, staff))).toEqual(prices(first))
  expect((await undo(actId)).status).toBe(409)
  const [, taken] = await batches()
  expect((await undo(taken?.actId ?? 0)).status).toBe(200)
  expect(prices(await someRoutes(app, staff))).toEqual(['300.10', '300.10', '300.10'])
  await update(app, [{ id: first[1]?.id, field: 'price4to8Pax', value: 410 }], staff)
  await update(app, [{ id: first[1]?.id, field: 'price1to3Pax', value: 310 }], staff)
  const before = await written(app)
  const refused = await undo((await batches())[2]?.actId ?? 0)
  expect([refused.status, refused.body.detail]).toEqual([
    409,
    expect.stringMatching(/ → .*, Privato 1-3: è cambiata di nuovo in seguito \(staff-.*\)\. Nessun prezzo/),
  ])
  expect(await written(app)).toEqual(before)
  expect((await batches()).map(({ reason, undoneAt }) => [reason, undoneAt !== null])).toEqual([
    ['Modifica prezzi', true],
    ['Annullamento', true],
    ['Annullamento', false],
    ['Modifica prezzi', false],
    ['Modifica prezzi', false],
  ])
})

test('a save lists the prices that somebody changed since; an undo leaves other prices of the same routes', async () => {
  const staff = await app.logIn()
  const towers = '?departure=10&search=torre&limit=3'
  const routes = await someRoutes(app, staff, towers)
  const [one, two, three] = routes.map(({ id }) => ({ id, field: 'price1to3Pax' }))
  const cells = routes.map(({ id }) => ({ id, field: 'price1to3Pax', value: 300 }))
  const { batchId, actId } = (await update(app, cells, staff)).body
  const address = `/api/bulk-pricing/batches/${batchId}`
  const colleague = await app.logIn({ isSuperAdmin: false })
  const later = (await update(app, [{ ...two, value: 310 }], colleague)).body
  await update(app, [{ id: one?.id, field: 'price4to8Pax', value: 390 }], colleague)

  const shown = (await app.get(address, staff)).body
  const from = routes.map(({ price1to3Pax }) => price1to3Pax)
  expect(shown).toMatchObject({ batchId, updated: 3, undone: 0, undoneAt: null, actId })
  expect(shown.changes).toMatchObject([
    { ...one, from: from[0], to: '300', now: '300', undoneAt: null, laterBy: null },
    { ...two, to: '300', now: '310', laterBy: expect.stringMatching(/^staff-/), laterAt: expect.any(String) },
    { ...three, from: from[2], to: '300', now: '300' },
  ])
  const undo = (id: number) => app.post(`/api/admin/bulk-acts/${id}/undo`, {}, staff)
  expect((await undo(actId)).status).toBe(409)
  expect((await undo(later.actId)).status).toBe(200)
  expect((await undo(actId)).status).toBe(200)
  expect((await app.get(address, staff)).body).toMatchObject({ undone: 3, actId: null })
  expect(
    (await someRoutes(app, staff, towers)).map(({ price1to3Pax, price4to8Pax }) => [
      price1to3Pax,
      price4to8Pax,
    ]),
  ).toEqual(routes.map(({ price4to8Pax }, index) => [from[index], index === 0 ? '390' : price4to8Pax]))

  const past = await app.get(`/api/bulk-pricing/routes/${one?.id}/changes?field=price1to3Pax`, staff)
  expect(past.body).toMatchObject({
    total: 2,
    items: [
      { from: '300', to: from[0], reason: 'Annullamento', undoneAt: null },
      { batchId, from: from[0], to: '300', reason: 'Modifica prezzi', undoneAt: expect.any(String) },
    ],
  })
  expect((await app.get(`/api/bulk-pricing/routes/${one?.id}/changes?field=slug`, staff)).status).toBe(422)
  const none = '/api/bulk-pricing/batches/00000000-0000-4000-8000-000000000000'
  expect((await app.get(none, staff)).status).toBe(404)
})

test('an adjustment leaves out excluded routes, and is refused if the prices changed after its preview', async () => {
  const staff = await app.logIn()
  const adjust = (body: object) => app.post('/api/bulk-pricing/adjust', body, staff)
  const ask = { filter: { departure: 4 }, fields: ['price1to3Pax'], percent: 8 }
  const shown = (await adjust({ ...ask, dryRun: true })).body
  const [one, two, three] = shown.changes
  const excludedIds = [one.id, two.id]
  const colleague = { id: three.id, field: 'price1to3Pax', value: 200 }
  expect((await update(app, [colleague], staff)).status).toBe(200)
  const before = await written(app)
  const refused = await adjust({ ...ask, excludedIds, plan: shown.plan })
  expect([refused.status, await written(app)]).toEqual([409, before])
  expect((await adjust({ ...ask, plan: 'x' })).status).toBe(422)

  const again = (await adjust({ ...ask, excludedIds, dryRun: true })).body
  expect(again.updated).toBe(shown.updated - 2)
  expect(again.changes.find(({ id }: PricedRoute) => id === three.id)).toMatchObject({
    from: '200',
    to: '216',
  })
  const saved = await adjust({ ...ask, excludedIds, plan: again.plan })
  expect(saved.body).toMatchObject({ updated: shown.updated - 2, updatedRoutes: shown.updatedRoutes - 2 })
  const now = await app.sql<{ id: number; price: string }[]>`
    select id, trim_scale(price1to3_pax)::text as price from route_prices where id = any(${excludedIds})`
  expect(new Map(now.map(({ id, price }) => [id, price]))).toEqual(
    new Map([one, two].map(({ id, from }) => [id, from])),
  )

  // Staff can exclude a route whose new price would be invalid.
  const free = { filter: { ids: `${one.id},${two.id}` }, fields: ['price1to3Pax'], amount: -Number(one.from) }
  expect((await adjust(free)).status).toBe(422)
  const rest = await adjust({ ...free, amount: `-${one.from}`, excludedIds: [one.id], dryRun: true })
  expect(rest.body.changes ?? rest.body.errors).toHaveLength(1)
  const ids = Array.from({ length: 10_000 }, (_, index) => index + 1).join(',')
  expect((await adjust({ ...ask, filter: { ids }, dryRun: true })).body.updated).toBeGreaterThan(100)
})

test('an import is refused if the prices changed after its preview', async () => {
  const staff = await app.logIn()
  const [route] = await someRoutes(app, staff)
  const load = (query: string) =>
    app.send('POST', `/api/bulk-pricing/import?${query}`, `ID;Privato 1-3\n${route?.id};150\n`, {
      ...staff,
      'content-type': 'text/csv',
    })
  const { plan } = (await load('dryRun=true')).body
  const theirs = [{ id: route?.id, field: 'price1to3Pax', value: Number(route?.price1to3Pax) + 3 }]
  expect((await update(app, theirs, staff)).body.updated).toBe(1)
  expect((await load(`plan=${plan}`)).status).toBe(409)
  expect((await someRoutes(app, staff))[0]?.price1to3Pax).toBe(`${theirs[0]?.value}`)
  const again = (await load('dryRun=true')).body
  expect((await load(`plan=${again.plan}`)).body.updated).toBe(1)
})

test('a return is excluded and put back together with the outbound whose prices it uses', async () => {
  const staff = await app.logIn()
  await given.route(app)
  const [back] = await app.sql<[{ id: number; mainId: number }]>`
    update route_prices set follows_id = main_route_id where slug = 'gallipoli-aeroporto-brindisi'
    returning id, main_route_id as main_id`
  const adjust = (body: object) =>
    app.post(
      '/api/bulk-pricing/adjust',
      { filter: { ids: `${back.mainId},${back.id}` }, fields: ['price1to3Pax'], amount: 7, ...body },
      staff,
    )
  const own = async () =>
    (await app.sql`select follows_id is null as is_own from route_prices where id = ${back.id}`)[0]?.isOwn
  const shown = (await adjust({ dryRun: true })).body
  expect(shown.changes.find(({ id }: PricedRoute) => id === back.id)).toMatchObject({
    followsId: back.mainId,
  })
  expect((await adjust({ excludedIds: [back.mainId], dryRun: true })).body.changes).toEqual([])
  const alone = await adjust({ excludedIds: [back.id] })
  expect([alone.status, alone.body.errors[0].path]).toEqual([422, 'excludedIds.0'])

  const { batchId, actId } = (await adjust({})).body
  expect((await app.post(`/api/admin/bulk-acts/${actId}/undo`, {}, staff)).status).toBe(200)
  expect((await app.get(`/api/bulk-pricing/batches/${batchId}`, staff)).body).toMatchObject({
    undone: 2,
    undoneAt: expect.any(String),
  })
  expect(await own()).toBe(false)
})

test('a return follows each price of its main route, however that changes, except prices changed on the return', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [main] = await app.sql<[{ id: number }]>`
    update route_prices set is_main_route = true where slug = 'aeroporto-brindisi-gallipoli' returning id`
  await app.post(`/api/admin/correlated-routes/${main.id}`, {}, staff)
  await app.drain()
  const family = async () => (await app.get(`/api/admin/correlated-routes/${main.id}`, staff)).body
  const made = (await family()).length
  // The routes from the other hubs existed before their family.
  const older = new Set((await family()).flatMap(({ id, isEdited }: Member) => (isEdited ? id : [])))
  const [back] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'gallipoli-aeroporto-brindisi'`
  const ids = [main.id, back.id]
  const both = async (field: 'price1to3Pax' | 'price4to8Pax' = 'price1to3Pax') => {
    const found = await Promise.all(ids.map((id) => app.get(`/api/admin/route-prices/${id}`, staff)))
    return found.map(({ body }) => body[field])
  }
  const columns = async () => {
    const [row] = await app.sql`
      select coalesce(price_min2_pax, price3to4_pax, price5to7_pax, price1to3_pax, price4to8_pax) as any_price
      from route_prices where id = ${back.id}`
    return row?.anyPrice
  }
  expect(await columns()).toBeNull()

  const cell = { id: main.id, field: 'price1to3Pax', value: 119 }
  const saved = await update(app, [cell], staff)
  expect([saved.body.updated, await both()]).toEqual([2, ['119', '119']])
  await eventually(async () =>
    expect((await app.get('/api/transfer-routes/gallipoli-aeroporto-brindisi')).body.price1to3Pax).toBe(
      '119',
    ),
  )
  // Prices of return routes cause no warning, because staff did not enter them.
  const odd = { updates: [{ ...cell, value: 1 }] }
  const { warnings } = (await app.post('/api/bulk-pricing/check', odd, staff)).body
  expect(warnings.map(({ id }: { id: number }) => id)).toEqual([main.id])
  const refused = await app.send('PUT', '/api/bulk-pricing/update', { ...odd, guarded: true }, staff)
  expect(refused.body.errors.map(({ path }: { path: string }) => path)).toEqual(['updates.0.value'])

  const raise = { filter: { search: 'brindisi gallipoli' }, fields: ['price1to3Pax'], amount: 11 }
  const preview = await app.post('/api/bulk-pricing/adjust', { ...raise, dryRun: true }, staff)
  expect(preview.body.changes.map(({ id, to }: { id: number; to: string }) => [id, to])).toEqual([
    [main.id, '130'],
    [back.id, '130'],
  ])
  const one = { ...raise, filter: { ids: `${back.id}` }, dryRun: true }
  expect((await app.post('/api/bulk-pricing/adjust', one, staff)).body.changes).toMatchObject([
    { id: back.id, to: '130' },
  ])
  const raised = await app.post('/api/bulk-pricing/adjust', raise, staff)
  expect(await both()).toEqual(['130', '130'])
  await app.post(`/api/admin/bulk-acts/${raised.body.actId}/undo`, {}, staff)
  expect(await both()).toEqual(['119', '119'])
  await app.send('POST', '/api/bulk-pricing/import?dryRun=false', `ID;price1to3Pax\n${main.id};121\n`, {
    ...staff,
    'content-type': 'text/csv',
  })
  expect(await both()).toEqual(['121', '121'])
  expect(await columns()).toBeNull()

  // A return route counts as edited only if one of its prices was changed.
  const edits = async () => (await family()).filter(({ id, isEdited }: Member) => isEdited && !older.has(id))
  expect(await edits()).toEqual([])
  const field = 'price4to8Pax'
  const own = [
    { id: back.id, field, value: 151 },
    { id: main.id, field, value: 141 },
  ]
  expect((await update(app, own, staff)).body.updated).toBe(2)
  expect(await both('price4to8Pax')).toEqual(['141', '151'])
  expect(await edits()).toMatchObject([{ id: back.id }])
  // The return route keeps its own prices until staff switch it back.
  await update(app, [{ id: main.id, field: 'price1to3Pax', value: 123 }], staff)
  expect(await both()).toEqual(['123', '121'])
  const switchTo = (hasOwnPrices: boolean) =>
    app.send('PUT', `/api/admin/route-prices/${back.id}/own-prices`, { hasOwnPrices }, staff)
  expect((await switchTo(false)).body).toMatchObject({ hasOwnPrices: false, price1to3Pax: '123' })
  expect([await columns(), await both('price4to8Pax')]).toEqual([null, ['141', '141']])
  expect((await switchTo(true)).body).toMatchObject({ hasOwnPrices: true, price4to8Pax: '141' })
  await update(app, [{ id: back.id, field, value: 151 }], staff)
  const gone = await app.send('DELETE', `/api/admin/correlated-routes/${main.id}`, undefined, staff)
  expect(gone.body).toEqual({ deleted: made - 1 - older.size, detached: 1 + older.size })
  await update(app, [{ id: main.id, field, value: 142 }], staff)
  expect(await both('price4to8Pax')).toEqual(['142', '151'])
})

test('private prices from Bari are previewed, then copied to existing returns, and never clear a price', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const outs = await someRoutes(app, staff, '?departure=10&limit=2')
  const [full, half] = outs
  for (const { slug } of outs)
    await app.sql`
      insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, slug,
        price1to3_pax, price4to8_pax, price_min2_pax)
      select destination_location_id, departure_location_id, transfer_type_id, ${`ritorno-${slug}`}, 11, 22, 33
      from route_prices where slug = ${slug}`
  await app.sql`update route_prices set price4to8_pax = null where id = ${half?.id ?? 0}`
  const before = await written(app)
  const copy = (body: object) => app.post('/api/bulk-pricing/copy-bari-prices', body, staff)
  const shown = await copy({ dryRun: true })
  expect(shown.body).toMatchObject({ updatedRoutes: 2, updated: 3 })
  expect(shown.body.changes).toContainEqual({
    id: expect.any(Number),
    departure: full?.destination,
    destination: 'Aeroporto Bari',
    field: 'price4to8Pax',
    from: '22',
    to: full?.price4to8Pax,
  })
  expect(await written(app)).toEqual(before)
  expect((await copy({})).body).toMatchObject({ updatedRoutes: 2, updated: 3 })
  const [back] = await app.sql`
    select price1to3_pax, price4to8_pax, price_min2_pax from route_prices where slug = ${`ritorno-${half?.slug}`}`
  expect(back).toEqual({
    price1to3Pax: `${half?.price1to3Pax}.00`,
    price4to8Pax: '22.00',
    priceMin2Pax: '33.00',
  })
  expect((await copy({})).body).toEqual({ updatedRoutes: 0, updated: 0 })
  expect((await copy({ dryRun: 'forse' })).status).toBe(422)
})

test('prices are raised by a filter, to the cent or to a step, with a preview; a result that is no price is refused', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const adjust = (body: object) => app.post('/api/bulk-pricing/adjust', body, staff)
  const [route] = await someRoutes(app, staff)
  await update(app, [{ id: route?.id, field: 'priceMin2Pax', value: '33,33' }], staff)
  const filter = { departure: 4, page: 1 }
  const fields = ['priceMin2Pax', 'pricePremium1to3Pax']
  const before = await written(app)
  const shown = await adjust({ filter, fields, percent: 7.5, dryRun: true })
  expect(shown.body).toMatchObject({ updated: 144, updatedRoutes: 144 })
  expect(shown.body.changes.find(({ id }: PricedRoute) => id === route?.id)).toMatchObject({
    from: '33.33',
    to: '35.83',
  })
  for (const [wrong, path] of [
    [{ fields }, 'percent'],
    [{ fields, percent: 5, amount: 5 }, 'percent'],
    [{ fields, percent: 5.555 }, 'percent'],
    [{ fields, percent: -100 }, 'percent'],
    [{ fields, amount: 'tanto' }, 'amount'],
    [{ fields, amount: 5, roundTo: 0 }, 'roundTo'],
    [{ fields: [], amount: 5 }, 'fields'],
    [{ fields: ['slug'], amount: 5 }, 'fields.0'],
  ] as const) {
    const { status, body } = await adjust({ filter, ...wrong })
    expect([status, body.errors?.[0]?.path]).toEqual([422, path])
  }
  const free = await adjust({ filter, fields, amount: '-33,33' })
  expect(free.status).toBe(422)
  expect(free.body.errors).toContainEqual({
    path: `${route?.id}.priceMin2Pax`,
    message: expect.stringContaining('il nuovo prezzo non sarebbe valido'),
  })
  expect(await written(app)).toEqual(before)
  const saved = await adjust({ filter, fields, amount: '2,50', roundTo: 5 })
  expect(saved.body).toMatchObject({ updatedRoutes: expect.any(Number), batchId: expect.any(String) })
  const [raised] = await someRoutes(app, staff)
  expect(raised?.priceMin2Pax).toBe('35')
})
