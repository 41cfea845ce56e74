// The first name that the user agent contains counts. Chrome’s user agent also contains `Safari`, and Edge’s `Chrome`.
const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['SamsungBrowser', 'Samsung Internet'],
  ['FxiOS', 'Firefox'],
  ['Firefox', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = ['Android', 'iPhone', 'iPad', 'Windows', 'Mac OS', 'Linux']

/** Returns for example `Chrome su Android`. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = browsers.find(([part]) => text.includes(part))?.[1] ?? 'Programma'
  const system = systems.find((name) => text.includes(name))
  return `${browser}${system ? ` su ${system}` : ''}`
}
