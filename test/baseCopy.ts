import { execFileSync } from 'node:child_process'
import { cp, writeFile } from 'node:fs/promises'
import path from 'node:path'
import postgres from 'postgres'

/** Copies the data of a running server to the folder `to`, because the bundled PostgreSQL lacks pg_basebackup. */
export async function baseCopy(url: string, dataDir: string, to: string): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => {} })
  await sql`select pg_backup_start('copy', fast => true)`
  execFileSync('cp', ['-a', path.join(dataDir, 'postgres'), to])
  // Does not wait for the archive, which gets the last file only when the caller switches to a new file.
  const [label] = await sql<[{ labelfile: string }]>`select labelfile from pg_backup_stop(false)`
  await sql.end()
  await writeFile(path.join(to, 'backup_label'), label.labelfile)
  await cp(path.join(dataDir, 'postgres.json'), path.join(to, '..', 'postgres.json'))
}
