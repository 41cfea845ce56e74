import { parse } from 'csv/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openApp } from '../app.ts'
import { inFull } from '../length.ts'
import { cli } from '../operator.ts'

// Tables as Excel, LibreOffice and Google Sheets save them, and tables that nobody should believe.

const app = await openApp({ data: 'demo' })
const staff = await app.logIn()

type Bytes = Buffer | string

async function importPrices(data: Bytes) {
  // More imports than one person may make in a minute.
  await app.sql`delete from rate_limits`
  const reply = await fetch(`${app.origin}/api/bulk-pricing/import?dryRun=true`, {
    method: 'POST',
    headers: { ...staff, 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' },
    body: typeof data === 'string' ? data : new Uint8Array(data),
  })
  // biome-ignore lint/suspicious/noExplicitAny: the assertions state the type of the reply
  return { status: reply.status, body: (await reply.json()) as any }
}

const importPlaces = (data: Bytes, ...options: string[]) =>
  cli(app, ['locations', 'import', '-', '--json', ...options], { input: data })

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16()
const windows = (text: string) =>
  Buffer.from(
    [...text].map((sign) => ({ '€': 0x80, '’': 0x92, '–': 0x96 })[sign] ?? sign.codePointAt(0) ?? 0x3f),
  )
const mac = (text: string) =>
  Buffer.from(
    [...text].map(
      (sign) =>
        ({ à: 0x88, è: 0x8f, é: 0x8e, ì: 0x93, ò: 0x98, ù: 0x9d, '’': 0xd5 })[sign] ??
        sign.codePointAt(0) ??
        0x3f,
    ),
  )

test('a table is read in each encoding, below a title and after a line that names the separator', async () => {
  const [known] = await app.sql<[{ price: string }]>`
    select price1to3_pax as price from route_prices where id = 180`
  const price = `${Number(known.price) + 1},50`
  const rows = [
    ['ID', 'Privato 1-3'],
    ['180', price],
  ]
  const text = (mark: string, end = '\r\n') => rows.map((row) => row.join(mark)).join(end) + end
  const files: Record<string, Bytes> = {
    'Excel CSV': windows(text(';')),
    'CSV UTF-8': `\ufeff${text(';')}`,
    'Unicode text': utf16(text('\t')),
    'UTF-16 without a mark': utf16(text('\t')).subarray(2),
    'UTF-16 big endian': swapped(utf16(text('\t'))),
    'separator line': `sep=;\r\n${text(';')}`,
    'separator line in UTF-16': utf16(`sep=\t\r\n${text('\t')}`),
    title: `Listino, inverno; 2027;\r\n;;\r\n${text(';').replaceAll('\r\n', ';\r\n')}`.replace(
      '; 2027',
      ' 2027;',
    ),
    'classic Mac line ends': text(';', '\r'),
    'other dashes and blanks': text(';').replace('Privato 1-3', '\u200ePRIVATO\u00a0 1\u20133'),
  }
  for (const [name, file] of Object.entries(files)) {
    const { status, body } = await importPrices(file)
    expect([name, status, body.changes]).toEqual([
      name,
      200,
      [expect.objectContaining({ id: 180, field: 'price1to3Pax', to: price.replace(',', '.') })],
    ])
  }
})

test('names of places are read with their letters, and a file that was saved wrongly is refused', async () => {
  const name = 'Baia dei Turchi – Località Frassanito'
  const csv = `nome;tipo;latitudine;longitudine\r\n${name};Attrazione;40,2;18,45\r\n`
  for (const bytes of [
    windows(csv),
    utf16(csv),
    Buffer.from(csv),
    mac(csv.replace('–', '-').replace('Turchi', 'Turchi è lì')),
  ]) {
    const { code, out } = await importPlaces(bytes)
    const [line] = JSON.parse(out).lines
    expect([code, line.state, line.where]).toEqual([
      0,
      'created',
      expect.stringMatching(/Località Frassanito$/),
    ])
  }
  const damaged = await importPlaces(csv.replace('à', '\ufffd'))
  expect([damaged.code, JSON.parse(damaged.out).lines]).toEqual([
    1,
    [expect.objectContaining({ state: 'refused', note: expect.stringContaining('save it as CSV UTF-8') })],
  ])
  for (const [bytes, sentence] of [
    [Buffer.concat([Buffer.from(csv), windows('Baia Località;Attrazione;40,2;18,4')]), 'Il file non è tutto'],
    [Buffer.from('nome;tipo\r\nBaia è lì;Città').subarray(0, -1), 'Il file non è tutto'],
    [Buffer.from([0x50, 0x4b, 3, 4, 20, 0]), 'È una cartella di lavoro'],
    [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]), 'È una cartella di lavoro'],
    [Buffer.from('nome;tipo\0'), 'Il file non è un testo'],
  ] as const) {
    const { code, err } = await importPlaces(bytes)
    expect([code, err]).toEqual([1, expect.stringContaining(sentence)])
  }
})

