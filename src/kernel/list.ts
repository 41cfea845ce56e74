import type { Sql, Tx } from '../platform/db.ts'

// SQL of the panel's lists, whose contracts use `listInput` and `listOf` (field.ts).

interface Asked {
  page: number
  limit: number
  sort?: string | undefined
}

/**
 * Returns `order by … limit … offset …`. `columns` maps sort names to trusted SQL; rows without a value come last. The
 * query must select `id`. `filled` names the sorts whose column is never null: PostgreSQL then reads a page by an index,
 * but with `nulls last` it sorts the whole table. `tie` is trusted SQL that orders rows with the same value.
 */
export function pageOf(
  sql: Sql | Tx,
  { page, limit, sort }: Asked,
  columns: Record<string, string>,
  fallback: string,
  filled: readonly string[] = [],
  tie = 'id desc',
) {
  const asked = sort ?? fallback
  const isDown = asked.startsWith('-')
  const name = isDown ? asked.slice(1) : asked
  const column = columns[name]
  if (!column) throw new Error(`no column for the sort ${asked}`)
  const nulls = filled.includes(name) ? '' : 'nulls last'
  return sql`
    order by ${sql.unsafe(column)} ${sql.unsafe(isDown ? 'desc' : 'asc')} ${sql.unsafe(nulls)}, ${sql.unsafe(tie)}
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
