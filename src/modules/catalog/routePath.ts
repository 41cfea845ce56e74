import type { Sql, Tx } from '../../platform/db.ts'

export const routePathOf = (slug: string) => `/tratte/transfer-${slug}/`

/** Returns the slug in the path of a route's page; undefined for any other path. */
export const routeSlugIn = (path: string) => path.match(/^\/tratte\/transfer-([a-z0-9-]+)\/$/)?.[1]

/** Returns the route's path. If the route was deleted, returns the path of the route with `slug`, or null. */
export async function routePathOfId(
  sql: Sql | Tx,
  { routeId, slug }: { routeId: number; slug: string },
): Promise<string | null> {
  const [row] = await sql<[{ slug: string }?]>`
    select slug from route_prices where id = ${routeId} or slug = ${slug} order by id <> ${routeId} limit 1`
  return row ? routePathOf(row.slug) : null
}

/** Returns the paths of routes, also of inactive routes. Leaves out deleted routes. */
export async function routePathsOfIds(sql: Sql | Tx, ids: number[]): Promise<string[]> {
  const rows = await sql<{ slug: string }[]>`select slug from route_prices where id = any(${ids}) order by id`
  return rows.map(({ slug }) => routePathOf(slug))
}
