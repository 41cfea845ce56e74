import type { Database, Sql, Tx } from '../platform/db.ts'
import type { Runtime } from './run.ts'

interface Ended<T> {
  isKept: boolean
  value: T
}

class RolledBack<T> extends Error {
  readonly value: T

  constructor(value: T) {
    super('dry run')
    this.value = value
  }
}

/** Runs `work` in what `begin` opens, which commits if `work` returns `isKept` and otherwise rolls back (dry run). */
export async function keptOrRolledBack<T>(
  work: (tx: Tx) => Promise<Ended<T>>,
  begin: (inside: (tx: Tx) => Promise<T>) => Promise<unknown>,
): Promise<T> {
  try {
    // The type of postgres.js for the result of `begin` and `savepoint` is not T itself (`inTransaction` in db.ts).
    return (await begin(async (tx) => {
      const { isKept, value } = await work(tx)
      if (!isKept) throw new RolledBack(value)
      return value
    })) as T
  } catch (error) {
    if (error instanceof RolledBack) return error.value
    throw error
  }
}

/** Runs `work` in one transaction (`keptOrRolledBack`). A refused command inside `work` rolls back only its own writes. */
export function inOneTransaction<T>(
  runtime: Runtime,
  work: (runtime: Runtime, tx: Tx) => Promise<Ended<T>>,
): Promise<T> {
  return keptOrRolledBack(
    (tx) => {
      const sql = nested(tx)
      const db: Database = {
        ...runtime.db,
        read: sql,
        write: sql,
        replica: null,
        isTransaction: true,
        close: async () => {},
      }
      return work({ ...runtime, db }, tx)
    },
    (inside) => runtime.db.write.begin(inside),
  )
}

/** Returns the transaction as a pool whose `begin` opens a savepoint. */
function nested(tx: Tx): Sql {
  return new Proxy(tx, {
    get: (target, name) =>
      name === 'begin' ? target.savepoint.bind(target) : target[name as keyof typeof target],
  }) as unknown as Sql
}
