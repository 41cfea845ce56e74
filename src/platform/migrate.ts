import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import type pg from 'pg'
import { codeOf } from './log.ts'
import { migrationsFolder, namesIn } from './pendingMigrations.ts'
import { openQueuePool } from './queuePool.ts'

/** Milliseconds that a migration waits for a lock before it retries. Its wait blocks later queries. */
const lockTimeoutMs = 1_000
const lockTries = 30
const lockNotAvailable = '55P03'
/** Id of node-pg-migrate's advisory lock. Earlier versions of the product take the same lock. */
const lockId = 7_241_865_325_823_964n

interface Wanted {
  dir?: string
  /** Names of the files that may be applied; all by default. */
  only?: string[]
}

/**
 * Applies the pending files of `dir`, all or none, and returns their names. Several processes may call this function at
 * the same time. All settings are local to the transaction, because a pooler may change the session.
 */
export async function migrate(databaseUrl: string, wanted: Wanted = {}): Promise<string[]> {
  const pgPool = openQueuePool(databaseUrl, { max: 2, application_name: 'salento-migrate' })
  try {
    for (let tries = 1; ; tries++)
      try {
        return await applied(pgPool, wanted)
      } catch (error) {
        if (codeOf(error) !== lockNotAvailable || tries === lockTries) throw error
        await sleep(500)
      }
  } finally {
    await pgPool.end()
  }
}

async function applied(pgPool: pg.Pool, { dir = migrationsFolder, only }: Wanted): Promise<string[]> {
  const names = namesIn(dir).filter((name) => only?.includes(name) ?? true)
  // Creates the tables of graphile-worker first, because files in `sql/` use graphile_worker.add_job.
  await runMigrations({ pgPool })
  const client = await pgPool.connect()
  try {
    await client.query(`begin; set local lock_timeout = ${lockTimeoutMs}; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0; select pg_advisory_xact_lock(${lockId})`)
    const migrations = await runner({
      dbClient: client,
      dir,
      migrationsTable: 'schema_migrations',
      direction: 'up',
      // A release can bring a file with a lower number than one that this database has applied, because two branches
      // number their files independently.
      checkOrder: false,
      ignorePattern: `(?!(${names.join('|')})\\.sql$).*`,
      // With pending files the runner commits the transaction begun above; without any, the commit below ends it.
      singleTransaction: true,
      noLock: true,
      log: () => {},
    })
    await client.query('commit')
    client.release()
    return migrations.map(({ name }) => name)
  } catch (error) {
    // `true` closes the connection, which rolls back the transaction.
    client.release(true)
    throw error
  }
}
