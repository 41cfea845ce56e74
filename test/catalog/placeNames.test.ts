import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import { placesByText } from '../../src/modules/catalog/book/understood.queries.ts'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import type { LocationSuggestion } from '../../src/modules/catalog/search/contract.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { type App, eventually, openApp, startApp } from '../app.ts'
import { given } from '../given.ts'
import { cli } from '../operator.ts'
import { patience } from '../testEnv.ts'

const app = await openApp({ data: 'demo' })

const find = async (app: App, q: string, lang?: string) =>
  (
    await app.get<LocationSuggestion[]>(
      `/api/locations/search?${new URLSearchParams({ q, ...(lang ? { lang } : {}) })}`,
    )
  ).body

test('a place is found by its name in any language and shown by its name in the language of the page', async () => {
  const airport = {
    it: 'Aeroporto Brindisi',
    en: 'Brindisi Airport',
    de: 'Flughafen Brindisi',
    fr: 'Aéroport de Brindisi',
  }
  for (const q of [...Object.values(airport), 'BDS', 'Papola Casale'])
    for (const [lang, name] of Object.entries(airport)) {
      const [first] = await find(app, q, lang)
      expect([q, lang, first]).toEqual([
        q,
        lang,
        { id: 4, name, cap: '72100', type: 'aeroporto', isHub: true, isAddress: false },
      ])
    }
  // The order is the same in every language. An unknown language gets the Italian names.
  const ids = (found: LocationSuggestion[]) => found.map(({ id }) => id)
  const [italian, german] = [await find(app, 'Gallipoli'), await find(app, 'Gallipoli', 'de')]
  expect(ids(german)).toEqual(ids(italian))
  expect(german.slice(0, 3).map(({ name }) => name)).toEqual([
    'Gallipoli',
    'Bahnhof Gallipoli',
    'Hafen Gallipoli',
  ])
  for (const other of ['es', 'valueOf']) expect(await find(app, 'Gallipoli', other)).toEqual(italian)
  expect((await find(app, 'Hotel Palazzo del Corso Gallipoli', 'en'))[0]).toMatchObject({
    name: 'Gallipoli',
    isHub: false,
    isAddress: true,
  })
})

test('pages, fares and the command line understand the names of every language', async () => {
  const ends = { from: 'Flughafen Brindisi', to: 'Gallipoli' }
  const { body: fare } = await app.get<FareAnswer>(`/api/fares?${new URLSearchParams(ends)}`)
  expect(fare).toMatchObject({ source: 'listed', from: { id: 4 }, to: { name: 'Gallipoli' } })
  const search = new URLSearchParams({ departure: ends.from, destination: 'to Gallipoli' })
  expect((await app.get(`/api/routes/search?${search}`)).body).toMatchObject([
    { slug: 'aeroporto-brindisi-gallipoli' },
  ])
  const { text } = await app.get(`/risultati-ricerca/?${search}`)
  expect(text).toContain('/tratte/transfer-aeroporto-brindisi-gallipoli/')
  const quote = await cli(app, ['prices', 'quote', '--from', 'gare de Lecce', '--to', 'Otrante', '--json'])
  expect(JSON.parse(quote.out)).toMatchObject({
    from: { id: 482 },
    to: { name: 'Otranto' },
    source: 'listed',
  })
})

const sql = path.join(import.meta.dirname, '..', '..', 'sql')

test('an existing installation gets the names of a fresh one, except where staff have saved some', async () => {
  const server = inject('postgresUrl')
  const name = `older_${randomBytes(6).toString('hex')}`
  const admin = postgres(server, { max: 1, onnotice: () => {} })
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
  await using fresh = await startApp({ data: 'demo' })
  try {
    await admin`create database ${admin(name)}`
    const url = server.replace(/\/[^/]*$/, `/${name}`)
    for (const file of readdirSync(sql).filter((one) => one < '073'))
      copyFileSync(path.join(sql, file), path.join(folder, file))
    await migrate(url, { dir: folder })
    await using db = {
      ...openDatabase(url, { connections: 2, patience }),
      [Symbol.asyncDispose]: () => db.close(),
    }
    const places = await fresh.sql`select id, name, location_type from locations`
    await db.write`insert into locations ${db.write(places)}`
    const kept = { name: 'Lecce', names: { de: 'Lecce, Barockstadt' }, aliases: {} }
    await db.write`
      insert into location_names (id, names)
      select id, ${db.write.json(kept.names)} from locations where name = ${kept.name}`
    await migrate(url)
    const names = (all: postgres.Sql) => all`
      select l.name, names, aliases from location_names join locations l using (id) order by l.id`
    const expected = (await names(fresh.sql)).map((row) => (row.name === kept.name ? kept : row))
    expect(expected.length).toBeGreaterThan(150)
    expect(await names(db.read)).toEqual(expected)
  } finally {
    await admin`drop database if exists ${admin(name)} with (force)`
    await admin.end()
    rmSync(folder, { recursive: true, force: true })
  }
})

