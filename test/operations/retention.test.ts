import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { endExpired, type Retention } from '../../src/kernel/retention.ts'
import { purges } from '../../src/modules/index.ts'
import { purgeTasks } from '../../src/modules/operations/periodic/contract.ts'
import type { Sql } from '../../src/platform/db.ts'
import { type App, eventually, startApp } from '../app.ts'
import { endExpiredOf } from '../expired.ts'
import { inFull, long } from '../length.ts'
import { killed, startWorkerProcess } from '../workerProcess.ts'
import { fillYears } from './years.ts'

const rules: Retention[] = Object.values(purges).flat()
const leads = Number(process.env.YEARS_LEADS ?? inFull(600, 8_000))

/** SQL condition: the row is past its term, and nothing keeps it. */
const past = ({
  by,
  kept: { years = 0, days = 0, minutes = 0 },
  where = 'true',
  unless = 'false',
}: Retention) =>
  `${by} < now() - make_interval(years => ${years}, days => ${days}, mins => ${minutes}) and (${where}) and (${unless}) is not true`

const countOf = async (sql: Sql, table: string, where = 'true'): Promise<number> =>
  (await sql.unsafe(`select count(*)::int as rows from ${table} where ${where}`))[0]?.rows

/** Returns the number of rows past their term, by rule. */
async function backlogs(sql: Sql): Promise<Record<string, number>> {
  const counts: [string, number][] = []
  for (const rule of rules) counts.push([rule.what, await countOf(sql, rule.table, past(rule))])
  return Object.fromEntries(counts.filter(([, rows]) => rows > 0))
}

async function tileOf(app: App, staff: Record<string, string>) {
  const { tiles } = (await app.get('/api/admin/system', staff)).body
  return tiles.find(({ name }: { name: string }) => name === 'Conservazione dei dati')
}

test('each rule has a name of its own and an index in its order, and a deletion looks up nothing without an index', async () => {
  await using app = await startApp()
  expect(new Set(rules.map(({ what }) => what)).size).toBe(rules.length)
  expect(purgeTasks.toSorted()).toEqual(Object.keys(purges).toSorted())
  const indexes = await app.sql<{ table: string; first: string; condition: string | null }[]>`
    select relname as table, pg_get_indexdef(indexrelid, 1, true) as first, pg_get_expr(indpred, indrelid) as condition
    from pg_index join pg_class on pg_class.oid = indrelid`
  const has = (table: string, column: string) =>
    indexes.some((index) => index.table === table && index.first === column)
  expect(rules.filter(({ table, by }) => !has(table, by)).map(({ what }) => what)).toEqual([])
  const tables = new Set(rules.map(({ table }) => table))
  const keys = await app.sql<{ table: string; column: string; to: string }[]>`
    select conrelid::regclass::text as table, attname as column, confrelid::regclass::text as to
    from pg_constraint join pg_attribute on attrelid = conrelid and attnum = conkey[1]
    where contype = 'f'`
  expect(keys.filter(({ table, column, to }) => tables.has(to) && !has(table, column))).toEqual([])
})

