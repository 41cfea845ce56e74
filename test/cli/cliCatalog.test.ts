import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { inFull, long } from '../length.ts'
import { cli, startCli } from '../operator.ts'

/** The app of tests that start no job and leave no price changed. */
const app = await openApp({ data: 'demo' })

/** Returns a fingerprint of all tables that a dry run must leave unchanged. */
async function fingerprint(app: App) {
  const [row] = await app.sql`
    select (select count(*) from route_prices) as routes, (select max(updated_at) from route_prices) as routes_at,
      (select count(*) from locations) as places, (select max(updated_at) from locations) as places_at,
      (select count(*) from price_changes) as price_changes, (select count(*) from outbox) as events,
      (select count(*) from jobs) as jobs, (select count(*) from audit_log) as audited`
  return row
}

test('commands that write do nothing without --yes but tell what they would do, and wrong usage is 2', async () => {
  const [main] = await app.sql`select id from route_prices where is_main_route order by id limit 1`
  const before = await fingerprint(app)
  const [generate, correlated, adjust, bari] = await Promise.all([
    cli(app, ['routes', 'generate', '--hub', 'Stazione Lecce', '--exclude', '482,4', '--json']),
    cli(app, ['routes', 'correlated', String(main?.id)]),
    cli(app, [
      'prices',
      'adjust',
      '--fields',
      'price1to3Pax',
      '--percent=10',
      '--search',
      'Gallipoli',
      '--json',
    ]),
    cli(app, ['prices', 'copy-bari', '--json']),
  ])
  const [lecce, sync, sitemap, indexNow] = await Promise.all([
    cli(app, ['locations', 'import-lecce']),
    cli(app, ['locations', 'sync', '--json']),
    cli(app, ['sitemap', 'generate', '--json']),
    cli(app, ['indexnow', 'submit']),
  ])
  const wrong = await Promise.all([
    cli(app, ['routes', 'correlated', 'x', '--json']),
    cli(app, ['prices', 'adjust', '--fields', 'price1to3Pax', '--percent=ten']),
    cli(app, ['prices', 'import', '/no/such/file.csv']),
    cli(app, ['privacy', 'erase']),
  ])
  expect(await fingerprint(app)).toEqual(before)

  const plan = JSON.parse(generate.out)
  expect(generate).toMatchObject({ code: 0, err: '' })
  expect(plan.dryRun).toBe(true)
  expect(plan.places.length).toBeGreaterThan(100)
  expect(plan.places.map(({ id }: { id: number }) => id)).not.toContain(4)
  expect(correlated.out).toMatch(
    /^[1-5] routes would be created, \d linked, 0 restored, \d left as they are\n.*[\s\S]*creata[\s\S]*Dry run: nothing was changed/,
  )
  expect(JSON.parse(adjust.out)).toMatchObject({ dryRun: true, updated: 3, changes: expect.any(Array) })
  expect(JSON.parse(bari.out)).toMatchObject({ dryRun: true })
  expect(lecce.out).toContain('Tutti i comuni erano già presenti')
  expect(JSON.parse(sync.out).pending.length).toBeGreaterThan(0)
  expect(JSON.parse(sitemap.out)).toMatchObject({ dryRun: true, stored: null, error: null })
  expect(indexNow).toMatchObject({ code: 1, out: '' })
  expect(indexNow.err).toContain('refused (not possible in the current state): “Prima genera')
  expect(JSON.parse(wrong[0]?.err ?? '').error).toContain('no route is named "x"')
  expect(wrong.map(({ code, out }) => [code, out])).toEqual(wrong.map(() => [2, '']))
})

