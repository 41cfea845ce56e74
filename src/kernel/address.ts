// How a call's address is written, the same in the browser, which sends it, and on the server, which caches by it.

/** Where HTTP sends a message: its path with the parameters of `input`, and what of the input is left. */
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

/** `?a=1&b=2`, '' without values: one spelling, by which answers are cached too. */
export function queryText(values: [name: string, value: unknown][]): string {
  const parts = values.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
  return parts.length > 0 ? `?${parts.join('&')}` : ''
}
