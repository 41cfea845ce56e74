import { setTimeout as sleep } from 'node:timers/promises'
import { endExpired, type Retention } from '../src/kernel/retention.ts'
import { purges } from '../src/modules/index.ts'
import { type Database, openDatabase, type Sql } from '../src/platform/db.ts'
import { fillYears } from '../test/operations/years.ts'
import { openBenchDatabase } from './database.ts'
import type { Row } from './row.ts'

// Measures how fast a backlog of ten years is deleted, against plain batches of the same rows in a copy of the database.
// `BENCH_YEARS_LEADS` sets the number of leads in ten years.

const leads = Number(process.env.BENCH_YEARS_LEADS ?? 20_000)
const plainRows = 1_000
/** Our speed as a part of the plain one. */
const goalRatio = 0.5
const goalBatchMs = 1_000

/** Rules whose rows are changed instead of deleted have no plain counterpart. */
const rules: Retention[] = Object.values(purges)
  .flat()
  .filter(({ end }: Retention) => !end)

export async function measure(): Promise<Row[]> {
  await using bench = await openBenchDatabase()
  const plainDb = await filledTwice(bench.url)
  const beside = slowestWrite(bench.db)
  let [ours, plain, rows, longest] = [0, 0, 0, 0]
  // The two take turns, rule by rule, so that a busy minute of the machine slows both.
  for (const rule of rules) {
    plain += (await timed(() => deletePlainly(plainDb.write, rule))).ms
    const own = await timed(() => deleteExpired(bench.db.write, rule))
    ours += own.ms
    rows += own.value.rows
    longest = Math.max(longest, own.value.longestMs)
  }
  const waitedMs = await beside.stop()
  await plainDb.close()
  const ratio = plain / ours
  const work = `Backlog of ten years with ${leads} leads`
  return [
    {
      work: `${work}: ${rows} rows and what belongs to them`,
      ours: `${(ours / 1000).toFixed(1)} s, ${ratio.toFixed(2)} times the speed of plain batches`,
      goal: `at least ${goalRatio} times`,
      met: ratio >= goalRatio,
    },
    {
      work: `${work}: longest batch`,
      ours: `${Math.round(longest)} ms`,
      goal: `at most ${goalBatchMs} ms`,
      met: longest <= goalBatchMs,
    },
    {
      work: `${work}: slowest of the writes beside it`,
      ours: `${Math.round(waitedMs)} ms`,
      goal: '',
      met: true,
    },
  ]
}

/** Fills the database, and returns a copy of it. Nobody may be connected to a database that is copied. */
async function filledTwice(url: string): Promise<Database> {
  const filled = openDatabase(url)
  await fillYears(filled.write, { years: 10, leads })
  await filled.close()
  const to = (name: string) => url.replace(/\/[^/]*$/, `/${name}`)
  const admin = openDatabase(to('template1'), { connections: 1, patience: 10 })
  await admin.write`create database plain template postgres`
  await admin.close()
  return openDatabase(to('plain'))
}

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const startedAt = performance.now()
  const value = await work()
  return { ms: performance.now() - startedAt, value }
}

async function deleteExpired(write: Sql, rule: Retention): Promise<{ rows: number; longestMs: number }> {
  let longestMs = 0
  let at = performance.now()
  const { ended } = await endExpired(write, [rule], {
    budgetMs: Number.POSITIVE_INFINITY,
    isAsked: true,
    async inBatch() {
      longestMs = Math.max(longestMs, performance.now() - at)
      at = performance.now()
    },
  })
  return { rows: ended, longestMs }
}

async function deletePlainly(write: Sql, rule: Retention): Promise<void> {
  const {
    table,
    by,
    kept: { years = 0, days = 0, minutes = 0 },
    where = 'true',
    unless = 'false',
  } = rule
  const text = `
    delete from ${table} where ctid = any(array(
      select ctid from ${table}
      where ${by} < now() - make_interval(years => ${years}, days => ${days}, mins => ${minutes}) and (${where})
        and (${unless}) is not true
      order by ${by} limit ${plainRows}))`
  while ((await write.unsafe(text)).count > 0);
}

/** Stores an entry of the log every 20 ms. `stop` returns the milliseconds of the slowest. */
function slowestWrite({ write }: Database): { stop(): Promise<number> } {
  let isStopped = false
  let slowest = 0
  const writing = (async () => {
    while (!isStopped) {
      const { ms } = await timed(
        () => write`
        insert into leads (kind, name, phone) values ('contact', 'Ugo', '+39 347 9998887')`,
      )
      slowest = Math.max(slowest, ms)
      await sleep(20)
    }
  })()
  return {
    async stop() {
      isStopped = true
      await writing
      return slowest
    },
  }
}