test('prices go out as a sheet and come back in, and a save can be undone', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-prices-'))
  const file = path.join(folder, 'prices.csv')
  const price = async () => (await app.sql`select price1to3_pax from route_prices where id = ${id}`)[0]
  const [{ id }] = await app.sql<[{ id: number }]>`
    select id from route_prices where price1to3_pax is not null order by id limit 1`
  const first = await price()
  try {
    const out = await cli(app, ['prices', 'export', '--output', file, '--json'])
    expect(out).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(out.out)).toEqual({ file, lines: 273 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    const lines = readFileSync(file, 'utf8').split('\r\n')
    const own = (lines.find((line) => line.startsWith(`${id};`)) ?? '').split(';')
    own[7] = '123,50'
    const sheet = [lines[0], own.join(';')].join('\r\n')
    const dry = await cli(app, ['prices', 'import', '-'], { input: sheet })
    expect(dry.out).toMatch(/^1 prices of 1 routes would change\n.*→ 123.50\nDry run/)
    expect(await price()).toEqual(first)
    const bad = await cli(app, ['prices', 'import', '-', '--yes'], { input: sheet.replace('123,50', 'abc') })
    expect(bad).toMatchObject({ code: 1, out: '' })
    expect(bad.err).toMatch(/error: refused .*\n {2}righe\.2\./)
    const odd = { input: sheet.replace('123,50', '9123,50') }
    const warned = await cli(app, ['prices', 'import', '-', '--yes', '--json'], odd)
    expect(warned.code).toBe(1)
    expect(JSON.parse(warned.out)).toMatchObject({ done: false, warnings: [expect.any(Object)] })
    expect(await price()).toEqual(first)
    const why = ['--reason', 'Prova']
    const saved = await cli(app, ['prices', 'import', '-', '--yes', '--json', ...why], { input: sheet })
    expect(await price()).toEqual({ price1to3Pax: '123.50' })
    const { batchId } = JSON.parse(saved.out)
    expect((await cli(app, ['prices', 'history'])).out).toContain(batchId)
    expect((await cli(app, ['prices', 'undo', batchId])).out).toMatch(/^1 prices would be restored\nDry run/)
    expect(await price()).toEqual({ price1to3Pax: '123.50' })
    const row = `${id}.price1to3Pax`
    expect((await cli(app, ['prices', 'history', batchId])).out).toContain(`  ${row}  `)
    expect((await cli(app, ['prices', 'undo', batchId, '--yes'])).out).toBe('1 prices restored\n')
    expect((await cli(app, ['prices', 'undo', batchId, '--yes'])).code).toBe(2)
    expect(await price()).toEqual(first)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test(
  'a job is followed while a worker runs it, run here without a worker, and continues after Ctrl-C',
  long,
  async () => {
    await using app = await startApp({ data: 'demo' })
    const generate = ['routes', 'generate', '--hub', 'Stazione Lecce', '--exclude', '482', '--yes']

    // Without a worker the command runs the job itself. After Ctrl-C the job waits for a worker.
    const { child, ended } = startCli(app, [...generate, '--delay', '300'])
    await eventually(async () => {
      const [job] =
        await app.sql`select done from jobs where status = 'running' and log::text like '%creata%'`
      expect(job).toBeDefined()
    })
    child.kill('SIGINT')
    const stopped = await ended
    expect(stopped.code).toBe(130)
    expect(stopped.err).toContain('No worker is running: this command runs the job itself')
    expect(stopped.err).toContain('jobs follow 1')
    expect(await app.sql`select id from graphile_worker.jobs where locked_by is not null`).toEqual([])
    expect(await app.sql`select pool_id from workers`).toEqual([])

    // Without a terminal the command prints one line per step. The job is cancelled, so the exit code is 1.
    const worker = await startWorker(app.runtime, app.databaseUrl)
    try {
      const follow = startCli(app, ['jobs', 'follow', '1'])
      await eventually(async () => {
        const [job] = await app.sql`select done from jobs where id = 1 and status = 'running'`
        expect(job?.done).toBeGreaterThan(0)
      })
      const cancelled = await cli(app, ['jobs', 'cancel', '1'])
      expect(cancelled).toMatchObject({ code: 0, err: '' })
      const followed = await follow.ended
      expect(followed).toMatchObject({ code: 1, out: 'Job 1 cancelled\n' })
      expect(followed.err).not.toContain('runs the job itself')
      expect(followed.err).toContain('Operazione annullata')

      const again = await cli(app, ['routes', 'resume', '1'])
      expect(again).toMatchObject({ code: 0, err: '' })
      expect(again.out).toMatch(/^Job 1 would resume[\s\S]*Dry run/)
      expect(await app.sql`select id from jobs where status <> 'cancelled'`).toEqual([])

      const queued = await cli(app, [...generate, '--delay', '0', '--no-wait', '--json'])
      expect(JSON.parse(queued.out)).toEqual({ jobId: 2 })
      const done = await cli(app, ['jobs', 'follow', '2', '--json'])
      expect(done).toMatchObject({ code: 0, err: '' })
      expect(JSON.parse(done.out)).toMatchObject({ jobId: 2, status: 'completed' })
    } finally {
      await worker.stop()
    }
    expect((await cli(app, ['jobs', 'list'])).out).toMatch(/^2 .*completed bulk-routes[\s\S]*\n1 .*cancelled/)
  },
)

const placeText = fc
  .array(
    fc.oneof(
      fc.constantFrom('- elenco', "'=1", '=2+3', 'a;b', '"x"', '€ 40', '---', 'Localit\ufffd'),
      fc.string({ unit: 'grapheme' }),
    ),
    {
      maxLength: 4,
    },
  )
  .chain((lines) => fc.constantFrom('\n', '\r\n', '\n\n').map((end) => lines.join(end)))
  // Characters that every text field refuses.
  .map((text) => text.replaceAll(/(?![\n\r\t])\p{Cc}/gu, ''))

/** Coordinates with few and many digits, on both sides of zero. */
const degrees = (max: number) =>
  fc.oneof(
    fc.constantFrom(null, 0, -0.5, 40, 17.99088, 0.000001),
    fc.double({ min: -max, max, noNaN: true, noDefaultInfinity: true }).map((one) => Number(one.toFixed(7))),
  )

const placeForm = fc.record({
  longDescription: placeText,
  touristInfo: placeText,
  meetingPoint: placeText.map((text) => text.replace(/[\s\u0085]+/g, ' ').slice(0, 100)),
  cap: fc.constantFrom('', '00184', '73010'),
  latitude: degrees(90),
  longitude: degrees(180),
  googlePlaceId: fc.constantFrom(null, '-x', '=1', '00123', "'a", 'ChIJ+1'),
  prefix: fc.constantFrom('', '=', '-', "'", '@', '"', 'a;b', 'sep=', 'l’isola ', '1.234 ', 'ID '),
})

test('every place is exported and imported again as unchanged', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const places = (await app.get('/api/admin/locations', staff)).body
  await fc.assert(
    fc.asyncProperty(fc.array(placeForm, { minLength: 6, maxLength: 6 }), async (forms) => {
      for (const [index, { prefix, ...form }] of forms.entries()) {
        const place = (await app.get(`/api/admin/locations/${places[index].id}`, staff)).body
        const name = `${prefix}Posto ${index}`
        const googlePlaceId = form.googlePlaceId && `${form.googlePlaceId}${index}`
        const asked = { ...place, ...form, name, googlePlaceId }
        const saved = await app.send('PUT', `/api/admin/locations/${place.id}`, asked, staff)
        expect([asked, saved.status, saved.body.errors]).toEqual([asked, 200, undefined])
      }
      const before = await fingerprint(app)
      const { out: csv } = await cli(app, ['locations', 'export'])
      const { out, err } = await cli(app, ['locations', 'import', '-', '--yes', '--json'], { input: csv })
      expect([err, JSON.parse(out || '{}')]).toMatchObject([
        '',
        { created: 0, changed: 0, refused: 0, unchanged: places.length },
      ])
      expect(await fingerprint(app)).toEqual(before)
    }),
    { numRuns: inFull(2, 15) },
  )
})

test('places that an earlier version stored without folding their texts are unchanged', async () => {
  await using app = await startApp({ data: 'demo' })
  const texts = [
    'Localit\ufffd',
    'riga\r\naltra',
    'zero\u200blarghezza',
    'citta\u0300',
    'a\u00a0b',
    ' fine \n',
  ]
  for (const [index, text] of texts.entries())
    await app.sql`
      update locations set long_description = ${text}, tourist_info = ${`=${text}`},
        meeting_point = ${text.replace(/[\r\n]+/g, '')}
      where id = (select id from locations order by id offset ${index} limit 1)`
  await app.sql`update locations set name = ${'Doppio\u00a0 blank\u200b'} where name = 'Otranto'`
  const before = await fingerprint(app)
  const { out: csv } = await cli(app, ['locations', 'export'])
  const { out } = await cli(app, ['locations', 'import', '-', '--yes', '--json'], { input: csv })
  expect(JSON.parse(out)).toMatchObject({ created: 0, changed: 0, refused: 0 })
  expect(await fingerprint(app)).toEqual(before)
})

test('places are imported from a CSV line by line, all or none', async () => {
  const head = 'nome;tipo;cap;latitudine;longitudine'
  const good = `${head}\nMasseria Nuova;Attrazione;73100;40,1;18,1\nGallipoli;Città;73014;40,05594;17,99088\n`
  const before = await fingerprint(app)
  const mixed = await cli(app, ['locations', 'import', '-', '--yes', '--json'], {
    input: `${good}Sbagliata;Boh;73100;40;18\nMasseria Nuova;Attrazione;73100;40;18\n`,
  })
  expect(mixed.code).toBe(1)
  expect(JSON.parse(mixed.out)).toMatchObject({
    created: 1,
    changed: 0,
    refused: 2,
    lines: [
      { where: 'line 2, Masseria Nuova', state: 'created' },
      { where: 'line 3, Gallipoli' },
      { where: 'line 4, Sbagliata', state: 'refused', note: expect.stringContaining('locationType') },
      { where: 'line 5, Masseria Nuova', state: 'refused' },
    ],
  })
  const unclear: [string, string][] = [
    ['nome;tipo;zona\nMasseria;Attrazione;x\n', 'Colonna non riconosciuta «zona» (colonna C)'],
    ['nome;tipo;type\nMasseria;Attrazione;Porto\n', 'La colonna «type» compare due volte (colonne B e C)'],
    [
      'name,latitude,longitude\nMasseria,40,1,18,1\n',
      'Riga 2: 2 celle in più delle intestazioni (dalla colonna D, «18»)',
    ],
    ['nome;cap;tipo\nGallipoli;Città\n', 'Riga 2: manca una cella (colonna C, «tipo»)'],
  ]
  for (const [input, sentence] of unclear) {
    const refused = await cli(app, ['locations', 'import', '-', '--yes'], { input })
    expect(refused).toMatchObject({ code: 1, out: '', err: expect.stringContaining(sentence) })
  }
  expect(await fingerprint(app)).toEqual(before)
  const dry = await cli(app, ['locations', 'import', '-'], { input: good })
  expect(dry).toMatchObject({ code: 0, err: '' })
  expect(dry.out).toContain('1 created, 0 changed, 1 unchanged, 0 refused\nDry run')
  expect(await fingerprint(app)).toEqual(before)
  expect(await cli(app, ['locations', 'import', '-', '--yes'], { input: good })).toMatchObject({ code: 0 })
  const changed = await cli(app, ['locations', 'import', '-', '--yes'], {
    input: 'name,cap\nMasseria Nuova,73020\n',
  })
  expect(changed.out).toContain('0 created, 1 changed, 0 unchanged')
  const [row] =
    await app.sql`select location_type, cap, latitude from locations where name = 'Masseria Nuova'`
  expect(row).toEqual({ locationType: 'Attrazione', cap: '73020', latitude: 40.1 })
})

test('the sitemap is built on demand, and the command says what changed', async () => {
  await using own = await startApp({ data: 'demo' })
  const built = await cli(own, ['sitemap', 'generate', '--yes'])
  expect([built.code, built.out]).toEqual([
    0,
    expect.stringMatching(/^\d+ addresses in 1 files: \d+ added, 0 removed, 0 with another date\n$/),
  ])
  const again = JSON.parse((await cli(own, ['sitemap', 'generate', '--yes', '--json'])).out)
  expect(again.result).toMatchObject({ files: 1, added: 0, removed: 0, changed: 0 })
  const plan = await cli(own, ['sitemap', 'generate'])
  expect(plan.out).toContain(`${again.result.urlCount} addresses in 1 files\nDry run: nothing was changed`)
})
