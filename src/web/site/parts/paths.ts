/** Returns the path of a route, always with the prefix `transfer-`, which a stored slug may lack. */
export const routePath = (slug: string) =>
  `/tratte/${slug.startsWith('transfer-') ? slug : `transfer-${slug}`}/`

export type ListKind = 'prices' | 'routes'

const listPaths: Record<ListKind, string> = { prices: '/prezzi/', routes: '/tratte/' }

export const listPath = (kind: ListKind, hub = '', page = 1) =>
  listPaths[kind] + (hub && `da-${hub}/${page > 1 ? `${page}/` : ''}`)

/** Returns the path of a canonical URL, which works on every domain of this site; `/tratte/` for an invalid URL. */
export const pathOf = (canonicalUrl: string) => {
  const path = canonicalUrl.replace(/^https?:\/\/[^/]+/i, '')
  return /^\/(?![/\\])/.test(path) ? path : '/tratte/'
}
