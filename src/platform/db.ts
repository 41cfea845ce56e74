import { setTimeout as timer } from 'node:timers/promises'
import postgres from 'postgres'
import { readDatabaseUrl, type Server } from './databaseUrl.ts'
import { codeOf } from './log.ts'
import { openQueuePool } from './queuePool.ts'
import { socketToRole } from './roleSocket.ts'

export type Sql = postgres.Sql<{ bigint: number }>
export type Tx = postgres.TransactionSql<{ bigint: number }>

export interface Database {
  /** Refuses writes (SQLSTATE 25006). */
  read: Sql
  write: Sql
  /** Pool of a standby, whose data may be older than the primary's; null without DATABASE_READ_URL. */
  replica: Sql | null
  /** True if `read` and `write` are one open transaction (`inOneTransaction` in dryRun.ts), whose end commits. */
  isTransaction: boolean
  /** Listens over DATABASE_DIRECT_URL if it is set, because a pooler in transaction mode loses notifications. */
  listen: Sql['listen']
  close(): Promise<void>
}

/** Values of DATABASE_URL, DATABASE_DIRECT_URL and DATABASE_READ_URL. */
export interface DatabaseUrls {
  url: string
  directUrl: string | null
  readUrl: string | null
}

/** Returns the name of a column as rows have it: `updatedAt` for `updated_at`. */
export const fieldOf = postgres.toCamel

/** Undefined becomes null. The cast is needed because postgres.js types the parameter of `json` too narrowly. */
export function jsonb(sql: Sql | Tx, value: unknown) {
  return sql.json((value ?? null) as never)
}

/** Returns the transaction typed as a pool, for functions that take a pool but must see the transaction's writes. */
export function readerOf(tx: Sql | Tx): Sql {
  return tx as unknown as Sql
}

/**
 * Returns whether the database cannot answer now. SQLSTATEs: 08 connection, 53 no disk space, memory or connection
 * left, 55P03 lock timeout, 57014 statement timeout, 57P0 shutdown, 40P01 deadlock, 25006 standby that is being
 * promoted.
 */
export function isUnable(error: unknown): boolean {
  if (error instanceof Error && 'severity' in error && error.severity === 'FATAL') return true
  return /^(CONNECTION_|CONNECT_TIMEOUT|ECONN|EPIPE|ETIMEDOUT|ENOENT|08|25006|53|55P03|57014|57P0|40P01)/.test(
    codeOf(error),
  )
}

const pools = new WeakMap<object, Sql>()

/**
 * Returns the pool or transaction for work with a deadline: `check` runs before each statement and throws after the
 * deadline, so that the work ends with the statement in progress. The time limits of the connection end that one.
 */
export function checkedBefore<S extends Sql | Tx>(sql: S, check: () => void): S {
  const checked = new Proxy(sql, {
    apply(target, self, args) {
      check()
      return Reflect.apply(target as (...args: unknown[]) => unknown, self, args)
    },
  })
  pools.set(checked, readerOf(sql))
  return checked
}

/** Returns the pool itself, by which data are kept, instead of the one that `checkedBefore` returned. */
export const poolOf = (sql: Sql | Tx): Sql => pools.get(sql) ?? readerOf(sql)

/** The cast is needed because TypeScript does not reduce the UnwrapPromiseArray<T> of `begin` to T. */
export function inTransaction<T>(write: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return write.begin(work) as Promise<T>
}

/**
 * Runs `work` on the standby, or on the primary if the standby lags behind. Runs it again on the primary if the standby
 * fails and `canRepeat` returns true.
 */
export async function readUpToDate<T>(
  { read, replica }: Database,
  work: (read: Sql) => Promise<T>,
  canRepeat = () => true,
): Promise<T> {
  if (!replica || !(await isUpToDate(read, replica))) return work(read)
  try {
    return await work(replica)
  } catch (error) {
    // Errors of PostgreSQL and of the connection have a code; HttpError has none.
    if (codeOf(error) && canRepeat()) return work(read)
    throw error
  }
}

/** Maximum milliseconds to wait until the standby shows the last change. */
const catchUpMs = 100
/** Milliseconds for which a standby that did not answer is skipped. */
const restMs = 5_000
const restsUntil = new WeakMap<Sql, number>()

