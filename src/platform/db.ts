import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Tx = postgres.TransactionSql<{ bigint: number }>

export interface Database {
  /** Pool that refuses writes (SQLSTATE 25006). */
  read: Sql
  write: Sql
  close(): Promise<void>
}

/**
 * Converts a value to jsonb; undefined becomes null. The library's type accepts only values that are provably JSON,
 * hence the cast.
 */
export function jsonb(sql: Sql | Tx, value: unknown) {
  return sql.json((value ?? null) as never)
}

/** Queries called with the result see the transaction's writes. */
export function readerOf(tx: Sql | Tx): Sql {
  return tx as unknown as Sql
}

/** Runs `work` in a transaction. The library's type of `begin` also covers arrays, hence the cast. */
export function inTransaction<T>(write: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return write.begin(work) as Promise<T>
}

/**
 * Opens a read and a write pool. Column names become camelCase (keys inside jsonb do not), bigint a number, numeric and
 * date text, timestamptz a Date. Set `isPlannedEachTime` for queue-like tables, because a cached plan made for a few
 * rows would also be used for a hundred thousand.
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
      // postgres.js would otherwise reconnect in a busy loop while the server is unavailable.
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
