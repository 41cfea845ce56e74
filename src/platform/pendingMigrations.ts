import { readdirSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from './db.ts'

// This file is apart from migrate.ts, so that API processes do not load the packages that apply migrations.

export const migrationsFolder = path.join(import.meta.dirname, '..', '..', 'sql')

/** Returns the names, without `.sql`, of the migrations in a folder, each of which begins with its number. */
export const namesIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((file) => /^\d{3}_/.test(file))
    .map((file) => path.basename(file, '.sql'))

/** Read at the start, because a deployment may add the files of the next version while this process runs. */
const names = namesIn(migrationsFolder)

export const missingMigrations = 'migrations are missing: npm run cli -- migrate'

/** Returns the names, without `.sql`, of the files in `sql/` that this database has not applied. */
export async function pendingMigrations(read: Sql): Promise<string[]> {
  const [there] = await read`select where to_regclass('schema_migrations') is not null`
  const rows = there ? await read<{ name: string }[]>`select name from schema_migrations` : []
  const applied = new Set(rows.map(({ name }) => name))
  return names.filter((name) => !applied.has(name)).sort()
}
