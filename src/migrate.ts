import path from 'node:path'
import { runMigrations } from 'graphile-worker'
import { runner } from 'node-pg-migrate'

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
