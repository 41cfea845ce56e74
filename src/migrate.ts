import { readdirSync } from 'node:fs'
import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'
import type { Sql } from './db.ts'

const folder = path.join(import.meta.dirname, '..', 'sql')

/**
 * Brings the database up to the newest file of `sql/`, under an advisory lock, so that any number of processes
 * may call it at once. Answers the names of the files it applied.
 */
export async function migrate(databaseUrl: string): Promise<string[]> {
  // First: our tables and functions refer to graphile_worker.add_job.
  await runMigrations({ connectionString: databaseUrl })
  const applied = await runner({
    databaseUrl,
    dir: folder,
    migrationsTable: 'schema_migrations',
    direction: 'up',
    singleTransaction: true,
    advisoryLockMode: 'wait',
    log: () => {},
  })
  return applied.map(({ name }) => name)
}

/** The files of `sql/` that this database has not seen; all of them where it is empty. */
export async function pendingMigrations(read: Sql): Promise<string[]> {
  const files = readdirSync(folder).map((file) => path.basename(file, '.sql'))
  const [there] = await read`select where to_regclass('schema_migrations') is not null`
  const rows = there ? await read<{ name: string }[]>`select name from schema_migrations` : []
  const applied = new Set(rows.map(({ name }) => name))
  return files.filter((name) => !applied.has(name)).sort()
}
