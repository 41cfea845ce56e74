// Paths are stored, compared and sent in one form: percent-encoded UTF-8, which browsers leave unchanged.

/** Characters that no path may contain. Browsers drop tabs and line breaks, and treat a backslash as a slash. */
const forbidden = /[\p{Cc}\\]/u

/**
 * Returns the text that escapes such as `%C3%A9` stand for. Old sites escaped letters in Windows-1252: bytes that are no
 * UTF-8 are read so (`%E9` is `é`). A `%` that begins no escape stays.
 */
export function decodedText(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text.replaceAll(/(?:%[0-9a-f]{2})+/gi, textOfBytes)
  }
}

function textOfBytes(escapes: string): string {
  const bytes = Buffer.from(escapes.replaceAll('%', ''), 'hex')
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Returns a URL whose path can be decoded: `/perch%E9/?q=1` becomes `/perch%C3%A9/?q=1`. */
export function decodableUrl(url: string): string {
  if (!url.includes('%')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  if (isDecodable(path)) return url
  const parts = path
    .split('/')
    .map((part) => (isDecodable(part) ? part : encodeURIComponent(decodedText(part))))
  return parts.join('/') + url.slice(path.length)
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

/** Placeholder for the site's origin, because browsers resolve a path in the same way on every origin. */
const anyOrigin = 'https://site.invalid'

/** Returns the stored form of a path or URL; null if it is invalid or leads to another site. */
export function sitePath(text: string, siteOrigin: string): string | null {
  const url = siteUrl(text, siteOrigin)
  return url && isDecodable(url.pathname) ? encodedPath(decodeURIComponent(url.pathname)) : null
}

/** Returns the URL of a path or URL on this site; null if it is invalid or leads to another site. */
export function siteUrl(text: string, siteOrigin: string): URL | null {
  const url = forbidden.test(text) ? null : URL.parse(text, siteOrigin)
  return url?.origin === siteOrigin ? url : null
}

/**
 * Returns the percent-encoded path; null if it has forbidden characters or browsers would resolve it differently. `asked`
 * paths may contain control characters, because a visitor can ask for `/%00/`; no link leads to such a path.
 */
export function encodedPath(decoded: string, as: 'link' | 'asked' = 'link'): string | null {
  const wrong = as === 'asked' ? /\\/ : forbidden
  if (wrong.test(decoded) || !decoded.isWellFormed()) return null
  const path = encodeURI(decoded).replace(/[?#]/g, encodeURIComponent)
  const isItself = URL.canParse(path, anyOrigin) && new URL(path, anyOrigin).href === anyOrigin + path
  return isItself ? path : null
}

/**
 * Returns the `Location` of a redirect: the target with the query of `url`. The target keeps its own parameters and its
 * fragment; a parameter of `url` with the name of one of these is dropped.
 */
export function withQuery(target: string, url: string): string {
  const mark = url.indexOf('?')
  if (mark < 0) return target
  const location = new URL(target, anyOrigin)
  const own = new Set(parametersOf(location.search).map(({ name }) => name))
  const others = parametersOf(url.slice(mark)).filter(({ name }) => !own.has(name))
  // A target without a query gets that of `url` as it is.
  const added = own.size === 0 ? url.slice(mark + 1) : others.map(({ text }) => text).join('&')
  location.search = [location.search.slice(1), added].filter(Boolean).join('&')
  return location.pathname + location.search + location.hash
}

export interface Parameter {
  name: string
  value: string
  /** As it stands in the query. */
  text: string
}

/** Returns the parameters of a query such as `?a=1&b=2`. */
export function parametersOf(query: string): Parameter[] {
  const parts = query.replace(/^\?/, '').split('&').filter(Boolean)
  return parts.map((text) => {
    const [name = '', ...rest] = text.replaceAll('+', ' ').split('=')
    return { name: decodedText(name), value: decodedText(rest.join('=')), text }
  })
}
