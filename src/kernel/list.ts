import type { Sql, Tx } from '../platform/db.ts'

// The SQL side of staff lists; their input and output are `listInput` and `listOf` of field.ts.

interface Asked {
  page: number
  limit: number
  sort?: string | undefined
}

/**
 * `order by … limit … offset …` for what was asked. `columns` gives the SQL of each sort name, written by us and
 * never by the sender; rows of equal rank are told apart by `id`, which the query must have, newest first.
 */
export function pageOf(
  sql: Sql | Tx,
  { page, limit, sort }: Asked,
  columns: Record<string, string>,
  fallback: string,
) {
  const asked = sort ?? fallback
  const isDown = asked.startsWith('-')
  const column = columns[isDown ? asked.slice(1) : asked]
  if (!column) throw new Error(`no column for the sort ${asked}`)
  return sql`
    order by ${sql.unsafe(column)} ${sql.unsafe(isDown ? 'desc nulls last' : 'asc nulls last')}, id desc
    limit ${limit} offset ${(page - 1) * limit}`
}

/** What a list answers besides its items. */
export function pages({ page, limit }: Asked, total: number) {
  return { page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

/** What was typed, as the pattern of an `ilike` that finds it anywhere; without a search everything fits. */
export function likeOf(search: string | undefined): string {
  return `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
}
