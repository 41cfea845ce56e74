import { expect, test } from 'vitest'
import type { PriceList } from '../../src/modules/catalog/priceLists/contract.ts'
import { romanDay } from '../../src/modules/catalog/priceLists/romanDay.ts'
import type { PricedRoute } from '../../src/modules/catalog/prices/contract.ts'
import { type App, eventually, startApp } from '../app.ts'

type Headers = Record<string, string>

/** The date a number of days from today, in Rome. */
const day = (days: number) => romanDay(new Date(Date.now() + days * 86_400_000))

const summer = {
  name: 'Estate',
  startsOn: day(10),
  endsOn: day(40),
  departure: 4,
  fields: ['price1to3Pax', 'price4to8Pax'],
  percent: '15',
  roundTo: '5',
}

const create = (app: App, body: object, staff: Headers) =>
  app.post<PriceList & { errors: { path: string }[]; detail: string }>('/api/admin/price-lists', body, staff)

const read = async (app: App, id: number, staff: Headers) =>
  (await app.get<PriceList>(`/api/admin/price-lists/${id}`, staff)).body

/** Every price of every route, as PostgreSQL writes it. */
async function prices(app: App) {
  return app.sql`
    select id, price_min2_pax::text, price3to4_pax::text, price5to7_pax::text, price1to3_pax::text,
      price4to8_pax::text, price_premium1to3_pax::text, price_premium4to7_pax::text
    from route_prices order by id`
}

const sweep = (app: App) => app.sweep('keepPriceLists')

/** Simulates passing days by moving the list's days earlier. */
const pass = (app: App, days: number) => app.sql`
  update price_lists set starts_on = starts_on - ${days}::int, ends_on = ends_on - ${days}::int`

const gallipoli = '/api/transfer-routes/aeroporto-brindisi-gallipoli'

test('a list begins on its first day, shows on the public page at once, and is reverted to the cent after its last', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`update route_prices set price1to3_pax = 109.99 where slug = 'aeroporto-brindisi-gallipoli'`
  await app.sql`update route_prices set price4to8_pax = null where slug = 'aeroporto-brindisi-alezio'`
  const before = await prices(app)
  const made = await create(app, summer, staff)
  expect([made.status, made.body]).toMatchObject([
    201,
    { state: 'programmato', departureName: 'Aeroporto Brindisi', updated: 0, cells: [], kept: [] },
  ])
  const { id } = made.body
  await sweep(app)
  await pass(app, 9)
  await sweep(app)
  expect(await prices(app)).toEqual(before)

  await pass(app, 1)
  await Promise.all([sweep(app), sweep(app)])
  await sweep(app)
  expect(await read(app, id, staff)).toMatchObject({ state: 'in corso', updated: 287 })
  await eventually(async () =>
    expect((await app.get(gallipoli)).body).toMatchObject({ price1to3Pax: '125', price4to8Pax: '150' }),
  )
  const during = await prices(app)
  expect(during).not.toEqual(before)

  await pass(app, 30)
  await sweep(app)
  expect(await prices(app)).toEqual(during)
  await pass(app, 1)
  await sweep(app)
  expect(await prices(app)).toEqual(before)
  expect(await read(app, id, staff)).toMatchObject({ state: 'concluso', keptCount: 0 })
  const { items } = (await app.get('/api/bulk-pricing/batches', staff)).body
  expect(items).toMatchObject([
    { reason: 'Fine del listino «Estate»', changedBy: 'worker', updated: 287 },
    { reason: 'Listino «Estate»', changedBy: 'worker', updated: 287, undoneAt: expect.any(String) },
  ])
  await eventually(async () => expect((await app.get(gallipoli)).body.price1to3Pax).toBe('109.99'))
  await sweep(app)
  expect(await prices(app)).toEqual(before)
})

test('prices that staff change during a list stay when it ends, and are shown', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const { id } = (await create(app, { ...summer, startsOn: day(0), endsOn: day(0) }, staff)).body
  await sweep(app)
  const { routes } = (await app.get('/api/bulk-pricing/routes?departure=4&limit=2', staff)).body as {
    routes: PricedRoute[]
  }
  const [one] = routes
  const mine = { updates: [{ id: one?.id, field: 'price1to3Pax', value: '131,50' }] }
  expect((await app.send('PUT', '/api/bulk-pricing/update', mine, staff)).status).toBe(200)
  await pass(app, 1)
  await sweep(app)
  const list = await read(app, id, staff)
  expect(list).toMatchObject({ state: 'concluso', updated: 288, keptCount: 1 })
  expect(list.kept).toEqual([
    {
      id: one?.id,
      departure: one?.departure,
      destination: one?.destination,
      field: 'price1to3Pax',
      from: one?.price1to3Pax,
      to: '131.50',
    },
  ])
})

