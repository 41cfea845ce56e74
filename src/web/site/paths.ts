/** Returns the URL path of a route, which always has the prefix `transfer-`; a stored slug may lack it. */
export const routePath = (slug: string) =>
  `/tratte/${slug.startsWith('transfer-') ? slug : `transfer-${slug}`}/`

export type ListKind = 'prices' | 'routes'

const listPaths: Record<ListKind, string> = { prices: '/prezzi/', routes: '/tratte/' }

/** Returns the path of the list of all hubs, or of one page of the list of one hub. */
export const listPath = (kind: ListKind, hub = '', page = 1) =>
  listPaths[kind] + (hub && `da-${hub}/${page > 1 ? `${page}/` : ''}`)

interface Places {
  departure?: string | undefined
  destination?: string | undefined
}

const withPlaces = (path: string, { departure, destination }: Places) => {
  const query = new URLSearchParams({ ...(departure && { departure }), ...(destination && { destination }) })
  return query.size > 0 ? `${path}?${query}` : path
}

/** Returns the path of the page that contains the availability form, filled with the known places. */
export const requestPath = (places: Places) => withPlaces('/richiesta/', places)
export const quotePath = (places: Places) => withPlaces('/contatti/', places)

/** Returns the value that all elements share; undefined if the elements differ. */
export const commonOf = (values: string[]) => (new Set(values).size === 1 ? values[0] : undefined)

/** Returns the path of a canonical URL, because the path works on every domain that serves this site. */
export const pathOf = (canonicalUrl: string) => {
  const path = canonicalUrl.replace(/^https?:\/\/[^/]+/i, '')
  return /^\/(?![/\\])/.test(path) ? path : '/tratte/'
}
