import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Tx = postgres.TransactionSql<{ bigint: number }>

export interface Database {
  /** A pool that refuses writes (SQLSTATE 25006). */
  read: Sql
  write: Sql
  close(): Promise<void>
}

/**
 * Returns a jsonb parameter. Undefined becomes null. The cast is needed because the library's type accepts only values
 * that are provably JSON.
 */
export function jsonb(sql: Sql | Tx, value: unknown) {
  return sql.json((value ?? null) as never)
}

/**
 * Returns the transaction with the type of the pool, so that queries called with it see its writes. Only the types
 * differ.
 */
export function readerOf(tx: Tx): Sql {
  return tx as unknown as Sql
}

/** Runs the work in one transaction. The cast is needed because the library's type of `begin` also covers arrays. */
export function inTransaction<T>(write: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return write.begin(work) as Promise<T>
}

/**
 * Opens a read and a write pool. Column names become camelCase (keys inside jsonb do not), bigint a number, numeric and
 * date text, timestamptz a Date. Set `isPlannedEachTime` for queue-like tables, because a cached plan that was made for
 * a few rows scans a hundred thousand.
 */
export function openDatabase(
  url: string,
  { name = 'salento', connections = 8, connectSeconds = 2, isPlannedEachTime = false } = {},
): Database {
  const open = (isReadOnly: boolean) =>
    postgres(url, {
      max: connections,
      connect_timeout: connectSeconds,
      idle_timeout: 60,
      // Without a delay postgres.js would reconnect in a busy loop while the server is unavailable.
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
      transform: { column: { from: postgres.toCamel, to: postgres.fromCamel }, undefined: null },
      connection: {
        application_name: name,
        statement_timeout: isReadOnly ? 5_000 : 30_000,
        lock_timeout: 5_000,
        idle_in_transaction_session_timeout: 10_000,
        ...(isPlannedEachTime ? { plan_cache_mode: 'force_custom_plan' as const } : {}),
        ...(isReadOnly ? { default_transaction_read_only: true } : {}),
      },
    }) as unknown as Sql
  const read = open(true)
  const write = open(false)
  return {
    read,
    write,
    close: async () => {
      await Promise.all([read.end({ timeout: 5 }), write.end({ timeout: 5 })])
    },
  }
}
