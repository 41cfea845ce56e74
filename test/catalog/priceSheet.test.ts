import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { long } from '../length.ts'

const app = await openApp({ data: 'demo' })

type Headers = Record<string, string>

const importCsv = (app: App, text: string, staff: Headers, query = '') =>
  app.send('POST', `/api/bulk-pricing/import${query}`, text, { ...staff, 'content-type': 'text/csv' })

const state = (app: App) => app.sql`
  select (select md5(string_agg(r::text, '|' order by id)) from route_prices r) as prices,
    (select count(*) from price_changes) as changes`

test('the sheet opens in an Italian Excel, contains no formula, and changes nothing when imported unchanged', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  await app.sql`update locations set name = '=Gallipoli' where name = 'Gallipoli'`
  await app.sql`update route_prices set price_min2_pax = 42.5 where slug = 'aeroporto-brindisi-alezio'`
  expect((await app.get('/api/bulk-pricing/export.csv')).status).toBe(401)
  const file = await fetch(`${app.origin}/api/bulk-pricing/export.csv`, { headers: staff })
  const bytes = Buffer.from(await file.arrayBuffer())
  const csv = bytes.toString()
  expect(csv.startsWith('\ufeffID;Partenza;Destinazione;Tipologia;')).toBe(true)
  expect(csv.trim().split('\r\n')).toHaveLength(274)
  expect(csv).toMatch(/;Alezio;Economy condiviso;42,50;/)
  expect(csv).toContain(";'=Gallipoli;")
  const before = await state(app)
  expect((await importCsv(app, csv, staff)).body).toEqual({ updated: 0, updatedRoutes: 0 })
  const form = new FormData()
  form.set('file', new Blob([bytes], { type: 'text/csv' }), 'prezzi.csv')
  const sent = await fetch(`${app.origin}/api/bulk-pricing/import?dryRun=true`, {
    method: 'POST',
    headers: { ...staff, 'sec-fetch-site': 'same-origin' },
    body: form,
  })
  expect(await sent.json()).toMatchObject({ updated: 0, updatedRoutes: 0, changes: [], warnings: [] })
  expect(await state(app)).toEqual(before)
  const some = await app.get('/api/bulk-pricing/export.csv?departure=10', staff)
  expect(some.text.trim().split('\r\n')).toHaveLength(65)
})

test('with any place name, an unchanged sheet imports as no change', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const piece = fc.oneof(
    fc.constantFrom('=', '+', '-', '@', "'", '"', ';', ',', '\t', '\r', '\n', '\r\n', ' ', '\u2028', '＝'),
    fc.string({ unit: 'binary', maxLength: 2 }),
  )
  const name = fc.array(piece, { minLength: 1, maxLength: 8 }).map((pieces) => pieces.join(''))
  const names = fc.sample(
    name.filter((text) => text.trim() !== '' && text.isWellFormed() && !text.includes('\0')),
    150,
  )
  const rows = names.map((text, at) => ({ at: at + 1, name: `${text}${at}` }))
  await app.sql`
    update locations l set name = n.name from jsonb_to_recordset(${app.sql.json(rows)}) as n (at int, name text)
    where l.id = (select id from locations order by id offset n.at limit 1)`
  const { text } = await app.get('/api/bulk-pricing/export.csv', staff)
  expect(parse(text, { bom: true, delimiter: ';' })).toHaveLength(274)
  expect((await importCsv(app, text, staff, '?dryRun=true')).body).toMatchObject({ updated: 0, changes: [] })
})

test('changed cells are shown by a dry run and then written, with semicolons or with commas', async () => {
  const staff = await app.logIn()
  const [route] =
    await app.sql`select id, price_min2_pax from route_prices where slug = 'aeroporto-brindisi-alezio'`
  const csv = `ID;priceMin2Pax;Premium 1-3\n${route?.id};51,20;1.250,00\n`
  const before = await state(app)
  const shown = await importCsv(app, csv, staff, '?dryRun=true')
  expect(shown.body).toMatchObject({
    updated: 2,
    updatedRoutes: 1,
    changes: [{ to: '51.20' }, { to: '1250' }],
  })
  expect(await state(app)).toEqual(before)
  expect((await importCsv(app, csv, staff)).body).toMatchObject({ updated: 2, batchId: expect.any(String) })
  const commas = `id,priceMin2Pax\r\n${route?.id},"52,20"\r\n`
  expect((await importCsv(app, commas, staff)).body).toMatchObject({ updated: 1 })
  const [now] = await app.sql`
    select price_min2_pax, price_premium1to3_pax from route_prices where id = ${route?.id}`
  expect(now).toEqual({ priceMin2Pax: '52.20', pricePremium1to3Pax: '1250.00' })
})

