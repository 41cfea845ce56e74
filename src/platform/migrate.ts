import { readdirSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import type { Sql } from './db.ts'

const folder = path.join(import.meta.dirname, '..', '..', 'sql')

/**
 * A migration that waits for a lock blocks every later query on the table, so it gives up after these ms and retries.
 */
const lockTimeoutMs = 1_000
const lockTries = 30

interface Wanted {
  dir?: string
  /** Maximum number of pending files to apply; all by default. */
  count?: number
}

/**
 * Applies the pending files of `dir`, all or none, and returns their names. An advisory lock allows any number of
 * processes to call it at the same time, even while others answer HTTP requests.
 */
export async function migrate(databaseUrl: string, wanted: Wanted = {}): Promise<string[]> {
  const url = new URL(databaseUrl)
  const options = [url.searchParams.get('options'), `-c lock_timeout=${lockTimeoutMs}`]
  url.searchParams.set('options', options.filter(Boolean).join(' '))
  for (let tries = 1; ; tries++)
    try {
      return await applied(url.href, wanted)
    } catch (error) {
      const isLocked = error instanceof Error && 'code' in error && error.code === '55P03'
      if (!isLocked || tries === lockTries) throw error
      await sleep(500)
    }
}

async function applied(
  databaseUrl: string,
  { dir = folder, count = Number.POSITIVE_INFINITY }: Wanted,
): Promise<string[]> {
  // The product's tables and functions refer to graphile_worker.add_job.
  await runMigrations({ connectionString: databaseUrl })
  const migrations = await runner({
    databaseUrl,
    dir,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    count,
    singleTransaction: true,
    advisoryLockMode: 'wait',
    log: () => {},
  })
  return migrations.map(({ name }) => name)
}

/** Returns the files in `sql/` that this database has not applied. */
export async function pendingMigrations(read: Sql): Promise<string[]> {
  const files = readdirSync(folder).map((file) => path.basename(file, '.sql'))
  const [there] = await read`select where to_regclass('schema_migrations') is not null`
  const rows = there ? await read<{ name: string }[]>`select name from schema_migrations` : []
  const applied = new Set(rows.map(({ name }) => name))
  return files.filter((name) => !applied.has(name)).sort()
}
