import { randomUUID } from 'node:crypto'
import { copyFileSync, createWriteStream, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { faresFor } from '../../src/modules/catalog/fares/fares.queries.ts'
import { backup } from '../../src/platform/backup.ts'
import { type Database, openDatabase } from '../../src/platform/db.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { pendingMigrations } from '../../src/platform/pendingMigrations.ts'
import { startApp } from '../app.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { dayIn } from '../given.ts'
import { long } from '../length.ts'
import { cli } from '../operator.ts'
import { patience } from '../testEnv.ts'

const sql = path.join(import.meta.dirname, '..', '..', 'sql')

/** Applies all migrations before `next`, and loads the listed routes into the columns that these migrations create. */
async function openOlder(next: string) {
  const database = await createDatabase()
  const folder = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
  for (const file of readdirSync(sql).filter((one) => one < next))
    copyFileSync(path.join(sql, file), path.join(folder, file))
  await migrate(database.url, { dir: folder })
  const db = openDatabase(database.url, { connections: 2, patience })
  await using demo = await startApp({ data: 'demo' })
  for (const table of ['locations', 'route_prices']) {
    const rows = await demo.sql<
      { row: object }[]
    >`select to_jsonb(t) as row from ${demo.sql(table)} t order by id`
    const all = db.write.json(rows.map(({ row }) => row) as never)
    await db.write`
      insert into ${db.write(table)} select * from jsonb_populate_recordset(null::${db.write(table)}, ${all})`
  }
  return {
    url: database.url,
    folder,
    db,
    async [Symbol.asyncDispose]() {
      await db.close()
      await database[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const privatePrices = (db: Database) => db.read`
  select slug, price1to3_pax::text, price4to8_pax::text from route_prices order by id`

/** Opens a database of the previous version during a price list: customers see `shown`, and `base` after the list. */
async function openInsideList() {
  const older = await openOlder('051')
  const { db } = older
  await db.write`
    update route_prices set price1to3_pax = 109.99 where slug = 'aeroporto-brindisi-gallipoli'`
  const before = await privatePrices(db)
  // The previous version began the list by raising the stored prices from Brindisi airport by 15 %, in steps of 5 €.
  const batch = randomUUID()
  await db.write`
    insert into price_lists (name, starts_on, ends_on, departure_location_id, fields, percent, round_to, begun_at,
      batch_id, created_by)
    values ('Estate', ${dayIn(-5)}, ${dayIn(20)}, 4, '{price1to3Pax,price4to8Pax}', '15', '5', now(), ${batch}, 'anna')`
  for (const [field, column] of [
    ['price1to3Pax', 'price1to3_pax'],
    ['price4to8Pax', 'price4to8_pax'],
  ] as const) {
    const price = db.write`round(${db.write(column)} * 1.15 / 5) * 5`
    await db.write`
      insert into price_changes (batch_id, route_id, field, price_from, price_to, reason, changed_by)
      select ${batch}, id, ${field}, ${db.write(column)}, ${price}, 'Listino «Estate»', 'worker'
      from route_prices where departure_location_id = 4 and ${db.write(column)} is not null`
    await db.write`
      update route_prices set ${db.write(column)} = ${price} where departure_location_id = 4`
  }
  // Since then staff have changed one price and removed another.
  await db.write`update route_prices set price1to3_pax = 131.50 where slug = 'aeroporto-brindisi-alezio'`
  await db.write`update route_prices set price1to3_pax = null where slug = 'aeroporto-brindisi-alliste'`
  const shown = new Map((await privatePrices(db)).map(({ slug, ...prices }) => [slug, prices]))
  const changed = new Map<string, string | null>([
    ['aeroporto-brindisi-alezio', '131.50'],
    ['aeroporto-brindisi-alliste', null],
  ])
  const base = before.map((row) =>
    changed.has(row.slug) ? { ...row, price1to3Pax: changed.get(row.slug) } : row,
  )
  return { older, shown, base }
}

async function expectOverlay(db: Database, { shown, base }: Awaited<ReturnType<typeof openInsideList>>) {
  expect(await privatePrices(db)).toEqual(base)
  const routes = await db.read<{ slug: string; departure: string; destination: string }[]>`
    select slug, d.name as departure, a.name as destination from route_prices r
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where departure_location_id = 4 and r.is_active order by r.id`
  for (const [passengers, field] of [
    [1, 'price1to3Pax'],
    [8, 'price4to8Pax'],
  ] as const) {
    const fares = await faresFor(
      db.read,
      routes.map(({ departure, destination }) => ({
        from: { text: departure },
        to: { text: destination },
        there: {},
        party: { passengers, bags: 0 },
      })),
      dayIn(0),
    )
    const asked = fares.map(({ offers }, index) => [routes[index]?.slug, offers[0]?.total ?? null])
    expect(asked).toEqual(
      routes.map(({ slug }) => [slug, (shown.get(slug)?.[field] ?? null)?.replace(/\.00$/, '') ?? null]),
    )
  }
  // No list may remain that a worker of the previous version would begin or end.
  expect(await db.read`select id from price_lists where ended_at is null`).toEqual([])
  const [scope] = await db.read`select days::text, departures::text from price_list_scopes`
  expect(scope).toMatchObject({ departures: '[4,5)' })
}

test('a database in the middle of a price list keeps every price that customers see, and has its base prices back', async () => {
  const inside = await openInsideList()
  await using older = inside.older
  await migrate(older.url)
  await expectOverlay(older.db, inside)
})

test(
  'a backup of that version restores into an empty database of this one with base prices and the list; one with data refuses it',
  long,
  async () => {
    const inside = await openInsideList()
    await using older = inside.older
    const file = path.join(older.folder, 'backup.gz')
    await backup(older.db.write, createWriteStream(file))
    const restored = (databaseUrl: string, ...more: string[]) =>
      cli({ databaseUrl, config: { siteUrl: 'https://www.salento.example' } }, [
        'db',
        'restore',
        file,
        ...more,
      ])
    await using empty = await createDatabase()
    expect(await restored(empty.url)).toMatchObject({ code: 0, err: '' })
    const db = openDatabase(empty.url, { connections: 2, patience })
    try {
      expect(await pendingMigrations(db.read)).toEqual([])
      await expectOverlay(db, inside)
      const again = await restored(empty.url, '--yes')
      expect([again.code, again.err]).toEqual([1, expect.stringContaining('empty database')])
      await expectOverlay(db, inside)
    } finally {
      await db.close()
    }
  },
)
