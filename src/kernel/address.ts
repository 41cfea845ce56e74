// Browser and server build URLs with the same functions, because the server caches each response under its exact URL.

/** Fills the path's parameters from `input` and returns the remaining values as `rest`. */
export function pathWith(
  http: string,
  input: object,
): { path: string; rest: [name: string, value: unknown][] } {
  const rest = new Map<string, unknown>(Object.entries(input).filter(([, value]) => value !== undefined))
  const path = http.slice(http.indexOf(' ') + 1).replace(/:(\w+)/g, (_, name: string) => {
    const value = rest.get(name)
    rest.delete(name)
    return encodeURIComponent(String(value))
  })
  return { path, rest: [...rest] }
}

/** Returns `?a=1&b=2`, or '' without values. Cache keys contain this text, so the order matters. */
export function queryText(values: [name: string, value: unknown][]): string {
  const parts = values.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}

/** The filter list EasyPrivacy blocks every request with `/google-analytics-` in its URL. */
const blocked = '/api/admin/google-analytics-configurations'
const unblocked = '/api/admin/measurement-configurations'

const replaced = (url: string, [from, to]: [from: string, to: string]) =>
  url.startsWith(from) ? to + url.slice(from.length) : url

/** Returns the URL that the panel sends for a URL of a contract. */
export const sentUrl = (url: string): string => replaced(url, [blocked, unblocked])

/** Returns the URL of a contract for a URL that the panel sends. */
export const contractUrl = (url: string): string => replaced(url, [unblocked, blocked])