test('staff save names and aliases of a place, which count everywhere, with an audit line and an event', async () => {
  const staff = await app.logIn({ isSuperAdmin: false })
  const [otranto] = await app.sql<[{ id: number }]>`select id from locations where name = 'Otranto'`
  const path = `/api/admin/locations/${otranto.id}/names`
  const { body: before } = await app.get(path, staff)
  expect(before).toMatchObject({
    names: { en: '', de: '', fr: 'Otrante' },
    aliases: { it: expect.arrayContaining(['Hydruntum']), en: [], de: [], fr: [] },
  })
  const form = {
    names: { en: ' Otranto  Town ', de: '', fr: 'Otrante' },
    aliases: { it: ['Città dei Martiri', '', 'città dei martiri'], en: ['Martyrs’ City'], de: [], fr: [] },
    updatedAt: before.updatedAt,
  }
  const saved = await app.send('PUT', path, form, staff)
  expect([saved.status, saved.body]).toEqual([
    200,
    {
      names: { en: 'Otranto Town', de: '', fr: 'Otrante' },
      aliases: { it: ['Città dei Martiri'], en: ['Martyrs’ City'], de: [], fr: [] },
      updatedAt: expect.any(String),
    },
  ])
  expect((await app.get(path, staff)).body).toEqual(saved.body)
  await eventually(async () => {
    const [found] = await find(app, 'Citta dei Martiri', 'en')
    expect(found).toMatchObject({ id: otranto.id, name: 'Otranto Town' })
    const question = new URLSearchParams({ from: '4', to: 'Martyrs City' })
    expect((await app.get<FareAnswer>(`/api/fares?${question}`)).body).toMatchObject({
      source: 'listed',
      to: { name: 'Otranto' },
    })
  })
  expect(await find(app, 'Hydruntum')).toEqual([])
  const [line] = await app.sql`select action, subject, before, after from audit_log order by id desc limit 1`
  expect(line).toMatchObject({
    action: 'catalog:placeNamesChanged',
    subject: `locations/${otranto.id}`,
    before: { names: { fr: 'Otrante' } },
    after: { names: { en: 'Otranto Town' } },
  })
  const events = await app.sql`
    select payload from outbox
    where type = 'catalog:placeNamesChanged' and (payload ->> 'locationId')::int = ${otranto.id}`
  expect(events).toEqual([
    {
      payload: {
        locationId: otranto.id,
        from: { fr: 'Otrante' },
        to: { en: 'Otranto Town', fr: 'Otrante' },
      },
    },
  ])
  // Until staff save a place's names for the first time, `updatedAt` of the names is the beginning of 1970.
  const [diso] = await app.sql<[{ id: number }]>`select id from locations where name = 'Diso'`
  const first = await app.get(`/api/admin/locations/${diso.id}/names`, staff)
  expect(first.body.updatedAt).toBe('1970-01-01T00:00:00.000Z')
  expect((await app.send('PUT', path, form, staff)).status).toBe(409)
  expect((await app.get('/api/admin/locations/999999/names', staff)).status).toBe(404)
})

