import { randomBytes } from 'node:crypto'
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import postgres from 'postgres'
import { expect, inject, test } from 'vitest'
import type { FareAnswer } from '../../src/modules/catalog/fares/contract.ts'
import type { LocationSuggestion } from '../../src/modules/catalog/search/contract.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { type App, startApp } from '../app.ts'
import { cli } from '../operator.ts'

const find = async (app: App, q: string, lang?: string) =>
  (
    await app.get<LocationSuggestion[]>(
      `/api/locations/search?${new URLSearchParams({ q, ...(lang ? { lang } : {}) })}`,
    )
  ).body

test('a place is found by its name in any language and shown by its name in the language of the page', async () => {
  await using app = await startApp({ data: 'demo' })
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
  // The order is the same in every language, and a language without names has the Italian ones.
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
  await using app = await startApp({ data: 'demo' })
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
    await using db = { ...openDatabase(url, { connections: 2 }), [Symbol.asyncDispose]: () => db.close() }
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
