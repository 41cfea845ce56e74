import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import { closeMail } from '../modules/integrations/module.ts'
import type { Database } from '../platform/db.ts'
import { tasks } from './tasks.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Runs every job that is due, in this process, until none is left. For tests and the CLI. */
export async function drain({ db }: { db: Database }, databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 3 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await runOnce({
      pgPool,
      taskList: tasks(db, silent),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    })
  } finally {
    closeMail()
    await pgPool.end()
  }
}
