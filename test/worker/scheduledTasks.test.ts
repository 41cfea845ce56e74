import { expect, test } from 'vitest'
import { inOneTransaction } from '../../src/kernel/dryRun.ts'
import type { Tools } from '../../src/kernel/message.ts'
import { runPeriodic } from '../../src/kernel/periodic.ts'
import { endExpired, type Retention } from '../../src/kernel/retention.ts'
import { purges } from '../../src/modules/index.ts'
import { periodicTasks } from '../../src/modules/operations/periodic/contract.ts'
import { openDatabase } from '../../src/platform/db.ts'
import { periodic, queueTasks } from '../../src/worker/periodic.ts'
import { startWorker } from '../../src/worker/worker.ts'
import { type App, eventually, startApp } from '../app.ts'
import { inFull } from '../length.ts'
import { growingTables } from '../operations/growingTables.ts'
import { fillYears } from '../operations/years.ts'
import { patience } from '../testEnv.ts'

async function ended(app: App): Promise<string[]> {
  const rows = await app.sql<{ name: string }[]>`
    select name from periodic_runs where ended_at is not null order by name`
  return rows.map(({ name }) => name)
}

test('a task that is stuck delays no other, and staff, operators and metrics see which it is, since when and why', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  const tasksTile = async () => {
    const { tiles } = (await app.get('/api/admin/system', staff)).body
    return tiles.find(({ name }: { name: string }) => name === 'Lavori a tempo')
  }
  // The worker has connections of its own, as in production.
  const db = openDatabase(app.databaseUrl, { connections: 12, patience })
  const worker = await startWorker({ ...app.runtime, db }, app.databaseUrl)
  await app.sql.begin(async (tx) => {
    // The task that reads this table waits for the lock, and the purge of its rows too.
    await tx`lock table announced_lists in access exclusive mode`
    await app.sql`select graphile_worker.add_job('queueTasks')`
    const others = ['publishDueArticles', 'queueLostWork', 'remindOfTrips', 'buildSitemap', 'purgeRecords']
    await eventually(async () => expect(await ended(app)).toEqual(expect.arrayContaining(others)))
    expect(await ended(app)).not.toContain('announceLists')
    await app.sql`update periodic_runs set runs_until = now() - interval '1 second' where name = 'announceLists'`
    expect(await tasksTile()).toMatchObject({
      state: 'errore',
      text: expect.stringMatching(/^Non riusciti: Listini dal \d\d\/\d\d\/\d\d, \d\d:\d\d \(non è finito\)$/),
    })
    const { text } = await app.get('/metrics')
    expect(text).toMatch(/^periodic_failing 1$/m)
    expect((await app.get('/api/admin/failures', staff)).body.items).toMatchObject([{ id: 'announceLists' }])
  })
  await eventually(async () => expect(await ended(app)).toContain('announceLists'))
  expect(await tasksTile()).toMatchObject({ state: 'ok' })
  await worker.stop()
  await db.close()
})

test('a run that does not end within its limit counts as failed, since its first failure', async () => {
  await using app = await startApp()
  const never = () => new Promise<void>(() => {})
  const run = (work: () => Promise<unknown>) => runPeriodic(app.sql, 'announceLists', work, 0.05)
  expect(await run(never)).not.toBeNull()
  const state = () => app.sql`select last_error, failing_since, runs_until from periodic_runs`
  const [first] = await state()
  expect(first).toEqual({
    lastError: 'non finisce entro 0.05 secondi',
    failingSince: expect.any(Date),
    runsUntil: null,
  })
  await run(async () => {
    throw new Error('rete')
  })
  expect(await state()).toEqual([{ ...first, lastError: 'rete' }])
  // A worker of the previous release does not know the new columns.
  await app.sql`update periodic_runs set last_error = null`
  await run(never)
  expect((await state())[0]?.failingSince.getTime()).toBeGreaterThan(first?.failingSince.getTime())
  expect(await run(async () => 3)).toBeNull()
  expect(await state()).toEqual([{ lastError: null, failingSince: null, runsUntil: null }])
})

