import { endExpired } from '../src/kernel/retention.ts'
import { purges } from '../src/modules/index.ts'
import type { Sql } from '../src/platform/db.ts'

/** Ends all expired rows of one scheduled task. Returns how many. */
export async function endExpiredOf(sql: Sql, name: keyof typeof purges): Promise<number> {
  return (await endExpired(sql, purges[name], { budgetMs: 600_000, isAsked: true })).ended
}
