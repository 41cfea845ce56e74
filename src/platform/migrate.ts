import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import type { Sql } from './db.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'sql')

/**
 * A migration that waits for a table holds up everybody who comes after it. So it waits this long, stands back, lets
 * them pass and comes again.
 */
const lockTimeoutMs = 1_000
const lockTries = 30

/**
 * Brings the database up to the newest file of `dir`, under an advisory lock, so that any number of processes may call
 * it at once, and while others serve. Answers the names of the files it applied; all of them or none.
 */
export async function migrate(databaseUrl: string, dir = folder): Promise<string[]> {
  const url = new URL(databaseUrl)
  const options = [url.searchParams.get('options'), `-c lock_timeout=${lockTimeoutMs}`]
  url.searchParams.set('options', options.filter(Boolean).join(' '))
  for (let tries = 1; ; tries++)
    try {
      return await applied(url.href, dir)
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03'
      if (!isLocked || tries === lockTries) throw error
      await sleep(500)
    }
}

async function applied(databaseUrl: string, dir: string): Promise<string[]> {
  // First: our tables and functions refer to graphile_worker.add_job.
  await runMigrations({ connectionString: databaseUrl })
  const migrations = await runner({
    databaseUrl,
    dir,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    log: () => {},
  })
  return migrations.map(({ name }) => name)
}

/** The files of `sql/` that this database has not seen; all of them where it is empty. */
export async function pendingMigrations(read: Sql): Promise<string[]> {
  const files = readdirSync(folder).map((file) => path.basename(file, '.sql'))
  const [there] = await read`select where to_regclass('schema_migrations') is not null`
  const rows = there ? await read<{ name: string }[]>`select name from schema_migrations` : []
  const applied = new Set(rows.map(({ name }) => name))
  return files.filter((name) => !applied.has(name)).sort()
}
