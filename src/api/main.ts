import { createContext } from '../modules/index.ts'
import { ConfigError, readConfig } from '../platform/config.ts'
import { openDatabase } from '../platform/db.ts'
import { openLog, reasonOf } from '../platform/log.ts'
import { openApi } from './server.ts'

// The API process: any number of them serve one database. Stops gracefully on a signal, and when the process
// that started it is gone.

try {
  const config = readConfig()
  if (!config.databaseUrl)
    throw new ConfigError('DATABASE_URL is required; `npm start` brings its own database')
  const log = openLog(config.logLevel, 'api')
  const db = openDatabase(config.databaseUrl, { name: 'salento-api' })
  const app = await openApi(config, { db, context: createContext(config) }, log)

  let isStopping = false
  const stop = async (why: string, isAsked: boolean) => {
    if (isStopping) return
    isStopping = true
    log.info({ why }, 'stopping the process')
    setTimeout(() => process.exit(1), 9_000).unref()
    // Who works on the site waits for no proxy.
    if (isAsked && !config.isDevelopment) await app.leave()
    await app.close()
    await db.close()
    process.exit(0)
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop(signal, true))
  process.on('disconnect', () => void stop('parent gone', false))

  // The kernel shares connections among the processes that listen on one port so (SO_REUSEPORT). One alone does not: a
  // second start by mistake is told that the port is taken.
  const sharing = config.apiProcesses > 1 ? { reusePort: true } : {}
  await app.listen({ host: config.host, port: config.port, ...sharing })
  // `npm start` waits for it.
  if (process.connected) process.send?.('ready')
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : `api: ${reasonOf(error)}`)
  process.exit(1)
}
