import { likeOf } from '../../../kernel/list.ts'
import type { Sql } from '../../../platform/db.ts'

/** Returns an SQL condition. Stored paths are encoded, so the condition also searches for the encoded text. */
export function hasText(sql: Sql, column: string, search = '') {
  const typed = sql`${sql(column)} ilike ${likeOf(search)}`
  return search.isWellFormed() ? sql`(${typed} or ${sql(column)} ilike ${likeOf(encodeURI(search))})` : typed
}
