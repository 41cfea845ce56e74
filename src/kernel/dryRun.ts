import type { Database, Sql, Tx } from '../platform/db.ts'
import type { Runtime } from './run.ts'

class TakenBack extends Error {}

/**
 * Runs `work` in one transaction, which commits if `work` returns `isKept` and otherwise rolls back (dry run). A
 * refused command inside `work` rolls back only its own writes.
 */
export async function inOneTransaction<T>(
  runtime: Runtime,
  work: (runtime: Runtime, tx: Tx) => Promise<{ isKept: boolean; value: T }>,
): Promise<T> {
  const ended: { value: T }[] = []
  try {
    await runtime.db.write.begin(async (tx) => {
      const sql = nested(tx)
      const db: Database = { ...runtime.db, read: sql, write: sql, replica: null, close: async () => {} }
      const { isKept, value } = await work({ ...runtime, db }, tx)
      ended.push({ value })
      if (!isKept) throw new TakenBack()
    })
  } catch (error) {
    if (!(error instanceof TakenBack)) throw error
  }
  const [end] = ended
  if (!end) throw new Error('the transaction ended before its work')
  return end.value
}

/** Returns the transaction as a pool whose `begin` opens a savepoint. */
function nested(tx: Tx): Sql {
  return new Proxy(tx, {
    get: (target, name) =>
      name === 'begin' ? target.savepoint.bind(target) : target[name as keyof typeof target],
  }) as unknown as Sql
}
