import type { Sql, Tx } from '../platform/db.ts'

// SQL of the panel's lists, whose contracts use `listInput` and `listOf` (field.ts).

interface Asked {
  page: number
  limit: number
  sort?: string | undefined
}

/** SQL that is never null. PostgreSQL then reads a page by an index: with `nulls last` it sorts the whole table. */
interface NeverNull {
  neverNull: string
}

export const neverNull = (column: string): NeverNull => ({ neverNull: column })

/**
 * Returns `order by … limit … offset …`. `columns` maps sort names to trusted SQL; rows without a value come last. The
 * query must select `id`.
 */
export function pageOf(
  sql: Sql | Tx,
  { page, limit, sort }: Asked,
  columns: Record<string, string | NeverNull>,
  fallback: string,
) {
  const asked = sort ?? fallback
  const isDown = asked.startsWith('-')
  const column = columns[isDown ? asked.slice(1) : asked]
  if (!column) throw new Error(`no column for the sort ${asked}`)
  const way = isDown ? 'desc' : 'asc'
  const order = typeof column === 'string' ? `${column} ${way} nulls last` : `${column.neverNull} ${way}`
  return sql`
    order by ${sql.unsafe(order)}, id desc
    limit ${limit} offset ${(page - 1) * limit}`
}

export function pages({ page, limit }: Asked, total: number) {
  return { page, totalPages: Math.max(1, Math.ceil(total / limit)), total }
}

/** Returns the one page of a list that has no pages. */
export const whole = <T>(items: T[]) => ({ items, page: 1, totalPages: 1, total: items.length })

/** Escapes the text into an `ilike '%…%'` pattern. Empty text matches all rows. */
export function likeOf(search: string | undefined): string {
  return `%${(search ?? '').replace(/[\\%_]/g, '\\$&')}%`
}
