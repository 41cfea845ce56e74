import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type App, openApp, startApp } from '../app.ts'
import { inFull, long } from '../length.ts'

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
  expect(csv.endsWith('\r\n')).toBe(true)
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

test('with any place name and price, an unchanged sheet imports as no change', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const piece = fc.oneof(
    fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      "'",
      '"',
      ';',
      ',',
      '\t',
      '\r',
      '\n',
      '\r\n',
      ' ',
      '\u2028',
      '＝',
      '\u00a0',
    ),
    fc.constantFrom('007', '---', 'sep=', '€', 'a\u0300', '\u00ad', '\u200b'),
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
  await app.sql`
    update route_prices set price1to3_pax = 0.01 + id % 1000 + (id % 100) / 100.0, price4to8_pax = 999999.99,
      price_premium1to3_pax = case when id % 2 = 0 then 1000 + id % 10 / 10.0 end`
  const { text } = await app.get('/api/bulk-pricing/export.csv', staff)
  expect(parse(text, { bom: true, delimiter: ';' })).toHaveLength(274)
  expect((await importCsv(app, text, staff, '?dryRun=true')).body).toMatchObject({ updated: 0, changes: [] })
})

test.each([
  [
    'lines',
    `ID;Privato 1-3\n${'1\n'.repeat(60_000)}`,
    'Il file ha più di 50.000 righe. Se è quello giusto, dividilo in più file.',
  ],
  [
    'columns',
    `${'x;'.repeat(999)}\n1\n`,
    'Riga 1: 1000 colonne sono troppe. Controlla che il file sia quello giusto.',
  ],
])('a file with far too many %s is refused with one sentence', async (_, text, sentence) => {
  const staff = await app.logIn()
  const { status, body } = await importCsv(app, text, staff, '?dryRun=true')
  // A job reads a large file.
  const refused = status === 202 ? await refusalOf(staff, body.jobId) : { status, detail: body.detail }
  expect(refused).toMatchObject({ status: 422, detail: sentence })
})

async function refusalOf(staff: Record<string, string>, jobId: number) {
  await app.drain()
  return (await app.get(`/api/admin/jobs/${jobId}`, staff)).body.result.refusal
}

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
    [`ID;Partenza;Privato 1-3\n${id};Aeroporto Brindisi`, ['righe.2.C']],
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

test('a file whose cells may belong to other headings is refused with line and column, and nothing is written', async () => {
  const staff = await app.logIn()
  const before = await state(app)
  const refused: [string, string][] = [
    [
      'ID;Privato 1-3;Privato 4-8\n200;95;;110',
      'Riga 2: una cella in più delle intestazioni (colonna D, «110»).',
    ],
    ['ID;Privato 1-3\n200;91;99', 'Riga 2: una cella in più delle intestazioni (colonna C, «99»).'],
    [
      'ID;Privato 1-3;Privato 4-8\n200;;95;',
      'Riga 2: una cella in più delle intestazioni (colonna D, vuota).',
    ],
    [
      'ID,Privato 1-3,Privato 4-8\n200,89,50,104,50',
      'Riga 2: 2 celle in più delle intestazioni (dalla colonna D, «104»). Se i decimali hanno la virgola, separa le celle con il punto e virgola.',
    ],
    [
      'ID;Privato 1-3;Privato 4-8\n200;95',
      'Riga 2: manca una cella (colonna C, «Privato 4-8»). Ogni riga ha tante celle quante la prima.',
    ],
    ['ID;Privato 1-3;\n200;95;99', 'Riga 2: la cella della colonna C («99») non ha un’intestazione.'],
    [
      'ID;Privato 1-3;Privato 4-8;Privato 1-3\n200;90;105;95',
      'La colonna «Privato 1-3» compare due volte (colonne B e D): tienine una sola.',
    ],
    [
      'ID;price1to3Pax; privato 1-3\n200;90;95',
      'La colonna «Privato 1-3» compare due volte (colonne B e C): tienine una sola.',
    ],
    [
      'ID;Privati 1-3;Privato 4-8\n180;145;170',
      'Colonna non riconosciuta «Privati 1-3» (colonna B): forse è «Privato 1-3»? Correggi l’intestazione o togli la colonna.',
    ],
    [
      'ID;Prezzo auto\n200;90',
      'Riga 1: nessuna colonna di prezzo riconosciuta. Le intestazioni dei prezzi sono Economy da 2 (a persona), Economy 3-4, Economy 5-7, Privato 1-3, Privato 4-8, Premium 1-3, Premium 4-7. (e un altro)',
    ],
  ]
  for (const [csv, detail] of refused)
    for (const query of ['?dryRun=true', '']) {
      const { status, body } = await importCsv(app, csv, staff, query)
      expect([csv, status, body.detail]).toEqual([csv, 422, detail])
    }
  expect(await state(app)).toEqual(before)
  const [known] = await app.sql`select price1to3_pax, price4to8_pax from route_prices where id = 200`
  expect(known).toEqual({ price1to3Pax: '90.00', price4to8Pax: '105.00' })
})

