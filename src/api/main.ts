import { createContext } from '../modules/index.ts'
import { ConfigError, databaseUrlsOf, readConfig } from '../platform/config.ts'
import { connectDatabase } from '../platform/db.ts'
import { openLog, reasonOf } from '../platform/log.ts'
import { patiently, whileUnable } from '../platform/patiently.ts'
import { missingMigrations, pendingMigrations } from '../platform/pendingMigrations.ts'
import { openApi } from './server.ts'

// Any number of API processes may share one database. A process stops on a signal, or when its parent ends.

try {
  const config = readConfig()
  const urls = databaseUrlsOf(config)
  const log = openLog(config.logLevel, 'api')
  // A restart of the whole machine may start the API before the database accepts connections.
  const db = await patiently(log, () => connectDatabase(urls, { name: 'salento-api' }))
  // The database may stop while the API reads its data.
  const open = () => openApi(config, { db, context: createContext(config) }, log)
  const app = await patiently(log, open, whileUnable()).catch(async (error) => {
    const pending = await pendingMigrations(db.read)
    if (pending.length === 0) throw error
    throw new ConfigError(missingMigrations, { cause: error })
  })

  let isStopping = false
  const stop = async (why: string, isAsked: boolean) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping the process')
    setTimeout(() => process.exit(1), 9_000).unref()
    // In development no proxy needs to notice the shutdown.
    if (isAsked && !config.isDevelopment) await app.leave()
    await app.close()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, true))
  process.on('disconnect', () => void stop('parent gone', false))

  // With SO_REUSEPORT processes share the port. A single process does not set it, so that a second start fails.
  const sharing = config.apiProcesses > 1 ? { reusePort: true } : {}
  await app.listen({ host: config.host, port: config.port, ...sharing })
  // `npm start` waits for this message.
  if (process.connected) process.send?.('ready')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `api: ${reasonOf(error)}`)
  process.exit(1)
}