async function isUpToDate(read: Sql, replica: Sql): Promise<boolean> {
  const startedAt = performance.now()
  if ((restsUntil.get(replica) ?? 0) > startedAt) return false
  const [{ lsn }] = await read<[{ lsn: string }]>`select pg_current_wal_insert_lsn()::text as lsn`
  const ask = async () => {
    const [row] = await replica<[{ has: boolean | null }]>`
      select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn as has`
    return row.has === true
  }
  for (;;) {
    const left = startedAt + catchUpMs - performance.now()
    const silence = timer(Math.max(left, catchUpMs), null, { ref: false })
    const has = await Promise.race([ask().catch(() => null), silence])
    if (has === null) restsUntil.set(replica, performance.now() + restMs)
    if (has !== false) return has === true
    if (left <= 0) return false
    await timer(5)
  }
}

interface Options {
  name?: string
  connections?: number
  /** Multiplies all time limits. Tests set it, because a busy machine is slow. */
  patience?: number
  isPlannedEachTime?: boolean
  isPooled?: boolean
  isReplicaPooled?: boolean
}

/**
 * If DATABASE_DIRECT_URL is set, DATABASE_URL counts as a pooler. Otherwise this function asks the server
 * whether it is a pooler, and throws if the server does not answer.
 */
export async function connectDatabase(urls: DatabaseUrls, options: Options): Promise<Database> {
  const isPooled = urls.directUrl !== null || (await refusesSettings(urls.url))
  // A standby that does not answer must not prevent the start. The settings for a pooler suit any connection.
  const isReplicaPooled = urls.readUrl !== null && (await refusesSettings(urls.readUrl).catch(() => true))
  return openDatabase(urls, { ...options, isPooled, isReplicaPooled })
}

/** Returns true for a pooler, which refuses or ignores session settings. */
async function refusesSettings(url: string): Promise<boolean> {
  const pool = openQueuePool(url, { max: 1, statement_timeout: 4_321 })
  try {
    const client = await pool.connect()
    const { rows } = await client.query<{ timeout: string }>(
      "select current_setting('statement_timeout') as timeout",
    )
    client.release()
    return rows[0]?.timeout !== '4321ms'
  } catch (error) {
    // Protocol violation, by which PgBouncer refuses a setting that it does not know.
    if (codeOf(error) === '08P01') return true
    throw error
  } finally {
    await pool.end()
  }
}

/** Returns session settings of PostgreSQL, in milliseconds. */
function timeLimits(isReadOnly: boolean, patience: number) {
  return {
    statement_timeout: (isReadOnly ? 5_000 : 30_000) * patience,
    lock_timeout: 5_000 * patience,
    idle_in_transaction_session_timeout: 10_000 * patience,
  }
}

/**
 * Column names become camelCase; keys inside jsonb do not. Queries return a bigint as number, a numeric or date
 * as text. Set `isPlannedEachTime` for tables that grow and shrink like a queue, because a cached plan for few
 * rows is slow for many rows. Set `isPooled` or `isReplicaPooled` for a pooler: each transaction then sets its
 * own settings, and no statement is prepared.
 */
