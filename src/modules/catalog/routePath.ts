import type { Sql, Tx } from '../../platform/db.ts'

/** A route's page on the site. */
export const routePathOf = (slug: string) => `/tratte/transfer-${slug}/`

/** Where a route stands now, or else the route that has taken its slug; null when there is neither. */
export async function routePathOfId(
  sql: Sql | Tx,
  { routeId, slug }: { routeId: number; slug: string },
): Promise<string | null> {
  const [row] = await sql<[{ slug: string }?]>`
    select slug from route_prices where id = ${routeId} or slug = ${slug} order by id <> ${routeId} limit 1`
  return row ? routePathOf(row.slug) : null
}

/** The addresses of routes that still are, active or not. */
export async function routePathsOfIds(sql: Sql | Tx, ids: number[]): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`select slug from route_prices where id = any(${ids}) order by id`
  return rows.map(({ slug }) => routePathOf(slug))
}
