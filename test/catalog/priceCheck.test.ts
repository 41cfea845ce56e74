import { expect, test } from 'vitest'
import { type PriceField, priceFields } from '../../src/modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../src/modules/catalog/priceGrid/contract.ts'
import type { PriceWarning } from '../../src/modules/catalog/prices/contract.ts'
import { type App, openApp, startApp } from '../app.ts'
import { long } from '../length.ts'

const app = await openApp({ data: 'demo' })

type Headers = Record<string, string>
interface Cell {
  id: number
  field: PriceField
  value: string | number | null
}

const check = (app: App, updates: object[], staff: Headers) =>
  app.post<{ warnings: PriceWarning[] }>('/api/bulk-pricing/check', { updates }, staff)

async function allRoutes(app: App, staff: Headers, query = '') {
  const reply = await app.get(`/api/bulk-pricing/routes?limit=500${query}`, staff)
  return (reply.body as { routes: PricedRoute[] }).routes
}

const written = (app: App) => app.sql`
  select (select md5(string_agg(r::text, '|' order by id)) from route_prices r) as prices,
    (select count(*) from price_changes) as changes, (select count(*) from outbox) as events`

test('the bundled prices cause no warning, 40 wrong ones among 500 are all reported, and a check writes nothing', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const routes = await allRoutes(app, staff)
  const cells: Cell[] = routes.flatMap((route) =>
    priceFields.flatMap((field) => (route[field] ? { id: route.id, field, value: route[field] } : [])),
  )
  const before = await written(app)
  expect((await check(app, cells, staff)).body).toEqual({ warnings: [] })
  const slips = [(price: number) => price * 10, (price: number) => price / 10, (price: number) => price * 1.7]
  const sent = cells.slice(100, 600).map((cell, index) => {
    const isWrong = index % 12 === 5 && index < 480
    return isWrong ? { ...cell, value: (slips[index % 3]?.(Number(cell.value)) ?? 0).toFixed(2) } : cell
  })
  const wrong = sent
    .filter((cell, index) => cell !== cells[100 + index])
    .map(({ id, field }) => `${id}.${field}`)
  expect(wrong).toHaveLength(40)
  const { warnings } = (await check(app, sent, staff)).body
  expect(warnings.map(({ id, field }) => `${id}.${field}`)).toEqual(wrong)
  expect(await written(app)).toEqual(before)
})

test('the prices of a new route are compared with those of the others, and nothing is written', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const ask = (form: object) =>
    app.post('/api/admin/route-prices/check', { transferTypeId: 1, ...form }, staff)
  const fields = async (form: object) =>
    (await ask(form)).body.warnings.map(({ field }: { field: string }) => field)
  const usual = { distanceKm: 80, priceMin2Pax: '40', price3to4Pax: 110, price5to7Pax: '120,00' }
  const before = await written(app)
  expect(await fields(usual)).toEqual([])
  expect(await fields({ ...usual, price3to4Pax: '10' })).toEqual(['price3to4Pax'])
  expect(await fields({ ...usual, price5to7Pax: '€ 1200' })).toEqual(['price5to7Pax'])
  // The check ignores an empty price, and an invalid price, which a save refuses.
  expect(await fields({ ...usual, price3to4Pax: 'dieci', price5to7Pax: '' })).toEqual([])
  const [route] = await allRoutes(app, staff, '&departure=4')
  const stored = { ...route, price3to4Pax: route?.price3to4Pax ?? null }
  expect(await fields(stored)).toEqual([])
  expect(await fields({ ...stored, price3to4Pax: '9' })).toEqual(['price3to4Pax'])
  expect((await ask({ ...usual, id: 999_999 })).status).toBe(404)
  expect((await ask({ price3to4Pax: '10', transferTypeId: 'x' })).status).toBe(422)
  expect(await written(app)).toEqual(before)
})

test('a guarded save with warnings needs a reason, which is stored; without it nothing is saved', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn({ isSuperAdmin: false })
  const [one, other] = await allRoutes(app, staff, '&departure=4')
  const updates = [
    { id: one?.id, field: 'priceMin2Pax', value: Number(one?.priceMin2Pax) + 1 },
    { id: other?.id, field: 'price1to3Pax', value: `${other?.price1to3Pax}0` },
  ]
  const save = (more: object) => app.send('PUT', '/api/bulk-pricing/update', { updates, ...more }, staff)
  const before = await written(app)
  for (const reason of [undefined, '', '  ', null]) {
    const { status, body } = await save({ guarded: true, reason })
    expect([status, body.errors.length]).toEqual([409, 1])
    expect(body.errors[0]).toEqual({
      path: 'updates.1.value',
      message: expect.stringMatching(/Privato 1-3: Era 100.€, ora 1\.000.€/),
    })
  }
  expect((await save({ guarded: true, reason: 'x'.repeat(301) })).status).toBe(422)
  expect((await save({ guarded: 'sì' })).status).toBe(422)
  expect(await written(app)).toEqual(before)
  expect((await save({ guarded: true, reason: 'Accordo con il Comune' })).body.updated).toBe(2)
  const list = async () => (await app.get('/api/bulk-pricing/batches', staff)).body.items
  expect(await list()).toMatchObject([{ reason: 'Modifica prezzi – Accordo con il Comune', updated: 2 }])
  // Without `guarded`, prices are saved without the check.
  const [third] = await allRoutes(app, staff, '&departure=10')
  const bold = { updates: [{ id: third?.id, field: 'price1to3Pax', value: 9_999 }] }
  expect((await app.send('PUT', '/api/bulk-pricing/update', bold, staff)).body.updated).toBe(1)
  expect((await list())[0].reason).toBe('Modifica prezzi')
})

