import type { Sql, Tx } from '../../../platform/db.ts'
import { bringTo } from './beginAndEnd.ts'

export { isDay, romanDay } from './romanDay.ts'

class TakeBack extends Error {}

/**
 * What `look` sees when all price lists have begun and ended as they will until that day, by the same code that the
 * worker runs; then everything is taken back, and nobody else has seen any of it.
 */
export async function withPricesOn<T>(tx: Tx, day: string, look: (sql: Sql) => Promise<T>): Promise<T> {
  let seen: { it: T } | undefined
  try {
    await tx.savepoint(async (inner) => {
      await bringTo(inner, day)
      seen = { it: await look(inner as unknown as Sql) }
      throw new TakeBack()
    })
  } catch (error) {
    if (!(error instanceof TakeBack)) throw error
  }
  if (!seen) throw new Error('nothing was looked at')
  return seen.it
}