test('two places that an earlier version stored for one name are saved and exported as they are', async () => {
  const twins = ["Grotta dell'Oro", 'Grotta dell’Oro']
  for (const name of twins)
    await app.sql`insert into locations (name, location_type) values (${name}, 'Attrazione')`
  const rows = await app.sql<{ id: number; name: string }[]>`
    select id, name from locations where name like 'Grotta dell_Oro' order by id`
  expect(rows.map(({ name }) => name)).toEqual(twins)
  for (const { id, name } of rows) {
    const { body } = await app.get(`/api/admin/locations/${id}`, staff)
    const save = (form: object) => app.send('PUT', `/api/admin/locations/${id}`, { ...body, ...form }, staff)
    const saved = await save({ cap: '73100' })
    expect([saved.status, saved.body.name]).toEqual([200, name])
    expect((await save({ name: 'Lecce', updatedAt: saved.body.updatedAt })).status).toBe(409)
  }
  const file = (await cli(app, ['locations', 'export'])).out
  expect(JSON.parse((await importPlaces(file)).out)).toMatchObject({ created: 0, changed: 0, refused: 0 })
  await app.sql`delete from locations where name like 'Grotta dell_Oro'`
})

test('a known place, route or type is found whatever apostrophe, dash or blank a program wrote', async () => {
  const count = async () =>
    (await app.sql<[{ count: number }]>`select count(*) as count from locations`)[0].count
  const before = await count()
  const [orso] = await app.sql<
    [{ name: string }]
  >`select name from locations where name like 'Torre dell_Orso'`
  for (const name of ['Torre dell’Orso', 'TORRE  DELL\u00b4ORSO', 'Torre\u00a0dell\u200b\u2019Orso']) {
    const { out } = await importPlaces(`nome;tipo\r\n${name};Città\r\n`, '--yes')
    expect([name, JSON.parse(out)]).toEqual([name, expect.objectContaining({ created: 0, refused: 0 })])
    const created = await app.post('/api/admin/locations', { name, locationType: 'Città' }, staff)
    expect([name, created.status, created.body.errors?.[0]?.path]).toEqual([name, 409, 'name'])
  }
  expect(await count()).toBe(before)
  expect(await app.sql`select name from locations where name like 'Torre dell_Orso'`).toEqual([orso])
  for (const [departure, destination] of [
    ['Aeroporto\u00a0Bari', 'Aeroporto Brindisi'],
    ['aeroporto  bari', 'Aeroporto\u202fBrindisi\u200f'],
  ]) {
    const { status, body } = await importPrices(
      `Tratta\tPrivato 1-3\n${departure} → ${destination}\t151,50\n`,
    )
    expect([departure, status, body.updatedRoutes]).toEqual([departure, 200, 1])
  }
})

test('two lines for one route or place are refused, and both are named', async () => {
  const prices = await importPrices('ID;Privato 1-3\n180;145\n200;95\n180;150\n')
  expect([prices.status, prices.body.errors]).toEqual([
    422,
    [{ path: 'righe.4.ID', message: 'Riga 4, ID: ripete la riga 2: tieni una sola delle due' }],
  ])
  const places = await importPlaces('nome;tipo\nMasseria Uno;Attrazione\nmasseria  uno;Attrazione\n', '--yes')
  expect(JSON.parse(places.out).lines).toMatchObject([
    { state: 'created' },
    { where: 'line 3, masseria  uno', state: 'refused', note: 'repeats line 2: keep one of the two' },
  ])
})

test('accounting formats of a spreadsheet are read: no price for a dash, and ids with a separator', async () => {
  await app.sql`
    insert into route_prices (id, departure_location_id, destination_location_id, slug, price1to3_pax)
    select 1234, d.id, a.id, 'prova-1234', 50 from locations d cross join locations a
    where d.id <> a.id and not exists (select from route_prices r
      where r.departure_location_id = d.id and r.destination_location_id = a.id) limit 1`
  for (const dash of [' €                 -   ', '-   €', '€ -', '-', '\u00a0€\u00a0-\u00a0', '–']) {
    const { status, body } = await importPrices(`ID;Privato 1-3\r\n1.234;"${dash}"\r\n`)
    expect([dash, status, body.changes]).toEqual([
      dash,
      200,
      [expect.objectContaining({ id: 1234, to: null })],
    ])
  }
  for (const id of ['1.234', '1234,00', "1'234"]) {
    const { body } = await importPrices(`ID;Privato 1-3\n${id};" €          51,00 "\n`)
    expect([id, body.changes]).toEqual([id, [expect.objectContaining({ id: 1234, to: '51' })]])
  }
  for (const wrong of ['- 5', '40 50', '-40', '5-'])
    expect([wrong, (await importPrices(`ID;Privato 1-3\n200;${wrong}\n`)).status]).toEqual([wrong, 422])
})

