import postgres from 'postgres'

export type Sql = postgres.Sql<{ bigint: number }>
export type Tx = postgres.TransactionSql<{ bigint: number }>

export interface Database {
  /** Refuses to write (SQLSTATE 25006). */
  read: Sql
  write: Sql
  close(): Promise<void>
}

/** A value as a jsonb parameter; undefined counts as null. The library's own type admits only what it can prove to be JSON. */
export function jsonb(sql: Sql | Tx, value: unknown) {
  return sql.json((value ?? null) as never)
}

/**
 * Returns the transaction as what queries read from, so that they see its own writes. The library types the two apart,
 * although both run the same statements.
 */
export function readerOf(tx: Tx): Sql {
  return tx as unknown as Sql
}

/** Runs the work in one transaction. The library types the result of `begin` for arrays of statements as well. */
export function inTransaction<T>(write: Sql, work: (tx: Tx) => Promise<T>): Promise<T> {
  return write.begin(work) as Promise<T>
}

/**
 * Two pools on one address. Column names arrive in camelCase (keys inside jsonb stay as they are), bigint as
 * number, numeric and date as text, timestamptz as Date. `isPlannedEachTime` is for tables that fill and empty while a
 * statement is kept: a plan made for a handful of rows reads a hundred thousand from end to end.
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
      // Without a pause postgres.js reconnects in a busy loop while the server is gone.
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