export function openDatabase(
  urls: string | DatabaseUrls,
  {
    name = 'salento',
    connections = 8,
    patience = 1,
    isPlannedEachTime = false,
    isPooled = false,
    isReplicaPooled = false,
  }: Options = {},
): Database {
  const { url, directUrl, readUrl } =
    typeof urls === 'string' ? { url: urls, directUrl: null, readUrl: null } : urls
  const connectSeconds = 2 * patience
  const open = (address: string, isReadOnly: boolean, isBare: boolean) => {
    const limits = timeLimits(isReadOnly, patience)
    const { role, options, ...access } = readDatabaseUrl(address)
    const pool = postgres({
      ...hostOf(access),
      ...(access.hosts.length > 1 ? { socket: socketToRole(address, connectSeconds) } : {}),
      target_session_attrs: role ?? undefined,
      max: connections,
      connect_timeout: connectSeconds,
      idle_timeout: 60,
      prepare: !isBare,
      // Without a delay postgres.js reconnects in a busy loop while the server is unavailable.
      backoff: (tries: number) => Math.min(0.05 * 2 ** tries, 1),
      onnotice: () => {},
      types: {
        bigint: {
          to: 20,
          from: [20],
          parse: (text: string) => Number(text),
          serialize: (value: number) => String(value),
        },
        date: { to: 1082, from: [1082], parse: (text: string) => text, serialize: (text: string) => text },
      },
      transform: { column: { from: fieldOf, to: postgres.fromCamel }, undefined: null },
      connection: {
        application_name: name,
        ...(options ? { options } : {}),
        ...(isBare
          ? {}
          : {
              ...limits,
              ...(isReadOnly ? { default_transaction_read_only: true } : {}),
              ...(isPlannedEachTime ? { plan_cache_mode: 'force_custom_plan' as const } : {}),
            }),
      },
    }) as unknown as Sql
    return isBare ? inOwnTransactions(pool, isReadOnly, limits) : pool
  }
  const read = open(url, true, isPooled)
  const write = open(url, false, isPooled)
  const replica = readUrl === null ? null : open(readUrl, true, isReplicaPooled)
  const direct = directUrl === null ? read : open(directUrl, false, true)
  return {
    read,
    write,
    replica,
    isTransaction: false,
    listen: (...args) => direct.listen(...args),
    close: async () => {
      const pools = new Set([read, write, direct, ...(replica ? [replica] : [])])
      await Promise.all([...pools].map((pool) => pool.end({ timeout: 5 })))
    },
  }
}

/** A host that starts with `/` is the folder of PostgreSQL's Unix socket. */
function hostOf({ hosts: [first], user, password, database, ssl }: Omit<Server, 'role' | 'options'>) {
  return {
    ...first,
    path: first?.host.startsWith('/') ? `${first.host}/.s.PGSQL.${first.port}` : undefined,
    ...(user ? { user } : {}),
    ...(password ? { password } : {}),
    ...(database ? { database } : {}),
    ssl,
  }
}

type Begin = (options: string, work: (tx: Tx) => Promise<unknown>) => Promise<unknown>

/** A pooler keeps no session settings, so each transaction sets its own, and each single query runs in a transaction. */
function inOwnTransactions(pool: Sql, isReadOnly: boolean, limits: Record<string, number>): Sql {
  const settings = Object.entries(limits)
    .map(([name, ms]) => `set local ${name} = ${ms}`)
    .join(';')
  const begin: Begin = (options, work) =>
    pool.begin(options || (isReadOnly ? 'read only' : ''), (tx) => {
      tx.unsafe(settings).execute()
      return work(tx as unknown as Tx)
    })
  /** Returns the query, to be awaited in a transaction of its own or to be a part of another query. */
  const alone = <T>(query: T, inside: (tx: Tx) => Promise<unknown>): T =>
    query instanceof Promise ? awaitedAs(query, () => begin('', inside)) : query
  const own: Partial<Record<string | symbol, unknown>> = {
    begin: (...args: [Parameters<Begin>[1]] | Parameters<Begin>) =>
      args.length === 1 ? begin('', args[0]) : begin(...args),
    unsafe: (...args: Parameters<Sql['unsafe']>) => alone(pool.unsafe(...args), (tx) => tx.unsafe(...args)),
  }
  return new Proxy(pool, {
    apply: (target, self, args) =>
      alone(Reflect.apply(target, self, args), (tx) => Reflect.apply(tx, undefined, args)),
    get: (target, name) => own[name] ?? target[name as keyof typeof target],
  })
}

/** Returns the promise, which resolves as `run` does when somebody awaits it. `run` then runs once. */
function awaitedAs<P extends Promise<unknown>>(promise: P, run: () => Promise<unknown>): P {
  let result: Promise<unknown> | null = null
  return new Proxy(promise, {
    get(target, name) {
      const value = Reflect.get(target, name, target)
      if (name !== 'then' && name !== 'catch' && name !== 'finally') return value
      result ??= run()
      return Reflect.get(result, name).bind(result)
    },
  })
}
