import type { Database, Sql, Tx } from '../platform/db.ts'
import type { Power } from './run.ts'

class TakenBack extends Error {}

/**
 * Everything that `work` does through the power it is given is one transaction: kept when it says so, else taken back,
 * which makes a dry run of whatever commands it runs. A command that is refused inside changes nothing, and the
 * transaction goes on. Reads see what was written before them; nothing outside the database is taken back.
 */
export async function asOne<T>(
  power: Power,
  work: (power: Power, tx: Tx) => Promise<{ isKept: boolean; value: T }>,
): Promise<T> {
  const ended: { value: T }[] = []
  try {
    await power.db.write.begin(async (tx) => {
      const sql = nested(tx)
      const db: Database = { read: sql, write: sql, close: async () => {} }
      const { isKept, value } = await work({ ...power, db }, tx)
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

/** The transaction as a pool: what begins a transaction in it gets a savepoint. */
function nested(tx: Tx): Sql {
  return new Proxy(tx, {
    get: (target, name) =>
      name === 'begin' ? target.savepoint.bind(target) : target[name as keyof typeof target],
  }) as unknown as Sql
}