test('lines without an id are matched by the names of the route; unknown and ambiguous names are reported', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [route] = await app.sql`
    select r.id, d.name as departure, a.name as destination, price1to3_pax::int as price
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id where slug = 'aeroporto-brindisi-alezio'`
  const wanted = { id: route?.id, to: `${route?.price + 1}` }
  for (const csv of [
    `Tratta;Privato 1-3\n aeroporto brindisi -> ALEZIO;${wanted.to}`,
    `Partenza;Destinazione;Privato 1-3\nAeroporto Brindisi;Alezio;${wanted.to}`,
    `ID;Partenza;Destinazione;Privato 1-3\n;Aeroporto Brindisi;Alezio;${wanted.to}`,
    `Tratta\tPrivato 1-3\nAeroporto Brindisi → Alezio\t${wanted.to}`,
  ]) {
    const { status, body } = await importCsv(app, csv, staff, '?dryRun=true')
    expect([status, body.changes?.map(({ id, to }: typeof wanted) => ({ id, to }))]).toEqual([200, [wanted]])
  }
  // Adds a second route between the same places, with another transfer type.
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, transfer_type_id, slug)
    select departure_location_id, destination_location_id, (select max(id) from transfer_types), 'alezio-privato'
    from route_prices where id = ${route?.id}`
  const before = await state(app)
  const wrong = await importCsv(
    app,
    'Tratta;Privato 1-3\nAeroporto Brindisi → Alezio;99\nLecce → Atlantide;99\nAlezio;99\n',
    staff,
  )
  expect([wrong.status, wrong.body.errors.map(({ message }: { message: string }) => message)]).toEqual([
    422,
    [
      'Riga 2, Tratta: 2 tratte da Aeroporto Brindisi a Alezio: aggiungi la colonna ID o Tipologia',
      'Riga 3, Tratta: nessuna tratta da Lecce a Atlantide',
      'Riga 4, Tratta: scrivi partenza e destinazione, per esempio Lecce → Gallipoli',
    ],
  ])
  expect(await state(app)).toEqual(before)
  const kind = `Tratta;Tipologia;Privato 1-3\nAeroporto Brindisi → Alezio;Economy condiviso;${wanted.to}`
  expect((await importCsv(app, kind, staff, '?dryRun=true')).body.changes).toMatchObject([wanted])
})

test('errors are reported by line, and then nothing is written', async () => {
  const staff = await app.logIn()
  const [route] = await app.sql`select id from route_prices where slug = 'aeroporto-brindisi-alezio'`
  const id = route?.id
  const before = await state(app)
  const wrong: [string, string[]][] = [
    [`ID;Privato 1-3\n${id};abc\n999999;40\n${id};50`, ['righe.2.Privato 1-3', 'righe.3.ID', 'righe.4.ID']],
    [`ID;Destinazione;Privato 1-3\n${id};Lecce;40`, ['righe.2.Destinazione']],
    [`ID;Partenza;Privato 1-3\n${id};Aeroporto Brindisi`, ['righe.2.ID']],
  ]
  for (const [csv, paths] of wrong) {
    const { status, body } = await importCsv(app, csv, staff)
    expect([status, body.errors.map(({ path }: { path: string }) => path)]).toEqual([422, paths])
  }
  for (const csv of [
    'Nome;Prezzo\nx;1',
    `ID;Altro\n${id};1`,
    `ID;Privato 1-3\n"${id};1`,
    '\u0000\u0001',
    ' ',
  ])
    expect((await importCsv(app, csv, staff)).status).toBe(422)
  expect(await state(app)).toEqual(before)
})

test(
  'ten thousand routes with unusual prices are exported as a sheet and imported as no change',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const staff = await app.logIn({ isSuperAdmin: false })
    await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, price_min2_pax, price3to4_pax,
      price1to3_pax, price_premium4to7_pax)
    select d.id, a.id, 'prova-' || d.id || '-' || a.id, (1 + (d.id * a.id) % 9999999) / 100.0,
      nullif((a.id * 7919) % 100000, 0) / 100.0, 1234.5, null
    from locations d cross join locations a
    where d.id <> a.id and not exists (select from route_prices r where r.departure_location_id = d.id
      and r.destination_location_id = a.id) limit 9727`
    const { text } = await app.get('/api/bulk-pricing/export.csv', staff)
    expect(text.trim().split('\r\n')).toHaveLength(10_001)
    const before = await state(app)
    const { body } = await importCsv(app, text, staff, '?dryRun=true')
    expect(body).toMatchObject({ updated: 0, updatedRoutes: 0, changes: [], warnings: [] })
    expect((await importCsv(app, text, staff)).body).toEqual({ updated: 0, updatedRoutes: 0 })
    expect(await state(app)).toEqual(before)
  },
)
