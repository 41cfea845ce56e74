import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import type pg from 'pg'
import { moveRows, type Progress } from './dataMigration.ts'
import { codeOf } from './log.ts'
import { failureAt } from './migrationFailure.ts'
import { type Migration, readMigration } from './migrationFiles.ts'
import { migrationsFolder, namesIn } from './pendingMigrations.ts'
import { openQueuePool } from './queuePool.ts'

/**
 * Milliseconds that a statement waits for a lock before the file is tried again. Its wait blocks later queries. It is much
 * less than `deadlock_timeout` of PostgreSQL (1 s), after which a process that waits for this file would get an error.
 */
const lockTimeoutMs = 200
const lockTries = 100
/** Lock not available, and deadlock. */
const isLocked = (code: string) => code === '55P03' || code === '40P01'
/** Id of the advisory lock of a process that migrates. Earlier versions of the product take the same lock. */
const lockId = 7_241_865_325_823_964n

interface Wanted {
  dir?: string
  /** Names of the files that may be applied; all by default. */
  only?: string[]
  /** Called after each batch of a data file. */
  report?: (progress: Progress) => void
}

/**
 * Applies the pending files of `dir` in their order and returns their names. A second process waits for the first one.
 * What is applied stays if a later file fails, because the previous release works with it; the next run goes on there.
 * Throws MigrationFailure with file, statement and PostgreSQL's hint.
 */
export async function migrate(databaseUrl: string, wanted: Wanted = {}): Promise<string[]> {
  const { dir = migrationsFolder, only } = wanted
  const names = namesIn(dir).filter((name) => only?.includes(name) ?? true)
  const pgPool = openQueuePool(databaseUrl, { max: 2, application_name: 'salento-migrate' })
  try {
    // Creates the tables of graphile-worker first, because files in `sql/` use graphile_worker.add_job.
    await runMigrations({ pgPool })
    const client = await pgPool.connect()
    try {
      await client.query(
        'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0; set lock_timeout = 0',
      )
      await client.query(`select pg_advisory_lock(${lockId})`)
      return await applied(client, dir, names, wanted)
    } finally {
      // `true` closes the connection, which also releases the lock.
      client.release(true)
    }
  } finally {
    await pgPool.end()
  }
}

async function applied(client: pg.PoolClient, dir: string, names: string[], { report = () => {} }: Wanted) {
  await client.query(`
    create table if not exists schema_migrations (
      id serial primary key, name varchar(255) not null, run_on timestamp not null
    )`)
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const before = new Set(rows.map(({ name }) => name))
  const pending = names.filter((name) => !before.has(name)).sort()
  for (const name of pending) {
    const migration = readMigration(dir, name)
    if (migration.kind === 'data') {
      await refuseOldProcesses(client, migration)
      await moveRows(client, migration, report)
    } else if (migration.kind === 'index') await buildIndexes(client, migration)
    if (migration.kind === 'schema') await changeSchema(client, migration)
    else await client.query(applies, [name])
  }
  return pending
}

const applies = 'insert into schema_migrations (name, run_on) values ($1, now())'

/** Tries again while another transaction holds a lock, because each wait makes later queries of the table wait, too. */
async function changeSchema(client: pg.PoolClient, { name, statements }: Migration): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}`)
      for (const statement of statements) await client.query(statement.text).catch(failureAt(name, statement))
      await client.query(applies, [name])
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback')
      if (!isLocked(codeOf(error)) || tries === lockTries) throw error
      await sleep(300)
    }
}

/** Builds each index again of which an interrupted run left only an unusable part. */
async function buildIndexes(client: pg.PoolClient, { name, statements }: Migration): Promise<void> {
  const { rows } = await client.query<{ index: string }>(
    `select indexrelid::regclass::text as index from pg_index where not indisvalid`,
  )
  for (const { index } of rows)
    if (statements.some(({ text }) => text.includes(` ${index} on `)))
      await client.query(`drop index concurrently if exists ${index}`)
  for (const statement of statements) await client.query(statement.text).catch(failureAt(name, statement))
}

async function refuseOldProcesses(client: pg.PoolClient, { name, stop }: Migration): Promise<void> {
  if (stop === null) return
  const { rows } = await client.query<{ name: string }>(`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and application_name ~ '^salento-(api|worker)'`)
  if (rows.length === 0) return
  throw new Error(`sql/${name}.sql: stop ${rows.map((row) => row.name).join(' and ')} first, because ${stop}`)
}