test('a name of another place or of an unknown language is refused at its field, and changes nothing', async () => {
  const staff = await app.logIn()
  const [lecce] = await app.sql<[{ id: number }]>`select id from locations where name = 'Lecce'`
  const path = `/api/admin/locations/${lecce.id}/names`
  const { body: before } = await app.get(path, staff)
  for (const [wrong, at, message] of [
    [
      { aliases: { it: ['Lupiae', 'GALLIPOLI'] } },
      'aliases.it',
      '«GALLIPOLI» è già un nome della località Gallipoli',
    ],
    [{ aliases: { de: ['Brindisi Flughafen'] } }, 'aliases.de', /della località Aeroporto Brindisi$/],
    [{ aliases: { fr: ['alimini'] } }, 'aliases.fr', /della località Laghi Alimini$/],
    [{ aliases: { en: ['bds'] } }, 'aliases.en', /della località Aeroporto Brindisi$/],
    [{ names: { fr: 'Otrante' } }, 'names.fr', /della località Otranto$/],
    [{ aliases: { it: ['…'] } }, 'aliases.it', '«…» non contiene lettere'],
    [{ names: { it: 'Lecce' } }, 'names.it', /nome italiano/],
    [{ names: { xx: 'Lecce' } }, 'names.xx', /questa lingua/],
    [{ aliases: { xx: ['Lecce'] } }, 'aliases.xx', /questa lingua/],
    [{ names: { en: 'x'.repeat(121) } }, 'names.en', /120/],
    [{ aliases: { en: Array(51).fill('Lecce') } }, 'aliases.en', /50/],
  ] as const) {
    const { status, body } = await app.send('PUT', path, { ...before, ...wrong }, staff)
    expect([wrong, status, body.errors[0]]).toEqual([
      wrong,
      422,
      { path: at, message: typeof message === 'string' ? message : expect.stringMatching(message) },
    ])
  }
  expect((await app.get(path, staff)).body).toEqual(before)
})

test('of two places that get the same alias at the same time one is refused', async () => {
  const staff = await app.logIn()
  const places = await app.sql<{ id: number }[]>`
    select id from locations where name in ('Ortelle', 'Tricase') order by id`
  const blocker = postgres(app.databaseUrl, { max: 1 })
  const [isLocked, isReleased] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  // The lock makes both saves begin before either can write.
  const blocked = blocker.begin(async (tx) => {
    await tx`lock table location_names in share mode`
    isLocked.resolve()
    await isReleased.promise
  })
  try {
    await isLocked.promise
    const saves = places.map(async ({ id }) => {
      const path = `/api/admin/locations/${id}/names`
      const { body } = await app.get(path, staff)
      return app.send('PUT', path, { ...body, aliases: { it: ['Terra di Mezzo'] } }, staff)
    })
    await eventually(async () => {
      const waiting = await app.sql`
        select 1 from pg_locks where not granted and relation = 'location_names'::regclass`
      expect(waiting).toHaveLength(2)
    })
    isReleased.resolve()
    expect((await Promise.all(saves)).map(({ status }) => status).sort()).toEqual([200, 422])
  } finally {
    isReleased.resolve()
    await blocked
    await blocker.end()
  }
})

test('a request is priced by the names that are stored when it arrives', async () => {
  const hasPrice = async (destination: string) => {
    const trip = { departure: 'Aeroporto Brindisi', destination, passengers: '2' }
    const { id } = await given.lead(app, 'booking', trip)
    const [row] = await app.sql`select quote from bookings where id = ${id}`
    return row?.quote !== null
  }
  expect([await hasPrice('Galatina'), await hasPrice('Zzyzx')]).toEqual([true, false])
  await app.sql`update locations set name = 'Zzyzx' where name = 'Galatina'`
  expect(await hasPrice('Zzyzx')).toBe(true)
  await app.sql`update locations set name = 'Galatina' where name = 'Zzyzx'`
  expect([await hasPrice('Galatina'), await hasPrice('Zzyzx')]).toEqual([true, false])
  const [alias] = await app.sql`
    insert into location_names (id, names, aliases)
    select id, '{}', '{"it": ["Zzyzx"]}' from locations where name = 'Galatina'
    on conflict (id) do update set aliases = excluded.aliases returning id`
  expect(await hasPrice('Zzyzx')).toBe(true)
  await app.sql`delete from location_names where id = ${alias?.id}`
  expect(await hasPrice('Zzyzx')).toBe(false)
})

test('of two changes of a name in one transaction the second counts', async () => {
  await app.sql.begin(async (tx) => {
    const isKnown = async (text: string) => (await placesByText(tx as never))(text) !== undefined
    await tx`update locations set name = 'Zzyzx' where name = 'Corsano'`
    expect([await isKnown('Zzyzx'), await isKnown('Qwyjibo')]).toEqual([true, false])
    await tx`update locations set name = 'Qwyjibo' where name = 'Zzyzx'`
    expect([await isKnown('Zzyzx'), await isKnown('Qwyjibo')]).toEqual([false, true])
  })
})
