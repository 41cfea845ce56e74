// Paths are stored, compared and sent in one form: percent-encoded UTF-8, which browsers leave unchanged.

/** Characters that no path may contain. Browsers drop tabs and line breaks, and treat a backslash as a slash. */
const forbidden = /[\p{Cc}\\]/u

/** Placeholder for the site's origin, because browsers resolve a path in the same way on every origin. */
const anyOrigin = 'https://site.invalid'

/** Returns the stored form of a path or URL; null if it is invalid or leads to another site. */
export function sitePath(text: string, siteOrigin: string): string | null {
  if (forbidden.test(text) || !URL.canParse(text, siteOrigin)) return null
  const { origin, pathname } = new URL(text, siteOrigin)
  if (origin !== siteOrigin) return null
  try {
    return encodedPath(decodeURIComponent(pathname))
  } catch {
    return null
  }
}

/** Returns the stored form of a path as browsers resolve it, without query; null for a full URL or an invalid path. */
export function storedForm(path: string): string | null {
  return sitePath(path, anyOrigin)
}

/** Returns the percent-encoded path; null if it has forbidden characters or browsers would resolve it differently. */
export function encodedPath(decoded: string): string | null {
  if (forbidden.test(decoded) || !decoded.isWellFormed()) return null
  const path = encodeURI(decoded).replace(/[?#]/g, encodeURIComponent)
  const isItself = URL.canParse(path, anyOrigin) && new URL(path, anyOrigin).href === anyOrigin + path
  return isItself ? path : null
}

/** Returns the `Location` of a redirect: the path with the query of `url`. */
export function withQuery(path: string, url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return path
  const target = new URL(path, anyOrigin)
  target.search = url.slice(mark)
  return target.pathname + target.search
}