test('a backlog of ten years is shown while it lasts, ends, and leaves what is in its term', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await fillYears(app.sql, { years: 10, leads })
  const before = await backlogs(app.sql)
  for (const what of [
    'richieste',
    'viaggi',
    'fogli di servizio',
    'email inviate',
    'eventi conclusi',
    'accessi finiti',
  ])
    expect([what, before[what]]).toEqual([what, expect.any(Number)])
  const kept: Record<string, number> = { audit_log: await countOf(app.sql, 'audit_log') }
  for (const table of ['leads', 'consent_log', 'price_changes', 'outbox', 'bulk_acts'])
    kept[table] =
      (await countOf(app.sql, table)) -
      (await countOf(app.sql, table, past(rules.find((rule) => rule.table === table) as Retention)))

  const first = await endExpired(app.sql, purges.purgeOldLeads, { budgetMs: 1 })
  expect(first).toEqual({ ended: expect.any(Number), isBehind: true })
  const { text } = await tileOf(app, staff)
  expect(text).toMatch(
    /^In arretrato, si cancella un po’ alla volta: richieste \([\d.]+, dal \d\d\/\d\d\/\d\d, \d\d:\d\d\)/,
  )
  await app.sql`update retention_states set behind_since = now() - interval '25 hours' where behind_since is not null`
  expect(await tileOf(app, staff)).toMatchObject({ state: 'attenzione' })

  await app.sql`select graphile_worker.add_job('queueTasks')`
  await app.drain()
  // Each run has ten seconds. 200,000 leads need several.
  while ((await backlogs(app.sql)).richieste) await app.sweep('purgeOldLeads')
  // The walk through the sheets comes again in an hour, and then finds those whose leads were deleted after it.
  await app.sweep('purgeOldSheets')
  expect(await app.sql`select name, last_error from periodic_runs where last_error is not null`).toEqual([])
  expect(await backlogs(app.sql)).toEqual({})
  expect(await tileOf(app, staff)).toMatchObject({ state: 'ok', text: 'Nulla oltre il suo tempo' })
  // The worker's own events and acts come on top.
  // The worker's own events come on top.
  for (const [table, rows] of Object.entries(kept))
    expect([table, await countOf(app.sql, table)]).toEqual([
      table,
      table === 'outbox' ? expect.toSatisfy((now: number) => now >= rows) : rows,
    ])
})

test('no transaction ends more than a batch, even if all rows belong to one act', async () => {
  await using app = await startApp()
  const rows = inFull(12_000, 120_000)
  await app.sql`
    insert into bulk_acts (id, act, title, made_by, made_at, total) overriding system value
    values (1, 'x', 'Prezzi', 'anna', now() - interval '91 days', ${rows}),
      (2, 'x', 'Prezzi', 'anna', now() - interval '89 days', 1)`
  await app.sql`
    insert into bulk_act_rows (act_id, item, table_name, key)
    select 1, '1', 'route_prices', jsonb_build_object('id', n) from generate_series(1, ${rows}::int) as n`
  await app.sql`insert into bulk_act_rows (act_id, item, table_name, key) values (2, '1', 'route_prices', '{"id": 1}')`
  const sizes: number[] = []
  await endExpired(app.sql, purges.purgeRecords, {
    budgetMs: 600_000,
    isAsked: true,
    async inBatch(tx) {
      const [row] = await tx<[{ rows: number }]>`
        select coalesce(sum(n_tup_del), 0) as rows from pg_stat_xact_user_tables where relname like 'bulk_act%'`
      sizes.push(Number(row.rows))
      // The count would otherwise include the last transactions of the connection.
      await tx`select pg_stat_force_next_flush()`
    },
  })
  expect(await app.sql`select id from bulk_acts`).toEqual([{ id: 2 }])
  expect(await countOf(app.sql, 'bulk_act_rows')).toBe(1)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000)
})

test('no transaction changes more than a batch, even if one job has made all routes', async () => {
  await using app = await startApp({ data: 'demo' })
  await app.sql`
    insert into jobs (kind, status, started_by, updated_at) values ('x', 'completed', 'anna', now() - interval '2 years')`
  await app.sql`
    insert into route_prices (departure_location_id, destination_location_id, slug, bulk_job_id)
    select a.id, b.id, a.id || '-' || b.id, (select id from jobs) from locations a join locations b on a.id <> b.id
    limit ${inFull(6_000, 60_000)} on conflict do nothing`
  const sizes: number[] = []
  await endExpired(
    app.sql,
    purges.purgeRecords.filter(({ table }) => table === 'jobs'),
    {
      budgetMs: 600_000,
      isAsked: true,
      async inBatch(tx) {
        const [row] = await tx<[{ rows: number }]>`
          select n_tup_upd as rows from pg_stat_xact_user_tables where relname = 'route_prices'`
        sizes.push(Number(row.rows))
        await tx`select pg_stat_force_next_flush()`
      },
    },
  )
  expect(await countOf(app.sql, 'jobs')).toBe(0)
  expect(await countOf(app.sql, 'route_prices', 'bulk_job_id is not null')).toBe(0)
  expect(Math.max(...sizes)).toBeLessThanOrEqual(5_000)
})