test('a list changes the return with its main route; changes of the return by staff stay', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [main] = await app.sql<[{ id: number }]>`
    update route_prices set is_main_route = true where slug = 'aeroporto-brindisi-gallipoli' returning id`
  await app.post(`/api/admin/correlated-routes/${main.id}`, {}, staff)
  await app.drain()
  const pair = async () =>
    app.sql`
      select price1to3_pax::text, price4to8_pax::text from route_prices
      where slug in ('aeroporto-brindisi-gallipoli', 'gallipoli-aeroporto-brindisi')
      order by id = ${main.id} desc`
  const before = await pair()
  const { id } = (await create(app, { ...summer, startsOn: day(0), endsOn: day(0) }, staff)).body
  await sweep(app)
  const [there, back] = await pair()
  expect(there).not.toEqual(before[0])
  expect(back).toEqual(there)
  const [row] = await app.sql`select id from route_prices where slug = 'gallipoli-aeroporto-brindisi'`
  const mine = { updates: [{ id: row?.id, field: 'price1to3Pax', value: '131,50' }] }
  await app.send('PUT', '/api/bulk-pricing/update', mine, staff)
  await pass(app, 1)
  await sweep(app)
  expect(await pair()).toEqual([before[0], { ...before[1], price1to3Pax: '131.50' }])
  expect((await read(app, id, staff)).kept).toMatchObject([{ id: row?.id, to: '131.50' }])
})

