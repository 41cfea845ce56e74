import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startEmbedded } from '../scripts/postgres/embeddedPostgres.ts'
import type { Runtime } from '../src/kernel/run.ts'
import { createContext } from '../src/modules/index.ts'
import { readConfig } from '../src/platform/config.ts'
import { type Database, openDatabase } from '../src/platform/db.ts'
import { migrate } from '../src/platform/migrate.ts'

export interface BenchDatabase extends AsyncDisposable {
  db: Database
  runtime: Runtime
  url: string
  dataDir: string
}

/** Starts a separate PostgreSQL and runs all migrations. Disposal stops the server and deletes its files. */
export async function openBenchDatabase(
  options?: Parameters<typeof openDatabase>[1],
): Promise<BenchDatabase> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'salento-bench-'))
  const embedded = await startEmbedded({ dataDir })
  await migrate(embedded.url)
  const db = openDatabase(embedded.url, options)
  const config = readConfig({
    DATABASE_URL: embedded.url,
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    SITE_URL: 'https://www.salento.example',
  })
  return {
    db,
    runtime: { db, context: createContext(config) },
    url: embedded.url,
    dataDir,
    async [Symbol.asyncDispose]() {
      await db.close()
      await embedded.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
