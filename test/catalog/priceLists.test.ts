import { expect, test } from 'vitest'
import { romanDay } from '../../src/kernel/romanDay.ts'
import type { PriceList } from '../../src/modules/catalog/priceLists/contract.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { dayIn } from '../given.ts'

/** The app of tests that leave the base prices as they are. Two lists cannot cover the same days, so each deletes the others' lists. */
const app = await openApp({ data: 'demo' })

type Headers = Record<string, string>

const summer = {
  name: 'Estate',
  startsOn: dayIn(10),
  endsOn: dayIn(40),
  departure: 4,
  fields: ['price1to3Pax', 'price4to8Pax'],
  percent: '15',
  roundTo: '5',
}

const create = (app: App, body: object, staff: Headers) =>
  app.post<PriceList & { errors: { path: string }[]; detail: string }>('/api/admin/price-lists', body, staff)

const read = async (app: App, id: number, staff: Headers) =>
  (await app.get<PriceList>(`/api/admin/price-lists/${id}`, staff)).body

async function prices(app: App) {
  return app.sql`
    select id, price_min2_pax::text, price3to4_pax::text, price5to7_pax::text, price1to3_pax::text,
      price4to8_pax::text, price_premium1to3_pax::text, price_premium4to7_pax::text
    from route_prices order by id`
}

const gallipoli = '/api/transfer-routes/aeroporto-brindisi-gallipoli'

/** Returns the prices of car and van to Gallipoli on a day, which is counted from today. */
const costOn = async (app: App, days: number) => {
  const { price1to3Pax, price4to8Pax } = (await app.get(`${gallipoli}?day=${dayIn(days)}`)).body
  return [price1to3Pax, price4to8Pax]
}

test('a list changes the prices of its days for those who book ahead, nothing else, and writes no base price', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`update route_prices set price1to3_pax = 109.99 where slug = 'aeroporto-brindisi-gallipoli'`
  const before = await prices(app)
  const made = await create(app, summer, staff)
  expect([made.status, made.body]).toMatchObject([
    201,
    { state: 'programmato', departureName: 'Aeroporto Brindisi', overlay: 'period', cells: [], version: 1 },
  ])
  await eventually(async () => expect(await costOn(app, 10)).toEqual(['125', '150']))
  expect(await costOn(app, 40)).toEqual(['125', '150'])
  for (const days of [0, 9, 41]) expect([days, await costOn(app, days)]).toEqual([days, ['109.99', '130']])
  const fare = async (from: string, to: string, days: number) => {
    const query = { from, to, day: dayIn(days), passengers: '2' }
    return (await app.get(`/api/fares?${new URLSearchParams(query)}`)).body
  }
  const inside = { total: '125', validFrom: dayIn(10), validUntil: dayIn(40) }
  expect((await fare('Aeroporto Brindisi', 'Gallipoli', 15)).offers[0]).toMatchObject(inside)
  expect(await fare('Gallipoli', 'Aeroporto Brindisi', 15)).toMatchObject({
    source: 'reverse',
    offers: [inside],
  })
  expect((await fare('Aeroporto Brindisi', 'Gallipoli', 0)).offers[0]).toMatchObject({
    total: '109.99',
    validFrom: null,
    validUntil: dayIn(9),
  })
  expect((await fare('Aeroporto Brindisi', 'Gallipoli', 41)).offers[0]).toMatchObject({
    total: '109.99',
    validFrom: null,
    validUntil: null,
  })
  expect((await app.get(gallipoli)).body).toMatchObject({
    price1to3Pax: '109.99',
    validUntil: dayIn(9),
    planned: [{ validFrom: dayIn(10), validUntil: dayIn(40), price1to3Pax: '125', startingPrice: '40' }],
  })
  const search = async (days: number) => {
    const query = { departure: 'Aeroporto Bari', destination: 'Gallipoli', day: dayIn(days) }
    return (await app.get(`/api/routes/search?${new URLSearchParams(query)}`)).body
  }
  expect((await search(15))[0].price).toBe((await search(0))[0].price)
  expect(await prices(app)).toEqual(before)
  const [left] = await app.sql`select count(*) as count from price_changes`
  expect(left).toEqual({ count: 0 })
})

test('a base price that changes while a list is planned changes the list’s price, and undoing it changes that back', async () => {
  await app.sql`delete from price_lists`
  const staff = await app.logIn()
  await create(app, summer, staff)
  const [row] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const raise = { updates: [{ id: row.id, field: 'price1to3Pax', value: '200' }] }
  const { body } = await app.send('PUT', '/api/bulk-pricing/update', raise, staff)
  await eventually(async () => expect(await costOn(app, 15)).toEqual(['230', '150']))
  expect(await costOn(app, 0)).toEqual(['200', '130'])
  await app.post(`/api/admin/bulk-acts/${body.actId}/undo`, {}, staff)
  await eventually(async () => expect(await costOn(app, 15)).toEqual(['125', '150']))
  expect(await costOn(app, 0)).toEqual(['110', '130'])
})

