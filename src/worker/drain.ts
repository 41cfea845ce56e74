import { Logger, runOnce } from 'graphile-worker'
import pg from 'pg'
import type { Runtime } from '../kernel/run.ts'
import { closeMail } from '../modules/integrations/module.ts'
import { tasks } from './tasks.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Runs all due jobs until none is left, for tests and the CLI. */
export async function drain(runtime: Runtime, databaseUrl: string): Promise<void> {
  const pgPool = new pg.Pool({ connectionString: databaseUrl, max: 3 })
  pgPool.on('error', () => {})
  pgPool.on('connect', (client) => void client.on('error', () => {}))
  try {
    await runOnce({
      pgPool,
      taskList: tasks(runtime, silent),
      noHandleSignals: true,
      logger: new Logger(() => () => {}),
    })
  } finally {
    closeMail(runtime.context)
    await pgPool.end()
  }
}
