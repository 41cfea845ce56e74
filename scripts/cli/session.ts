import { asOne } from '../../src/kernel/dryRun.ts'
import type { Caller, Handler } from '../../src/kernel/message.ts'
import { type Runtime, run } from '../../src/kernel/run.ts'
import { createContext, handlers } from '../../src/modules/index.ts'
import { type Config, readConfig } from '../../src/platform/config.ts'
import { openDatabase, type Tx } from '../../src/platform/db.ts'
import { startEmbedded } from '../postgres/embeddedPostgres.ts'
import { UsageError } from './output.ts'

/** The caller in the audit log: a super admin without an account. */
export const caller: Caller = {
  name: 'cli',
  address: null,
  admin: { id: 0, isSuperAdmin: true },
  idempotencyKey: null,
}

/** An open database and the product's calls on it. */
export interface Session {
  runtime: Runtime
  url: string
  config: Config
  /** Runs a call by its name, as HTTP would; returns what its contract declares. */
  call<O>(http: string, input?: object): Promise<O>
  /** Runs in one transaction; commits if `isKept` says so, otherwise rolls back (dry run). */
  asOne<T>(work: (session: Session, tx: Tx) => Promise<{ isKept: boolean; value: T }>): Promise<T>
}

/** Opens DATABASE_URL or the embedded database, which is started if needed and stopped again. */
export async function withSession(work: (session: Session) => Promise<void>): Promise<void> {
  const config = readConfig()
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir })
  const url = config.databaseUrl ?? embedded?.url ?? ''
  const database = openDatabase(url, { name: 'salento-cli' })
  try {
    await work(sessionOf({ db: database, context: createContext(config) }, url, config))
  } finally {
    await database.close()
    // A database that was already running keeps running.
    if (embedded?.isStartedHere) await embedded.stop()
  }
}

function sessionOf(runtime: Runtime, url: string, config: Config): Session {
  return {
    runtime,
    url,
    config,
    call: async <O>(http: string, input: object = {}) =>
      (await run(runtime, handlerOf(http), input, caller)) as O,
    asOne: (work) => asOne(runtime, (inner, tx) => work(sessionOf(inner, url, config), tx)),
  }
}

/** Runs a command; commits with `isKept`, otherwise rolls back (dry run). */
export async function callOrRehearse<O>(
  session: Session,
  http: string,
  input: object,
  isKept: boolean,
): Promise<O> {
  if (isKept) return session.call<O>(http, input)
  return session.asOne(async (inner) => ({ isKept: false, value: await inner.call<O>(http, input) }))
}

export function handlerOf(http: string): Handler {
  const handler = handlers.find(({ message }) => message.http === http)
  if (handler) return handler
  const names = handlers.map(({ message }) => message.http)
  const [last = ''] = http.split('/').slice(-1)
  const near = names.filter((name) => last.length > 3 && name.includes(last.replace(/s$/, ''))).slice(0, 5)
  const hint = near.length > 0 ? `; did you mean ${near.join(', ')}?` : '; see /api/openapi.json'
  throw new UsageError(`no call is named "${http}"${hint}`)
}
