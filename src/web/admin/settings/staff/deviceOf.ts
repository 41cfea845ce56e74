/** Returns for example `Chrome su Android`. */
export function deviceOf(userAgent: string | null): string {
  const text = userAgent ?? ''
  const browser = text.match(/Edg|OPR|Firefox|Chrome|Safari/)?.[0] ?? 'Programma'
  const system = text.match(/Android|iPhone|iPad|Windows|Mac OS|Linux/)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', OPR: 'Opera' }
  return `${names[browser] ?? browser}${system ? ` su ${system}` : ''}`
}