const spreadsheetPrices = ['Privato 1-3', 'Privato 4-8', 'Premium 1-3', 'Economy 3-4'] as const
const fieldOf: Record<string, string> = {
  'Privato 1-3': 'price1to3Pax',
  'Privato 4-8': 'price4to8Pax',
  'Premium 1-3': 'pricePremium1to3Pax',
  'Economy 3-4': 'price3to4Pax',
}

/** A table as its author means it, and one fault with which it becomes a file. */
const faultySheet = fc.record({
  headings: fc.shuffledSubarray([...spreadsheetPrices], { minLength: 1 }),
  ids: fc.shuffledSubarray([200, 180, 201, 150], { minLength: 1 }),
  cents: fc.array(fc.constantFrom(null, 8_950, 9_500, 10_450, 11_000, 12_010), {
    minLength: 16,
    maxLength: 16,
  }),
  delimiter: fc.constantFrom(';', ',', '\t'),
  hasBlankLines: fc.boolean(),
  /** Number of empty cells at the end of all lines, as Excel writes them. */
  emptyColumns: fc.constantFrom(0, 0, 1, 2),
  fault: fc.constantFrom(
    ...[
      'none',
      'swapped',
      'decimalCommas',
      'extra',
      'extraBlank',
      'missing',
      'repeated',
      'renamed',
      'trailing',
    ],
  ),
  /** Chooses the line and column of the fault. */
  at: fc.nat(1_000),
})
type FaultySheet = typeof faultySheet extends fc.Arbitrary<infer Value> ? Value : never

const centsOf = ({ cents }: FaultySheet, row: number, column: number) => cents[row * 4 + column] ?? null

function fileOf(sheet: FaultySheet): string {
  const { headings, ids, hasBlankLines, emptyColumns, fault, at } = sheet
  const delimiter = fault === 'decimalCommas' ? ',' : sheet.delimiter
  const cellOf = (cents: number | null) => {
    const text = cents === null ? '' : (cents / 100).toFixed(2).replace('.', ',')
    return delimiter === ',' && fault !== 'decimalCommas' ? `"${text}"` : text
  }
  const names = ['ID', ...headings]
  const lines = ids.map((id, row) => [
    `${id}`,
    ...headings.map((_, column) => cellOf(centsOf(sheet, row, column))),
  ])
  const place = 1 + (at % headings.length)
  const line = lines[at % lines.length] ?? []
  if (fault === 'swapped') for (const cells of [names, ...lines]) cells.reverse()
  if (fault === 'extra') line.splice(place, 0, '77')
  if (fault === 'extraBlank') line.splice(place, 0, '')
  if (fault === 'missing') line.splice(place, 1)
  if (fault === 'renamed') names[place] = `${names[place]} (auto)`
  if (fault === 'repeated') {
    names.push(names[place] ?? '')
    for (const cells of lines) cells.push('77')
  }
  const rows = [names, ...lines].map((cells) => cells.join(delimiter) + delimiter.repeat(emptyColumns))
  if (fault === 'trailing') rows[1 + (at % lines.length)] += delimiter
  return rows.join(hasBlankLines ? `\r\n\r\n${delimiter}\r\n` : '\r\n')
}

test('whatever goes wrong in a table, an import changes only prices that the file states for their heading', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  await fc.assert(
    fc.asyncProperty(faultySheet, async (sheet) => {
      const { headings, ids, fault } = sheet
      const csv = fileOf(sheet)
      // More imports than one person may make in a minute.
      await app.sql`delete from rate_limits`
      const { status, body } = await importCsv(app, csv, staff, '?dryRun=true')
      const stated = new Map(
        ids.flatMap((id, row) =>
          headings.map((heading, column) => [`${id}.${fieldOf[heading]}`, centsOf(sheet, row, column)]),
        ),
      )
      const isRight =
        ['none', 'swapped'].includes(fault) ||
        (fault === 'decimalCommas' && [...stated.values()].every((cents) => cents === null))
      expect([csv, status]).toEqual([csv, isRight ? 200 : 422])
      for (const { id, field, to, followsId } of body.changes ?? []) {
        const key = `${followsId ?? id}.${field}`
        const cents = to === null ? null : Math.round(Number(to) * 100)
        expect([csv, key, cents]).toEqual([csv, key, stated.get(key)])
      }
    }),
    { numRuns: inFull(150, 1_000) },
  )
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
    /** Imports the sheet by a job, because it has thousands of lines. Returns the job's result. */
    const imported = async (query: string) => {
      const { status, body } = await importCsv(app, text, staff, query)
      expect([status, body.isPutOff]).toEqual([202, true])
      await app.drain()
      return (await app.get(`/api/admin/jobs/${body.jobId}`, staff)).body.result
    }
    expect(await imported('?dryRun=true')).toMatchObject({
      updated: 0,
      updatedRoutes: 0,
      changes: [],
      warnings: [],
    })
    expect(await imported('')).toEqual({ updated: 0, updatedRoutes: 0 })
    expect(await state(app)).toEqual(before)
  },
)
