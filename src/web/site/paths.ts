/** Slugs are stored with and without the prefix; the address always has it. */
export const routePath = (slug: string) =>
  `/tratte/${slug.startsWith('transfer-') ? slug : `transfer-${slug}`}/`

/** The part of a canonical address that leads there from any host that serves this site. */
export const pathOf = (canonicalUrl: string) => {
  const path = canonicalUrl.replace(/^https?:\/\/[^/]+/i, '')
  return /^\/(?![/\\])/.test(path) ? path : '/tratte/'
}
