import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { type App, eventually, startApp } from '../app.ts'
import { given } from '../given.ts'
import { long } from '../length.ts'

const contact = given.contact()

/** Waits until a statement with `part` waits for a lock. */
const waitsForLock = ({ sql }: App, part: string) =>
  eventually(async () => {
    const waiting = await sql`
      select from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock' and query ilike ${`%${part}%`}`
    expect(waiting).toHaveLength(1)
  })

test(
  'a migration that waits for a slow reader lets other statements pass, and is applied when possible',
  long,
  async () => {
    await using app = await startApp()
    const dir = mkdtempSync(path.join(tmpdir(), 'salento-sql-'))
    try {
      cpSync('sql', dir, { recursive: true })
      writeFileSync(path.join(dir, '900_note.sql'), 'alter table leads add column note text;')
      let migrating = Promise.resolve<string[]>([])
      const statuses: number[] = []
      await app.sql.begin(async (reader) => {
        await reader`select count(*) from contacts`
        migrating = migrate(app.databaseUrl, { dir })
        for (let visitor = 0; visitor < 4; visitor++) {
          await waitsForLock(app, 'add column note')
          const address = { 'x-forwarded-for': `203.0.113.${visitor}` }
          statuses.push((await app.post('/api/contacts', contact, address)).status)
        }
      })
      // A call waits at most one second, which is how long the migration waits for its lock.
      expect(statuses).toEqual([201, 201, 201, 201])
      expect(await migrating).toEqual(['900_note'])
      // A process of the previous version keeps serving with a newer schema.
      expect((await app.get('/readyz')).status).toBe(200)
    } finally {
      rmSync(dir, { recursive: true, force: true })
    }
  },
)

test('one of two deadlocked commands is retried, and both succeed', async () => {
  await using app = await startApp({ data: 'demo' })
  const staff = await app.logIn()
  const [one, other] = await app.sql<{ id: number }[]>`select id from route_prices order by id limit 2`
  // Each attempt saves another price, as an unchanged one is not updated.
  let price = 99
  const update = (id = 0) => ({ id, field: 'price1to3Pax', value: String(price) })
  let saving: ReturnType<typeof app.send> | undefined
  const deadlock = () =>
    app.sql.begin(async (tx) => {
      await tx`update route_prices set price4to8_pax = 98 where id = ${other?.id ?? 0}`
      // The command locks the first route and waits for the second. Then this transaction waits for the first.
      const body = { updates: [update(one?.id), update(other?.id)] }
      saving = app.send('PUT', '/api/bulk-pricing/update', body, staff)
      await waitsForLock(app, 'route_prices')
      await tx`update route_prices set price4to8_pax = 98 where id = ${one?.id ?? 0}`
    })
  // PostgreSQL may end the test's own transaction instead of the command's. Then the test tries again.
  for (let isTestEnded = true; isTestEnded; )
    isTestEnded = await deadlock().then(
      () => false,
      async (error) => {
        expect(error).toMatchObject({ code: '40P01' })
        await saving
        price++
        return true
      },
    )
  expect(await saving).toMatchObject({ status: 200, body: { updated: 2 } })
  expect(await app.sql`select price1to3_pax, price4to8_pax from route_prices order by id limit 2`).toEqual(
    Array(2).fill({ price1to3Pax: `${price}.00`, price4to8Pax: '98.00' }),
  )
})

test('a command with a longer deadline waits longer for a free connection', async () => {
  await using app = await startApp({ env: { ANSWER_MS: '1000' } })
  const staff = await app.logIn()
  await app.post('/api/contacts', contact)
  const change = { ids: ['contact-1'], change: { status: 'contattata' } }
  const { promise: freed, resolve: free } = Promise.withResolvers<void>()
  // The pool has four connections.
  const holding = Array.from({ length: 4 }, () => app.sql.begin(() => freed))
  const short = app.send('PUT', '/api/admin/site-settings', { isLive: true }, staff)
  const long = app.post('/api/admin/leads/bulk', change, staff)
  await sleep(500)
  free()
  expect([(await short).status, (await long).status]).toEqual([503, 200])
  await Promise.all(holding)
})
