import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import postgres from 'postgres'
import { expect, test } from 'vitest'
import { migrate } from '../../src/platform/migrate.ts'
import { createDatabase } from '../emptyDatabase.ts'
import { inFull } from '../length.ts'
import { startCli } from '../operator.ts'
import { patience } from '../testEnv.ts'
import { fillMails, fillRequests, fillRoutes, type Sizes } from './oldRows.ts'
import releases from './releases.json' with { type: 'json' }

/** Requests of the older database. `UPGRADE_REQUESTS=200000` is the size of ten years. */
const requests = Number(process.env.UPGRADE_REQUESTS) || inFull(1_500, 20_000)
const sizes: Sizes = { requests, routes: requests / 2, mails: requests * 3 }
const sampled = 2_000
const kills = 3
const config = { siteUrl: 'https://www.salento.example' }

/** Waits for a lock of at most a second; longer with few rows, because a busy machine may be in the middle of any file. */
const lockMs = process.env.UPGRADE_REQUESTS ? 1_000 : 1_000 * patience

/** Code with which the database refuses to store requests from the moment at which they are moved to another table. */
const isMoved = '25006'

/** Writes as the processes of the older release do, until it is stopped. A write that waits longer for a lock fails. */
function keepWriting(url: string) {
  const sql = postgres(url, { max: 1, onnotice: () => {}, connection: { lock_timeout: lockMs } })
  const failures: string[] = []
  let longestMs = 0
  let count = 0
  let refused = 0
  let stored = 0
  let isStopped = false
  const writes = [
    async () => {
      await sql`insert into contacts (name, phone, email) values ('Durante', ${`+39 0832 ${200_000 + count}`}, null)`
      stored++
    },
    () => sql`update email_messages set updated_at = now() where message_key = ${`old-${1 + (count % 500)}`}`,
    () =>
      sql`update route_prices set price1to3_pax = price1to3_pax + 1 where slug = ${`borgo-${1 + (count % 500)}`}`,
    () => sql`update bookings set notes = 'visto' where id = ${1 + (count % 300)}`,
  ]
  const ended = (async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await writes[count % writes.length]?.().catch((error: postgres.PostgresError) => {
        if (error.code === isMoved) refused++
        else failures.push(`${error.message} (${String(error.query).trim().slice(0, 60)})`)
      })
      longestMs = Math.max(longestMs, performance.now() - startedAt)
      count++
      await sleep(10)
    }
    await sql.end()
  })()
  return {
    async stop() {
      isStopped = true
      await ended
      return { failures, longestMs: Math.round(longestMs), count, refused, stored }
    },
  }
}

const tables = [
  'availability_requests',
  'bookings',
  'contacts',
  'route_prices',
  'email_messages',
  'locations',
]

/** Rows of a table that are compared, with the columns of the older release. */
interface Sample {
  table: string
  columns: string[]
  ids: string[]
}

async function chosen(sql: postgres.Sql): Promise<Sample[]> {
  return Promise.all(
    tables.map(async (table) => {
      const columns = await sql<{ name: string }[]>`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} order by ordinal_position`
      const rows = await sql<
        { id: string }[]
      >`select id from ${sql(table)} order by md5(id::text) limit ${sampled}`
      return { table, columns: columns.map(({ name }) => name), ids: rows.map(({ id }) => id) }
    }),
  )
}

/** Columns that the writer or a migration changes on purpose. */
const changed = ['updated_at', 'notes', 'price1to3_pax', 'state']

const rowsOf = (sql: postgres.Sql, samples: Sample[]) =>
  Promise.all(
    samples.map(async ({ table, columns, ids }) => {
      const compared = columns.filter((name) => !changed.includes(name))
      return [
        ...(await sql`select ${sql(compared)} from ${sql(table)} where id = any(${ids}::bigint[]) order by id`),
      ]
    }),
  )

async function megabytes(sql: postgres.Sql): Promise<number> {
  const [{ mb }] = await sql<[{ mb: number }]>`
    select (pg_database_size(current_database()) / 1000000)::int as mb`
  return mb
}

/** Joins each tenth customer with the one before it, if the release has customers. */
async function joinSome(sql: postgres.Sql): Promise<void> {
  const [{ has }] = await sql<[{ has: boolean }]>`select to_regclass('customer_joins') is not null as has`
  if (has)
    await sql`
      insert into customer_joins (customer_id, joined_id, joined_by)
      select b.id, a.id, 'anna' from customers a join customers b on b.id = a.id + 1 where a.id % 10 = 0`
}

/** Migrates in a process that is killed, until it was killed often enough; then to the end. Returns the duration. */
async function migrateWithKills(databaseUrl: string): Promise<{ ms: number; said: string }> {
  const startedAt = performance.now()
  for (let killed = 0; killed < kills; killed++) {
    const { child, ended } = startCli({ databaseUrl, config }, ['migrate'])
    // The first sign of work is the first line of progress; the kill follows somewhere in the work.
    await Promise.race([once(child.stderr, 'data'), ended])
    await sleep(Math.random() * 300)
    child.kill('SIGKILL')
    await ended
  }
  const last = await startCli({ databaseUrl, config }, ['migrate']).ended
  expect([last.code, last.err.includes('error')]).toEqual([0, false])
  return { ms: performance.now() - startedAt, said: last.err }
}

test.for(Object.entries(releases))(
  'a database of release %s is migrated while its processes write: nothing is lost, and no write waits for a second',
  { tags: requests > 1_500 ? ['long'] : [] },
  async ([, names]) => {
    await using older = await createDatabase()
    await migrate(older.url, { only: names })
    const sql = postgres(older.url, { max: 2, onnotice: () => {} })
    await fillRequests(sql, sizes.requests)
    await fillRoutes(sql, sizes.routes)
    await fillMails(sql, sizes.mails)
    await joinSome(sql)
    await sql`analyze`
    const samples = await chosen(sql)
    const before = await rowsOf(sql, samples)
    const mb = await megabytes(sql)
    const writer = keepWriting(older.url)
    const { ms } = await migrateWithKills(older.url)
    const written = await writer.stop()
    console.log(
      `${sizes.requests} requests: ${Math.round(ms)} ms, ${written.count} writes, longest ${written.longestMs} ms, ` +
        `${written.refused} refused; ` +
        `disk ${mb} MB before, ${await megabytes(sql)} MB after`,
    )
    expect(written.failures).toEqual([])
    expect(await sql`select id from contacts where name = 'Durante'`).toHaveLength(written.stored)
    expect(await rowsOf(sql, samples)).toEqual(before)
    const [{ lacking }] = await sql<[{ lacking: string }]>`
      select count(*) as lacking from leads
      where not exists (select from customer_leads c where c.lead_kind = leads.kind and c.lead_id = leads.id)`
    expect(lacking).toBe('0')
    const wrong = await sql`
      select id from customers
      where person_id <> person_of(id) or id = person_id and last_at is distinct from last_request_of(id)`
    expect(wrong.count).toBe(0)
    expect(await sql`select distinct state from email_messages`).toEqual([{ state: 'sent' }])
    await sql.end()
  },
)
