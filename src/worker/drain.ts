import { Logger, runOnce } from 'graphile-worker'
import type { Runtime } from '../kernel/run.ts'
import { closeMail } from '../modules/integrations/module.ts'
import { openQueuePool } from '../platform/queuePool.ts'
import { tasks } from './tasks.ts'

const silent = { info() {}, warn() {}, error() {} }

/** Runs due jobs until none is left. For tests and the CLI. */
export async function drain(runtime: Runtime, databaseUrl: string): Promise<void> {
  const pgPool = openQueuePool(databaseUrl, { max: 3 })
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
