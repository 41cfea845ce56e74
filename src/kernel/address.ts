// Spells the URL of a call. The browser sends this URL and the server caches replies under it, so the two share this
// file.

/** Returns a call's path with its parameters filled in from `input`, and the remaining values of `input`. */
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

/** Returns `?a=1&b=2`, or '' without values. Cache keys rely on this one spelling. */
export function queryText(values: [name: string, value: unknown][]): string {
  const parts = values.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
