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
