import type { Sql, Tx } from '../platform/db.ts'

// The SQL of staff lists. `listInput` and `listOf` of field.ts are their input and output.

interface Asked {
  page: number
  limit: number
  sort?: string | undefined
}

/**
 * Returns `order by … limit … offset …`. `columns` maps each sort name to trusted SQL, never to the caller's input.
 * Rows with equal values are sorted by `id`, newest first, so the query must select `id`.
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

/** Returns the fields of a list reply other than its items. */
export function pages({ page, limit }: Asked, total: number) {
  return { page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

/** Escapes the search text into an `ilike '%…%'` pattern. Empty text matches all rows. */
export function likeOf(search: string | undefined): string {
  return `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
}