test('a worker of the previous release that is stuck in its sweep delays no task of this one', async () => {
  await using app = await startApp()
  await app.sql`insert into workers (pool_id, host, pid, seen_at) values ('old', 'elsewhere', 1, now() + interval '1 hour')`
  await app.sql`select graphile_worker.add_job('sweep', queue_name := 'periodic', job_key := 'sweep')`
  await app.sql`
    update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'old' where queue_name = 'periodic'`
  await app.sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'old' where key = 'sweep'`
  await app.sql`select graphile_worker.add_job('queueTasks')`
  await app.drain()
  expect(await ended(app)).toEqual(
    Object.keys(periodicTasks)
      .filter((name) => name !== 'recordSearches')
      .toSorted(),
  )
  // The old worker has ended: its next sweep, which a worker of this release takes, only queues the tasks.
  await app.sql`
    update graphile_worker._private_job_queues set locked_at = null, locked_by = null where queue_name = 'periodic'`
  await app.sql`delete from graphile_worker._private_jobs where key = 'sweep'`
  await app.sql`delete from periodic_runs`
  await app.sql`select graphile_worker.add_job('sweep', queue_name := 'periodic', job_key := 'sweep')`
  await app.drain()
  expect(await ended(app)).toContain('askForReviews')
})

test('a run that staff ask for walks at once, even if a run of the worker is queued while it waits', async () => {
  await using app = await startApp()
  const staff = await app.logIn()
  // The mail was planned while its lead was deleted, after the walk of the day.
  await app.sql`
    insert into email_messages (message_key, purpose, lead_kind, lead_id, recipient, subject, message_id)
    values ('a', 'office', 'contact', 99, 'anna@example.com', 'Oggetto', 'a')`
  await app.sql`insert into retention_states (what, walked_at) values ('email di richieste cancellate', now())`
  const run = () => app.post('/api/admin/periodic-tasks/purgeOldMail/run', {}, staff)
  expect((await run()).status).toBe(202)
  expect((await run()).status).toBe(202)
  await queueTasks(app.sql)
  await app.drain()
  expect(await app.sql`select id from email_messages`).toEqual([])
})

test('no scheduled task reads more than a few rows of a table that grows', async () => {
  const sizes = { leads: inFull(2_400, 40_000) }
  await using full = await startApp()
  await fillYears(full.sql, { years: 10, ...sizes })
  await full.sql`
    update trips set state = 'assigned', vehicle_id = (select min(id) from vehicles), driver_id = (select min(id) from drivers)
    where state = 'planned'`
  await full.sql.unsafe('analyze')
  const read: Record<string, unknown> = {}
  for (const name of Object.keys(periodic) as (keyof typeof periodic)[]) {
    const run = (tools: Tools) => periodic[name](tools)
    // The first run may find work that a run of every minute does not.
    await run(daytime({ ...full.runtime.db, context: full.runtime.context }))
    read[name] = await readWhole(full, run)
  }
  for (const rule of rules) read[`backlog of ${rule.what}`] = await readWhole(full, firstBatch(rule))
  await using fresh = await startApp()
  await fillYears(fresh.sql, { years: 0.00001, ...sizes })
  for (const rule of rules) read[rule.what] = await readWhole(fresh, firstBatch(rule))
  expect(Object.entries(read).filter(([, tables]) => String(tables) !== '')).toEqual([])
})

const rules: Retention[] = Object.values(purges).flat()

class OneBatch extends Error {}

/** Runs the first batch of a rule, and counts no backlog. */
const firstBatch =
  (rule: Retention) =>
  async ({ write }: Tools) => {
    const inBatch = () => Promise.reject(new OneBatch())
    await endExpired(write, [rule], { budgetMs: 60_000, isAsked: true, inBatch }).catch((error) => {
      if (!(error instanceof OneBatch)) throw error
    })
  }

/** Some messages are sent only by day. */
const daytime = ({ context, ...tools }: Tools): Tools => ({
  ...tools,
  context: {
    ...context,
    clock: { now: () => new Date(`${new Date().toISOString().slice(0, 10)}T11:00:00Z`) },
  },
})

/** Most rows of a table that a task or a batch may read. Most tables that grow have more. */
const manyRows = 1_100

/** Returns the growing tables of which the work reads many rows, in their order or by an index. */
function readWhole(app: App, work: (tools: Tools) => Promise<unknown>): Promise<string[]> {
  return inOneTransaction(app.runtime, async ({ db, context }, tx) => {
    // PostgreSQL rightly prefers to read a whole table of a few pages, as those of the quick run, if it may.
    await tx`select set_config('enable_seqscan', ${inFull('off', 'on')}, true)`
    const counts = async () => {
      // Reading a table of few rows is right, however often.
      const rows = await tx<{ table: string; rows: number }[]>`
        select stat.relname as table, coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) as rows
        from pg_stat_xact_user_tables stat join pg_class on pg_class.oid = relid
        where stat.relname = any(${growingTables()}) and reltuples > ${inFull(0, manyRows)}`
      return new Map(rows.map(({ table, rows }) => [table, rows]))
    }
    const before = await counts()
    await work(daytime({ read: db.read, write: db.write, context }))
    const value = [...(await counts())].flatMap(([table, rows]) =>
      rows - (before.get(table) ?? 0) > manyRows ? [`${rows - (before.get(table) ?? 0)} of ${table}`] : [],
    )
    return { isKept: false, value }
  })
}