test('an act past its term is not undone, because a part of its rows may be gone', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.sql`
    insert into leads (kind, name, phone) select 'contact', 'Ugo', '+39347000000' || n from generate_series(1, 60) as n`
  const ids = Array.from({ length: 60 }, (_, n) => `contact-${n + 1}`)
  const made = await app.post('/api/admin/leads/bulk', { ids, change: { status: 'persa' } }, staff)
  await app.sql`update bulk_acts set made_at = now() - interval '91 days'`
  const rowsOf = () => countOf(app.sql, 'bulk_act_rows')
  const rows = await rowsOf()
  await endExpired(
    app.sql,
    purges.purgeRecords.filter(({ table }) => table === 'bulk_acts'),
    { budgetMs: 1 },
  )
  expect(await rowsOf()).toBeLessThan(rows)
  expect(await rowsOf()).toBeGreaterThan(0)
  const undone = await app.post(`/api/admin/bulk-acts/${made.body.actId}/undo`, {}, staff)
  expect([undone.status, undone.body.detail]).toEqual([
    404,
    'Modifica non trovata: si può annullare per 90 giorni.',
  ])
  expect(await countOf(app.sql, 'contacts', `status = 'persa'`)).toBe(60)
})

test('rules that get no time report no backlog of rows that may stay', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  await app.sql`insert into leads (kind, name, phone) values ('contact', 'Anna', '+39 347 1234567')`
  await app.sql`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id)
    select 'a', 'office', 'contact', id, 'anna@example.com', 'Oggetto', 'a' from contacts`
  expect(await endExpired(app.sql, rules, { budgetMs: 0, isAsked: true })).toEqual({
    ended: 0,
    isBehind: true,
  })
  expect(await tileOf(app, staff)).toMatchObject({ text: 'Nulla oltre il suo tempo' })
})

test('a row that somebody is changing stops no other, and ends in the next run', async () => {
  await using app = await startApp()
  await app.sql`
    insert into leads (kind, name, phone, created_at)
    select 'contact', 'Ugo', '+39347000000' || n, now() - interval '3 years' from generate_series(1, 5) as n`
  await app.sql.begin(async (tx) => {
    await tx`update leads set notes = 'x' where kind = 'contact' and id = 1`
    expect(await endExpiredOf(app.sql, 'purgeOldLeads')).toBe(4)
  })
  expect(await endExpiredOf(app.sql, 'purgeOldLeads')).toBe(1)
})

test('rows that must stay do not stop those behind them, and a walk goes on where it was', async () => {
  await using app = await startApp()
  // The oldest events have failed effects, which wait for staff.
  await app.sql`
    insert into outbox (type, payload, occurred_at, dispatched_at)
    select 'a:b', '{}', now() - interval '200 days' + make_interval(mins => n), now() from generate_series(1, 3000) as n`
  await app.sql`
    insert into effects (outbox_id, reaction, state)
    select id, 'x', case when id <= 2000 then 'failed' else 'done' end from outbox`
  let isBehind = true
  for (let runs = 0; isBehind && runs < 500; runs++)
    ({ isBehind } = await endExpired(
      app.sql,
      purges.purgeRecords.filter(({ table }) => table === 'outbox'),
      { budgetMs: 1 },
    ))
  expect(await app.sql`select count(*)::int as rows, max(id)::int as last from outbox`).toEqual([
    { rows: 2000, last: 2000 },
  ])
})

test('workers that are killed again and again end the backlog', long, async () => {
  await using app = await startApp()
  await fillYears(app.sql, { years: 10, leads: 4_000 })
  for (let kills = 0; kills < 6; kills++) {
    const worker = startWorkerProcess(app)
    await app.sql`select graphile_worker.add_job('queueTasks')`
    await sleep(2_000 + kills * 300)
    await killed(worker, 'SIGKILL')
  }
  const worker = startWorkerProcess(app)
  await app.sql`select graphile_worker.add_job('queueTasks')`
  await eventually(async () => {
    const { 'fogli di servizio': _, ...rest } = await backlogs(app.sql)
    expect(rest).toEqual({})
  })
  await killed(worker, 'SIGTERM')
  const orphans = await app.sql`
    select id from email_messages m where not exists (select from leads where kind = lead_kind and leads.id = lead_id)
    union all select id from customers where not exists (select from customer_leads where customer_id = customers.id)`
  expect(orphans).toEqual([])
})