test('single prices go before the rule, and an empty one is filled for the days of the list', async () => {
  await app.sql`delete from price_lists`
  const staff = await app.logIn()
  const [route] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'aeroporto-brindisi-gallipoli'`
  const cells = [
    { id: route.id, field: 'price1to3Pax', value: '99,50' },
    { id: route.id, field: 'pricePremium1to3Pax', value: 180 },
  ]
  const { body } = await create(app, { ...summer, cells }, staff)
  expect(body.cells).toEqual([
    { id: route.id, field: 'price1to3Pax', value: '99.50' },
    { id: route.id, field: 'pricePremium1to3Pax', value: '180' },
  ])
  await eventually(async () =>
    expect((await app.get(`${gallipoli}?day=${dayIn(15)}`)).body).toMatchObject({
      price1to3Pax: '99.50',
      pricePremium1to3Pax: '180',
      price4to8Pax: '150',
    }),
  )
  expect((await app.get(gallipoli)).body).toMatchObject({ price1to3Pax: '110', pricePremium1to3Pax: null })
})

test('a return uses the prices of its outbound on every day, unless a list has a price for the return', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [main] = await app.sql<[{ id: number }]>`
    update route_prices set is_main_route = true where slug = 'aeroporto-brindisi-gallipoli' returning id`
  await app.post(`/api/admin/correlated-routes/${main.id}`, {}, staff)
  await app.drain()
  const [back] = await app.sql<[{ id: number }]>`
    select id from route_prices where slug = 'gallipoli-aeroporto-brindisi'`
  const cells = [{ id: back.id, field: 'price4to8Pax', value: '99' }]
  await create(app, { ...summer, cells }, staff)
  const on = async (days: number) => {
    const query = `?day=${dayIn(days)}`
    return (await app.get(`/api/transfer-routes/gallipoli-aeroporto-brindisi${query}`)).body
  }
  await eventually(async () =>
    expect(await on(15)).toMatchObject({ price1to3Pax: '125', price4to8Pax: '99' }),
  )
  expect(await on(0)).toMatchObject({ price1to3Pax: '110', price4to8Pax: '130' })
  const raise = { updates: [{ id: main.id, field: 'price1to3Pax', value: '200' }] }
  await app.send('PUT', '/api/bulk-pricing/update', raise, staff)
  await eventually(async () => expect((await on(15)).price1to3Pax).toBe('230'))
  // A return route has its outbound route's prices even while that route is inactive, and after its deletion.
  await app.send('PUT', `/api/admin/route-prices/${main.id}/active-status`, { isActive: false }, staff)
  const lower = { updates: [{ id: main.id, field: 'price1to3Pax', value: '100' }] }
  await app.send('PUT', '/api/bulk-pricing/update', lower, staff)
  await eventually(async () => expect((await on(0)).price1to3Pax).toBe('100'))
  await app.send('DELETE', `/api/admin/route-prices/${main.id}`, undefined, staff)
  await eventually(async () => expect((await on(0)).price1to3Pax).toBe('100'))
})

test('days of the week and nights count once staff switch them on, over the list of the period', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const always = { startsOn: dayIn(0), endsOn: null, roundTo: null, percent: null, departure: 4 }
  const saturdays = { ...summer, ...always, name: 'Sabato', overlay: 'weekdays', weekdays: [6], amount: '10' }
  const nights = { ...summer, ...always, name: 'Notte', overlay: 'nights', amount: '20' }
  for (const list of [summer, saturdays, nights]) expect((await create(app, list, staff)).status).toBe(201)
  const dayOfWeek = (from: number, weekday: number) =>
    [0, 1, 2, 3, 4, 5, 6].map((more) => from + more).find((days) => weekdayOf(dayIn(days)) === weekday) ?? 0
  const fare = async (days: number, time: string) => {
    const query = { from: 'Aeroporto Brindisi', to: 'Gallipoli', day: dayIn(days), time, passengers: '1' }
    return (await app.get(`/api/fares?${new URLSearchParams(query)}`)).body.offers[0].total
  }
  const [saturday, sunday] = [dayOfWeek(12, 6), dayOfWeek(12, 0)]
  await eventually(async () => expect(await fare(sunday, '12:00')).toBe('125'))
  expect(await fare(saturday, '23:30')).toBe('125')
  await app.sql`update fare_settings set are_weekdays_on = true, are_nights_on = true, updated_at = now()`
  await eventually(async () => expect(await fare(saturday, '12:00')).toBe('135'))
  expect(await Promise.all(['21:59', '22:00', '05:59', '6:00'].map((time) => fare(sunday, time)))).toEqual([
    '125',
    '145',
    '145',
    '125',
  ])
  expect(await fare(saturday, '23:00')).toBe('155')
  expect((await create(app, { ...saturdays, weekdays: [] }, staff)).body.errors[0]?.path).toBe('weekdays')
  expect((await create(app, { ...saturdays, name: 'Fine settimana', weekdays: [6, 7] }, staff)).status).toBe(
    409,
  )
})

/** Returns the day of the week; 0 is Sunday. */
const weekdayOf = (text: string) => new Date(`${text}T00:00:00Z`).getUTCDay()

test('two lists over the same prices on the same days are refused with the other one’s name; side by side they are not', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await create(app, summer, staff)
  const clash = await create(app, { ...summer, name: 'Ferragosto', startsOn: dayIn(40), endsOn: null }, staff)
  expect([clash.status, clash.body.errors]).toEqual([
    409,
    [
      {
        path: 'startsOn',
        message: expect.stringMatching(/«Estate» \(dal .*\) vale già .* per Aeroporto Brindisi → /),
      },
    ],
  ])
  const [[both]] = [
    await Promise.all(
      ['Uno', 'Due'].map((name) =>
        create(app, { ...summer, name, startsOn: dayIn(41), endsOn: null }, staff),
      ),
    ).then((made) => [made.map(({ status }) => status).sort()]),
  ]
  expect(both).toEqual([201, 409])
  // A list occupies its days for all prices of a route, even if the list changes only some of these prices.
  expect((await create(app, { ...summer, fields: ['priceMin2Pax'] }, staff)).status).toBe(409)
  for (const departure of [10, 482])
    expect((await create(app, { ...summer, departure }, staff)).status).toBe(201)
  const [route] =
    await app.sql`select id from route_prices where departure_location_id = 4 order by id limit 1`
  const cells = [{ id: route?.id, field: 'price1to3Pax', value: '99' }]
  const single = { ...summer, fields: [], departure: null, percent: null, roundTo: null, cells }
  expect((await create(app, single, staff)).status).toBe(409)
  expect((await create(app, { ...single, startsOn: dayIn(1), endsOn: dayIn(9) }, staff)).status).toBe(201)
  // A constraint of the database prevents overlaps too.
  await expect(
    app.sql`insert into price_list_scopes select * from price_list_scopes order by list_id limit 1`,
  ).rejects.toMatchObject({ code: '23P01' })
  const { body } = await app.get('/api/admin/price-lists?sort=name&search=est', staff)
  expect(body).toMatchObject({ total: 4, items: [{ name: 'Estate' }, {}, {}, {}] })
})

test('invalid lists are refused at the field and change nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  for (const [wrong, path] of [
    [{ name: '' }, 'name'],
    [{ startsOn: dayIn(-1) }, 'startsOn'],
    [{ startsOn: '2027-06-31' }, 'startsOn'],
    [{ startsOn: 'domani' }, 'startsOn'],
    [{ endsOn: dayIn(9) }, 'endsOn'],
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
  // The first list lowers only the cheapest price too far, the second raises only the dearest too far.
  const [cheapest] = await app.sql<{ id: number; price: string }[]>`
    select id, price1to3_pax as price from route_prices
    where price1to3_pax is not null and follows_id is null and departure_location_id = 4
    order by price1to3_pax, id limit 1`
  if (!cheapest) throw new Error('the demo data have no route')
  const lower = { ...summer, fields: ['price1to3Pax'], percent: null, amount: `-${Number(cheapest.price)}` }
  const atZero = await create(app, lower, staff)
  expect([atZero.status, atZero.body.errors?.[0]?.path]).toEqual([422, `${cheapest.id}.price1to3Pax`])
  await app.sql`update route_prices set price4to8_pax = 999999 where id = ${cheapest.id}`
  const aboveMax = await create(app, { ...summer, fields: ['price4to8Pax'] }, staff)
  expect([aboveMax.status, aboveMax.body.errors]).toMatchObject([
    422,
    [{ path: `${cheapest.id}.price4to8Pax` }],
  ])
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
  await app.sql`delete from price_lists`
  const staff = await app.logIn()
  const { body: list } = await create(app, summer, staff)
  const put = (body: object) => app.send('PUT', `/api/admin/price-lists/${list.id}`, body, staff)
  const form = (of: PriceList) => ({ ...of, cells: of.cells })
  const changed = await put({ ...form(list), percent: '12,5', startsOn: dayIn(0) })
  expect([changed.status, changed.body.percent]).toEqual([200, '12,5'])
  expect(changed.body).toMatchObject({
    version: 2,
    versions: [{ version: 1, content: { percent: '15', startsOn: dayIn(10) } }],
  })
  expect((await put({ ...form(list), name: 'Altro' })).status).toBe(409)
  const running = await read(app, list.id, staff)
  expect((await put({ ...form(running), percent: '20' })).status).toBe(409)
  expect((await put({ ...form(running), endsOn: dayIn(-1) })).status).toBe(422)
  const longer = await put({ ...form(running), endsOn: dayIn(50) })
  expect([longer.status, longer.body]).toMatchObject([200, { endsOn: dayIn(50), state: 'in corso' }])
  expect((await app.send('DELETE', `/api/admin/price-lists/${list.id}`, undefined, staff)).status).toBe(409)
  await app.post(`/api/admin/price-lists/${list.id}/cancel`, {}, staff)
  expect((await app.post(`/api/admin/price-lists/${list.id}/cancel`, {}, staff)).status).toBe(409)
  expect((await put({ ...form(await read(app, list.id, staff)), endsOn: dayIn(60) })).status).toBe(409)
  expect((await app.send('DELETE', `/api/admin/price-lists/${list.id}`, undefined, staff)).status).toBe(204)
  const actions =
    await app.sql`select action from audit_log where subject = ${`price_lists/${list.id}`} order by id`
  expect(actions.map(({ action }) => action.replace('catalog:priceList', ''))).toEqual([
    'Created',
    'Changed',
    'Changed',
    'Cancelled',
    'Deleted',
  ])
})

test('staff see the public pages with the prices of a future day, marked and not cached; visitors see today’s', async () => {
  await app.sql`delete from price_lists`
  const staff = await app.logIn({ isSuperAdmin: false })
  await create(app, { ...summer, endsOn: dayIn(20), percent: '50', roundTo: null }, staff)
  await create(
    app,
    { ...summer, name: 'Dopo', startsOn: dayIn(21), endsOn: null, percent: '100', roundTo: null },
    staff,
  )
  const before = await prices(app)
  await app.settle()
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
  expect(await shows(`?data=${dayIn(10)}`, staff)).toMatchObject({
    status: 200,
    price: '165',
    isKept: false,
    robots: 'noindex',
    text: expect.stringContaining(`PREZZI DEL ${dayIn(10).slice(8)}`),
  })
  expect((await shows(`?data=${dayIn(21)}`, staff)).price).toBe('220')
  expect((await shows(`?data=${dayIn(9)}`, staff)).price).toBe('110')
  expect((await shows('?data=2020-01-01', staff)).price).toBe('110')
  expect((await shows('?data=2030-02-31', staff)).status).toBe(422)
  // Visitors choose a day with the parameter `giorno`; `data` is for staff only.
  expect((await shows(`?giorno=${dayIn(10)}`)).price).toBe('165')
  for (const query of ['?giorno=2020-01-01', '?giorno=2030-02-31', '?giorno=x'])
    expect((await shows(query)).price).toBe('110')
  expect((await app.get(`/prezzi/?giorno=${dayIn(10)}`)).text).toContain('"price1to3Pax":"112.50"')
  expect((await shows(`?data=${dayIn(10)}`)).text).not.toContain('PREZZI DEL')
  expect((await shows(`?data=${dayIn(10)}`)).price).toBe('110')
  expect((await app.get(`/prezzi/?data=${dayIn(10)}`, staff)).text).toContain('"price1to3Pax":"112.50"')
  expect((await app.get('/prezzi/')).text).not.toContain('"price1to3Pax":"112.50"')
  expect(await prices(app)).toEqual(before)
})

test('a preview shows every price that would change and every suspicious price, and writes nothing', async () => {
  await app.sql`delete from price_lists`
  const staff = await app.logIn()
  const before = await prices(app)
  const preview = (body: object) => app.post('/api/admin/price-lists/preview', { ...summer, ...body }, staff)
  const mild = (await preview({})).body
  expect(mild).toMatchObject({ updated: 288, updatedRoutes: 144, warnings: [] })
  expect(mild.changes[0]).toMatchObject({ departure: 'Aeroporto Brindisi', from: expect.any(String) })
  // The preview compares prices of the same day with each other, not with base prices of other days.
  const { warnings } = (await preview({ percent: '60' })).body
  expect(new Set(warnings.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['perKm']))
  expect(warnings).toHaveLength(17)
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
