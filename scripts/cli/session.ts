import type { Static } from '@sinclair/typebox'
import { inOneTransaction } from '../../src/kernel/dryRun.ts'
import { type Handler, type Message, program, type Query } from '../../src/kernel/message.ts'
import { nearest } from '../../src/kernel/nearest.ts'
import { type Runtime, run } from '../../src/kernel/run.ts'
import { createContext, handlers } from '../../src/modules/index.ts'
import { type Config, databaseUrlsOf, readConfig } from '../../src/platform/config.ts'
import { connectDatabase, type Tx } from '../../src/platform/db.ts'
import { startEmbedded } from '../postgres/embeddedPostgres.ts'
import { terminal, UsageError } from './output.ts'

/** Caller in the audit log for commands of the CLI. */
export const caller = program('cli')

/** Deadline of a call in milliseconds. Hashing a password may take seconds on a busy machine. */
const answerMs = 60_000

export interface Session {
  runtime: Runtime
  url: string
  config: Config
  /** Runs a call as a super admin. Checks the input as over HTTP, but applies no rate limits. */
  call<M extends Message>(message: M, input?: object): Promise<Static<M['output']>>
  /** Runs `work` in one transaction. Commits if `work` returns `isKept` true; otherwise rolls back (dry run). */
  inOneTransaction<T>(work: (session: Session, tx: Tx) => Promise<{ isKept: boolean; value: T }>): Promise<T>
}

/** Without DATABASE_URL, uses the embedded database, which is started for `work` if it is not running. */
export async function withSession(work: (session: Session) => Promise<void>): Promise<void> {
  const config = readConfig(terminal.env)
  const embedded = config.databaseUrl ? null : await startEmbedded({ dataDir: config.dataDir })
  const urls = databaseUrlsOf({ ...config, databaseUrl: config.databaseUrl ?? embedded?.url ?? null })
  // Prefers the direct URL, because migrations and the queue cannot use a pooler.
  const url = urls.directUrl ?? urls.url
  const database = await connectDatabase(urls, { name: 'salento-cli' })
  try {
    const context = createContext({ ...config, answerMs })
    await work(sessionOf({ db: database, context }, url, config))
  } finally {
    await database.close()
    if (embedded?.isStartedHere) await embedded.stop()
  }
}

function sessionOf(runtime: Runtime, url: string, config: Config): Session {
  return {
    runtime,
    url,
    config,
    call: (message, input = {}) => run(runtime, handlerOf(message), input, caller),
    inOneTransaction: (work) =>
      inOneTransaction(runtime, (inner, tx) => work(sessionOf(inner, url, config), tx)),
  }
}

type ListQuery<Row> = Query & { output: { static: { items: Row[]; totalPages: number } } }

/** Returns the rows of all pages of a list. */
export async function allOf<Row>(
  { call }: Pick<Session, 'call'>,
  message: ListQuery<Row>,
  input: object = {},
): Promise<Row[]> {
  const rows: Row[] = []
  for (let page = 1; ; page++) {
    const { items, totalPages } = await call(message, { ...input, page, limit: 100 })
    rows.push(...items)
    if (page >= totalPages) return rows
  }
}

/** Makes a dry run if `isKept` is false. */
export async function callOrRehearse<M extends Message>(
  session: Session,
  message: M,
  input: object,
  isKept: boolean,
): Promise<Static<M['output']>> {
  if (isKept) return session.call(message, input)
  return session.inOneTransaction(async (inner) => ({
    isKept: false,
    value: await inner.call(message, input),
  }))
}

function handlerOf<M extends Message>(message: M): Handler & { message: M } {
  const handler = handlers.find((one): one is Handler & { message: M } => one.message === message)
  if (!handler) throw new Error(`no module handles ${message.http}`)
  return handler
}

/** Returns the handler with a name such as `GET /api/routes/popular`. Throws UsageError if there is none. */
export function handlerNamed(http: string): Handler {
  const handler = handlers.find(({ message }) => message.http === http)
  if (handler) return handler
  const names = handlers.map(({ message }) => message.http)
  const [near] = nearest(http, names)
  const hint = near ? `; did you mean ${near}?` : '; see /api/openapi.json'
  throw new UsageError(`no call is named "${http}"${hint}`)
}