test('a worker that was down over midnight catches up in order, and a list whose days all passed never begins', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const before = await prices(app)
  const first = (await create(app, { ...summer, startsOn: day(0), endsOn: day(4) }, staff)).body
  await sweep(app)
  const missed = (await create(app, { ...summer, name: 'Ponte', startsOn: day(5), endsOn: day(6) }, staff))
    .body
  const next = (
    await create(app, { ...summer, name: 'Autunno', startsOn: day(7), endsOn: null, percent: '-10' }, staff)
  ).body
  await pass(app, 8)
  await sweep(app)
  expect((await read(app, first.id, staff)).state).toBe('concluso')
  expect((await read(app, missed.id, staff)).state).toBe('saltato')
  expect(await read(app, next.id, staff)).toMatchObject({ state: 'in corso', endsOn: null })
  const [row] = await app.sql`
    select price1to3_pax::text as price from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  // From the base prices, not from the summer's.
  expect(row?.price).toBe('100.00')
  const ended = await app.post(`/api/admin/price-lists/${next.id}/cancel`, {}, staff)
  expect([ended.status, ended.body.state]).toEqual([200, 'concluso'])
  expect(await prices(app)).toEqual(before)
})

test('single prices override the rule, and an empty price is filled for the time of the list', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [route] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const cells = [
    { id: route.id, field: 'price1to3Pax', value: '99,50' },
    { id: route.id, field: 'pricePremium1to3Pax', value: 180 },
  ]
  const before = await prices(app)
  const { body } = await create(app, { ...summer, startsOn: day(0), cells }, staff)
  expect(body.cells).toEqual([
    { id: route.id, field: 'price1to3Pax', value: '99.50' },
    { id: route.id, field: 'pricePremium1to3Pax', value: '180' },
  ])
  await sweep(app)
  const [now] = await app.sql`
    select price1to3_pax::text, price_premium1to3_pax::text, price4to8_pax::text from route_prices where id = ${route.id}`
  expect(now).toEqual({ price1to3Pax: '99.50', pricePremium1to3Pax: '180.00', price4to8Pax: '150.00' })
  const { items } = (await app.get('/api/bulk-pricing/batches', staff)).body
  const undone = await app.post(`/api/bulk-pricing/batches/${items[0].batchId}/undo`, {}, staff)
  expect([undone.status, undone.body.detail]).toEqual([409, expect.stringContaining('«Estate»')])
  await app.post(`/api/admin/price-lists/${body.id}/cancel`, {}, staff)
  expect(await prices(app)).toEqual(before)
})

test('two lists for the same prices on the same days are refused with the other one’s name; consecutive ones are not', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await create(app, summer, staff)
  const clash = await create(app, { ...summer, name: 'Ferragosto', startsOn: day(40), endsOn: null }, staff)
  expect([clash.status, clash.body.errors]).toEqual([
    409,
    [
      {
        path: 'startsOn',
        message: expect.stringMatching(/«Estate» \(dal .*\) cambia già 288 di questi prezzi/),
      },
    ],
  ])
  const [[both]] = [
    await Promise.all(
      ['Uno', 'Due'].map((name) => create(app, { ...summer, name, startsOn: day(41), endsOn: null }, staff)),
    ).then((made) => [made.map(({ status }) => status).sort()]),
  ]
  expect(both).toEqual([201, 409])
  for (const other of [{ departure: 10 }, { fields: ['priceMin2Pax'] }])
    expect((await create(app, { ...summer, ...other }, staff)).status).toBe(201)
  const { body } = await app.get('/api/admin/price-lists?sort=name&search=est', staff)
  expect(body).toMatchObject({ total: 3, items: [{ name: 'Estate', cellCount: 0 }, {}, {}] })
})

test('invalid lists are refused at the field and change nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  for (const [wrong, path] of [
    [{ name: '' }, 'name'],
    [{ startsOn: day(-1) }, 'startsOn'],
    [{ startsOn: '2027-06-31' }, 'startsOn'],
    [{ startsOn: 'domani' }, 'startsOn'],
    [{ endsOn: day(9) }, 'endsOn'],
    [{ fields: [] }, 'fields'],
    [{ fields: ['slug'] }, 'fields.0'],
    [{ percent: 'molto' }, 'percent'],
    [{ percent: '-95' }, 'percent'],
    [{ percent: null }, 'percent'],
    [{ amount: '5' }, 'percent'],
    [{ roundTo: 'x' }, 'roundTo'],
    [{ cells: [{ id: 1, field: 'price1to3Pax', value: 'caro' }] }, 'cells.0.value'],
  ] as const) {
    const { status, body } = await create(app, { ...summer, ...wrong }, staff)
    expect([wrong, status, body.errors?.[0]?.path]).toEqual([wrong, 422, path])
  }
  expect((await create(app, { ...summer, percent: null, amount: '-500' }, staff)).status).toBe(422)
  expect((await app.get('/api/admin/price-lists', staff)).body.total).toBe(0)
  for (const [method, path] of [
    ['GET', ''],
    ['POST', '/cancel'],
    ['DELETE', ''],
  ] as const)
    expect(
      (await app.send(method, `/api/admin/price-lists/999${path}`, method === 'POST' ? {} : undefined, staff))
        .status,
    ).toBe(404)
})

test('a planned list is changed and deleted; an active one can only change its last day; a stale form overwrites nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const { body: list } = await create(app, summer, staff)
  const put = (body: object) => app.send('PUT', `/api/admin/price-lists/${list.id}`, body, staff)
  const form = (of: PriceList) => ({ ...of, cells: of.cells })
  const changed = await put({ ...form(list), percent: '12,5', startsOn: day(0) })
  expect([changed.status, changed.body.percent]).toEqual([200, '12,5'])
  expect((await put({ ...form(list), name: 'Altro' })).status).toBe(409)
  await sweep(app)
  const running = await read(app, list.id, staff)
  expect((await put({ ...form(running), percent: '20' })).status).toBe(409)
  expect((await put({ ...form(running), endsOn: day(-1) })).status).toBe(422)
  const longer = await put({ ...form(running), endsOn: day(50) })
  expect([longer.status, longer.body]).toMatchObject([200, { endsOn: day(50), state: 'in corso' }])
  expect((await app.send('DELETE', `/api/admin/price-lists/${list.id}`, undefined, staff)).status).toBe(409)
  await app.post(`/api/admin/price-lists/${list.id}/cancel`, {}, staff)
  expect((await app.post(`/api/admin/price-lists/${list.id}/cancel`, {}, staff)).status).toBe(409)
  expect((await put({ ...form(await read(app, list.id, staff)), endsOn: day(60) })).status).toBe(409)
  expect((await app.send('DELETE', `/api/admin/price-lists/${list.id}`, undefined, staff)).status).toBe(204)
  const actions =
    await app.sql`select action from audit_log where action like 'catalog:priceList%' order by id`
  expect(actions.map(({ action }) => action.replace('catalog:priceList', ''))).toEqual([
    'Created',
    'Changed',
    'Begun',
    'Changed',
    'Ended',
    'Cancelled',
    'Deleted',
  ])
})

test('staff see the public pages with the prices of a future day, marked and not cached; visitors see today’s', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await create(app, { ...summer, endsOn: day(20), percent: '50', roundTo: null }, staff)
  await create(
    app,
    { ...summer, name: 'Dopo', startsOn: day(21), endsOn: null, percent: '100', roundTo: null },
    staff,
  )
  const before = await prices(app)
  const page = '/tratte/transfer-aeroporto-brindisi-gallipoli/'
  const shows = async (query: string, headers?: Headers) => {
    const { status, text, headers: sent } = await app.get(page + query, headers)
    const price = /"price1to3Pax":"(\d+)"/.exec(text)?.[1]
    return {
      status,
      price,
      isKept: sent.get('cache-control') !== 'no-store',
      robots: sent.get('x-robots-tag'),
      text,
    }
  }
  expect(await shows('')).toMatchObject({ status: 200, price: '110', isKept: true, robots: null })
  expect(await shows(`?data=${day(10)}`, staff)).toMatchObject({
    status: 200,
    price: '165',
    isKept: false,
    robots: 'noindex',
    text: expect.stringContaining(`PREZZI DEL ${day(10).slice(8)}`),
  })
  expect((await shows(`?data=${day(21)}`, staff)).price).toBe('220')
  expect((await shows(`?data=${day(9)}`, staff)).price).toBe('110')
  expect((await shows('?data=2020-01-01', staff)).price).toBe('110')
  expect((await shows('?data=2030-02-31', staff)).status).toBe(422)
  expect((await shows(`?data=${day(10)}`)).text).not.toContain('PREZZI DEL')
  expect((await shows(`?data=${day(10)}`)).price).toBe('110')
  expect((await app.get(`/prezzi/?data=${day(10)}`, staff)).text).toContain('"price1to3Pax":"82.50"')
  expect((await app.get('/prezzi/')).text).not.toContain('"price1to3Pax":"82.50"')
  expect(await prices(app)).toEqual(before)
  const [left] = await app.sql`
    select (select count(*) from price_changes) as changes, (select count(*) from price_lists where begun_at is not null)
      as begun, (select count(*) from outbox where type like 'catalog:%') as facts`
  expect(left).toEqual({ changes: 0, begun: 0, facts: 0 })
})

test('a preview shows every price that would change and what looks wrong, and writes nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const before = await prices(app)
  const preview = (body: object) => app.post('/api/admin/price-lists/preview', { ...summer, ...body }, staff)
  const mild = (await preview({})).body
  expect(mild).toMatchObject({ updated: 288, updatedRoutes: 144, doubts: [] })
  expect(mild.changes[0]).toMatchObject({ departure: 'Aeroporto Brindisi', from: expect.any(String) })
  expect((await preview({ percent: '60' })).body.doubts.length).toBeGreaterThan(100)
  expect((await preview({ percent: 'x' })).status).toBe(422)
  expect(await prices(app)).toEqual(before)
})

test('a day begins at midnight in Rome, in summer, in winter and on the nights of the clock change', () => {
  for (const [moment, rome] of [
    ['2027-05-31T21:59:59Z', '2027-05-31'],
    ['2027-05-31T22:00:00Z', '2027-06-01'],
    ['2027-12-31T22:59:59Z', '2027-12-31'],
    ['2027-12-31T23:00:00Z', '2028-01-01'],
    ['2027-03-27T23:00:00Z', '2027-03-28'],
    ['2027-03-28T21:59:59Z', '2027-03-28'],
    ['2027-03-28T22:00:00Z', '2027-03-29'],
    ['2027-10-30T22:00:00Z', '2027-10-31'],
    ['2027-10-31T22:59:59Z', '2027-10-31'],
    ['2027-10-31T23:00:00Z', '2027-11-01'],
  ] as const)
    expect([moment, romanDay(new Date(moment))]).toEqual([moment, rome])
})