test('a check refuses the same cells as a save', async () => {
  const staff = await app.logIn()
  const [route] = await allRoutes(app, staff)
  const good = { id: route?.id, field: 'price1to3Pax', value: 1 }
  for (const [cell, field] of [
    [{ id: route?.id, field: 'slug', value: 1 }, 'field'],
    [{ id: 999_999, field: 'price1to3Pax', value: 1 }, 'id'],
    [{ id: route?.id, field: 'price4to8Pax', value: 'caro' }, 'value'],
    [good, 'field'],
  ] as const) {
    const { status, body } = await check(app, [good, cell], staff)
    expect([status, (body as never as { errors: { path: string }[] }).errors[0]?.path]).toEqual([
      422,
      `updates.1.${field}`,
    ])
  }
  const many = Array.from({ length: 10_001 }, () => good)
  expect((await check(app, many, staff)).status).toBe(422)
})

test('a rule, a copy or a sheet shows its warnings first, and stores the given reason', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const rule = { filter: { departure: 10 }, fields: ['price1to3Pax'], roundTo: 1 }
  const adjust = async (body: object) =>
    (await app.post('/api/bulk-pricing/adjust', { ...rule, ...body }, staff)).body
  expect((await adjust({ percent: 15, dryRun: true })).warnings).toEqual([])
  const steep = (await adjust({ percent: 40, dryRun: true })).warnings
  expect(steep.length).toBeGreaterThan(60)
  expect(steep[0]).toMatchObject({
    field: 'price1to3Pax',
    message: expect.stringMatching(/^(Da|\d+ €).* €/),
  })
  expect(await adjust({ percent: 15, reason: 'Estate' })).not.toHaveProperty('warnings')

  const [route] = await allRoutes(app, staff)
  const sheet = `ID;Privato 1-3\n${route?.id};${route?.price1to3Pax}0\n`
  const send = (query: string) =>
    fetch(`${app.origin}/api/bulk-pricing/import${query}`, {
      method: 'POST',
      headers: { ...staff, 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' },
      body: sheet,
    }).then((reply) => reply.json())
  expect((await send('?dryRun=true')).warnings).toMatchObject([{ id: route?.id, kind: 'unitSlip' }])
  expect((await send('?reason=Listino%20del%20socio')).updated).toBe(1)
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, slug, price1to3_pax)
    select destination_location_id, departure_location_id, transfer_type_id, 'ritorno-da-bari', 11
    from route_prices where departure_location_id = 10 limit 1`
  const copy = (body: object) => app.post('/api/bulk-pricing/copy-bari-prices', body, staff)
  expect((await copy({ dryRun: true })).body.warnings.length).toBeGreaterThan(0)
  expect((await copy({ reason: 'Come all’andata' })).status).toBe(200)
  const { items } = (await app.get('/api/bulk-pricing/batches', staff)).body
  expect(items.map(({ reason }: { reason: string }) => reason)).toEqual([
    'Copia prezzi da Aeroporto Bari – Come all’andata',
    'Importazione da CSV – Listino del socio',
    'Adeguamento prezzi: 15%, a passi di 1 € – Estate',
  ])
})

test('bulk writes of one IP address are limited, and the refusal changes nothing', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.inOneWindow(60)
  const staff = await app.logIn()
  const [route] = await allRoutes(app, staff)
  const save = (value: number) =>
    app.send(
      'PUT',
      '/api/bulk-pricing/update',
      { updates: [{ id: route?.id, field: 'price1to3Pax', value }] },
      { ...staff, 'x-forwarded-for': '203.0.113.9' },
    )
  await save(100)
  await app.sql`update rate_limits set count = 120 where bucket = 'bulk prices'`
  const refused = await save(101)
  expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([429, true])
  expect((await allRoutes(app, staff))[0]?.price1to3Pax).toBe('100')
})

test('the time of a check grows linearly with the number of cells', long, async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await app.sql`
    insert into locations (id, name, location_type) select 100000 + n, 'Luogo ' || n, 'Città'
    from generate_series(1, 1500) n`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, distance_km)
    select 4, 100000 + n, 'luogo-' || n, 10 + n % 180 from generate_series(1, 1500) n`
  const ids = await app.sql<{ id: number; distanceKm: number }[]>`
    select id, distance_km from route_prices where slug like 'luogo-%'`
  const cells = ids
    .flatMap(({ id, distanceKm }) =>
      priceFields.map((field, index) => ({ id, field, value: 45 + distanceKm + index * 10 })),
    )
    .slice(0, 10_000)
  const fastest = { few: Number.POSITIVE_INFINITY, many: Number.POSITIVE_INFINITY }
  for (let round = 0; round < 3; round++)
    for (const [name, sent] of [
      ['few', cells.slice(0, 1_000)],
      ['many', cells],
    ] as const) {
      const start = process.cpuUsage()
      expect((await check(app, sent, staff)).status).toBe(200)
      // Measures processor time, because processor time does not grow when the machine is busy with other
      // processes.
      fastest[name] = Math.min(fastest[name], process.cpuUsage(start).user)
    }
  // Ten times the cells take ten times as long if the check is linear, a hundred times if it is quadratic.
  expect(fastest.many / fastest.few).toBeLessThan(40)
})