// How each program writes a cell, joins the rows and encodes the text.

const quotedIf = (pattern: RegExp) => (cell: string) =>
  pattern.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
const lines = (rows: string[][], mark: string, end: string, quote: (cell: string) => string) =>
  rows.map((row) => row.map(quote).join(mark)).join(end) + end

/** Excel leaves out cells at the end that are empty in sixteen rows together. */
function cutOff(rows: string[][]): string[][] {
  const blocks = Array.from({ length: Math.ceil(rows.length / 16) }, (_, at) =>
    rows.slice(at * 16, at * 16 + 16),
  )
  return blocks.flatMap((block) => {
    const used = Math.max(...block.map((row) => row.findLastIndex((cell) => cell !== '') + 1))
    return block.map((row) => row.slice(0, Math.max(1, used)))
  })
}

const programs: Record<string, (rows: string[][]) => Bytes> = {
  'Excel CSV': (rows) => windows(lines(cutOff(rows), ';', '\r\n', quotedIf(/[;"\n]/))),
  'Excel CSV UTF-8': (rows) => `\ufeff${lines(cutOff(rows), ';', '\r\n', quotedIf(/[;"\n]/))}`,
  'Excel Unicode text': (rows) => utf16(lines(cutOff(rows), '\t', '\r\n', quotedIf(/[\t",\n]/))),
  'LibreOffice, semicolons': (rows) => lines(rows, ';', '\n', quotedIf(/[;"\n]/)),
  'LibreOffice, commas': (rows) => lines(rows, ',', '\n', quotedIf(/[,"\n]/)),
  'LibreOffice, all quoted': (rows) => lines(rows, ',', '\n', (cell) => `"${cell.replaceAll('"', '""')}"`),
  'Google Sheets': (rows) => lines(rows, ',', '\r\n', quotedIf(/[,"\n]/)),
}

/** Adds what staff add to a sheet: a title, empty rows, empty columns at the end. */
const dressed = (rows: string[][], title: boolean, blanks: boolean, columns: number): string[][] => {
  const width = (rows[0]?.length ?? 0) + columns
  const wide = (row: string[]) => [...row, ...Array.from({ length: width - row.length }, () => '')]
  return [
    ...(title ? [wide(['Listino, prova; 2027'])] : []),
    ...(blanks ? [wide([])] : []),
    ...rows.map(wide),
    ...(blanks ? [wide([]), wide([])] : []),
  ]
}

const saved = fc.record({
  program: fc.constantFrom(...Object.keys(programs)),
  first: fc.nat(200),
  count: fc.integer({ min: 1, max: 60 }),
  title: fc.boolean(),
  blanks: fc.boolean(),
  columns: fc.constantFrom(0, 0, 1, 2),
  money: fc.constantFrom('plain', 'two decimals', 'euro'),
})

test('prices that any spreadsheet saves from the export are read as unchanged, or refused, and never shifted', async () => {
  const [named] = await app.sql<[{ id: number }]>`select id from locations where name = 'Gallipoli'`
  await app.sql`update locations set name = ${'Gallipoli, "perla"; è qui\nin due righe'} where id = ${named.id}`
  // Only a column that is empty to its end is cut off by Excel.
  await app.sql`update route_prices set price_premium4to7_pax = null where id % 5 <> 0`
  const { text } = await app.get('/api/bulk-pricing/export.csv', staff)
  const [head = [], ...rows] = parse(text, { bom: true, delimiter: ';' }) as string[][]
  const refused = new Map<string, number>()
  await fc.assert(
    fc.asyncProperty(saved, async ({ program, first, count, title, blanks, columns, money }) => {
      const shown = (cell: string, column: number) => {
        if (column < 4 || cell === '' || money === 'plain') return cell
        const decimals = cell.includes(',') ? cell : `${cell},00`
        return money === 'euro' ? ` € ${decimals} ` : decimals
      }
      const some = rows.slice(first, first + count).map((row) => row.map(shown))
      const file = programs[program]?.(dressed([head, ...some], title, blanks, columns)) ?? ''
      const { status, body } = await importPrices(file)
      if (status === 200) expect([program, body.changes]).toEqual([program, []])
      else {
        expect([program, status]).toEqual([program, 422])
        refused.set(program, (refused.get(program) ?? 0) + 1)
      }
      // Excel's single last row below a full block is refused, because such a row may also have lost a cell.
      if (status !== 200)
        expect([program, body.detail]).toEqual([
          expect.stringMatching(/^Excel/),
          expect.stringMatching(/manca/),
        ])
    }),
    { numRuns: inFull(80, 1_000) },
  )
})

test('places that any spreadsheet saves are read as unchanged, with quotation marks and line breaks in their texts', async () => {
  const cell = fc
    .array(
      fc.constantFrom('Lido ', 'è', '"', ';', ',', '’', ' – ', '\n', 'sep=', 'Città', '1.234', '€', '  '),
      {
        maxLength: 8,
      },
    )
    .map((pieces) => pieces.join('').trim())
  const places = fc.array(fc.tuple(cell, cell), { minLength: 1, maxLength: 5 })
  const head = ['nome', 'tipo', 'cap', 'long_description', 'tourist_info']
  const program = fc.constantFrom(...Object.keys(programs))
  let turn = 0
  await fc.assert(
    fc.asyncProperty(places, program, saved, async (texts, name, { title, blanks, columns }) => {
      turn += 1
      const rows = texts.map(([long, info], at) => [`Posto ${turn}-${at}`, 'Attrazione', '73010', long, info])
      const first = await importPlaces(
        lines([head, ...rows], ';', '\r\n', (text) => `"${text.replaceAll('"', '""')}"`),
        '--yes',
      )
      expect([rows, first.code, JSON.parse(first.out || '{}').created]).toEqual([rows, 0, rows.length])
      const file = programs[name]?.(dressed([head, ...rows], title, blanks, columns)) ?? ''
      const again = await importPlaces(file)
      if (again.code === 0) expect([name, JSON.parse(again.out).unchanged]).toEqual([name, rows.length])
      else
        expect([name, again.err]).toEqual([expect.stringMatching(/^Excel/), expect.stringContaining('manca')])
    }),
    { numRuns: inFull(25, 300) },
  )
})

test('redirects that any spreadsheet saves from the export are read as unchanged, or refused, and never shifted', async () => {
  const rules = Array.from({ length: 60 }, (_, at) => {
    const piece = ['pagina', 'a;b', 'a,b', 'index.php', 'l%27isola', '%22x%22', '007'][at % 7]
    const query = ['', '?id=1', '?a=1&b=2', '?sez=a%3Bb'][at % 4]
    const isGone = at % 5 === 0
    return { from: `/${at}/${piece}/${query}`, to: isGone ? null : `/nuova/${at}/?x=a,b;c#fine` }
  })
  await app.sql`delete from redirects`
  for (const { from, to } of rules) {
    const form = { fromPath: from, toPath: to, statusCode: to === null ? 410 : 301 }
    const { status } = await app.post('/api/admin/redirects', form, staff)
    expect([from, status]).toEqual([from, 201])
  }
  const { text } = await app.get('/api/admin/redirects/export.csv', staff)
  const [head = [], ...rows] = parse(text, { bom: true, delimiter: ';' }) as string[][]
  expect(rows).toHaveLength(rules.length)
  await fc.assert(
    fc.asyncProperty(
      saved,
      fc.boolean(),
      async ({ program, first, count, title, blanks, columns }, isBare) => {
        const start = first % rows.length
        const some = rows.slice(start, start + count)
        // Staff may also take only the lines, without headings.
        const table = isBare ? some : dressed([head, ...some], title, blanks, columns)
        await app.sql`delete from rate_limits`
        const file = programs[program]?.(table) ?? ''
        const reply = await fetch(`${app.origin}/api/admin/redirects/import?dryRun=true`, {
          method: 'POST',
          headers: { ...staff, 'content-type': 'text/csv', 'sec-fetch-site': 'same-origin' },
          body: typeof file === 'string' ? file : new Uint8Array(file),
        })
        // biome-ignore lint/suspicious/noExplicitAny: the assertions state the type of the reply
        const body = (await reply.json()) as any
        if (reply.status === 200)
          expect([program, body]).toMatchObject([program, { created: 0, changed: 0, unchanged: some.length }])
        else
          expect([program, reply.status, body.detail]).toEqual([program, 422, expect.stringMatching(/manca/)])
      },
    ),
    { numRuns: inFull(80, 1_000) },
  )
  // A list of two addresses, as staff paste it from a spreadsheet. Addresses contain each of the other separators.
  for (const [from, to] of [
    ['/a;b/', '/c;d/'],
    ['/index.php?a=1;b=2', '/prezzi/'],
    ['/a,b/', '/c,d/'],
  ] as const) {
    const { status, body } = await app.send(
      'POST',
      '/api/admin/redirects/import?dryRun=true',
      `${from}\t${to}\n`,
      {
        ...staff,
        'content-type': 'text/csv',
      },
    )
    expect([from, status, body.lines]).toMatchObject([from, 200, [{ state: 'created', toPath: to }]])
  }
})
