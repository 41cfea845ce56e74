export const navigation = [
  { href: '/', label: 'nav.home' },
  { href: '/tratte/', label: 'nav.routes' },
  { href: '/aziende/', label: 'nav.business' },
  { href: '/prezzi/', label: 'nav.prices' },
  { href: '/contatti/', label: 'nav.contacts' },
] as const

/** Returns `page` for a link to the current page and `true` for a link to its section. */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href || (href === '/' && path === '/home-2/')) return 'page'
  return href !== '/' && path.startsWith(href) ? 'true' : undefined
}
