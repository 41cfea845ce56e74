import { createContext } from '../modules/index.ts'
import { ConfigError, databaseUrlsOf, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/db.ts'
import { openLog, reasonOf } from '../platform/log.ts'
import { patiently } from '../platform/patiently.ts'
import { startWorker } from './worker.ts'

// Any number of worker processes may share one database. A process stops on a signal or when its parent ends.

try {
  const config = readConfig()
  const urls = databaseUrlsOf(config)
  const log = openLog(config.logLevel, 'worker')
  const db = await patiently(log, () =>
    connectDatabase(urls, { name: 'salento-worker', connections: 12, isPlannedEachTime: true }),
  )
  const runtime = { db, context: createContext(config) }
  const worker = await startWorker(runtime, urls.directUrl ?? urls.url, log, config.workerQueues)

  let isStopping = false
  const stop = async (why: string) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping the process')
    setTimeout(() => process.exit(1), 9_500).unref()
    await worker.stop()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal))
  process.on('disconnect', () => void stop('parent gone'))
  log.info({}, 'started the worker')
  // `npm start` waits for this message.
  if (process.connected) process.send?.('ready')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `worker: ${reasonOf(error)}`)
  process.exit(1)
}
