export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/tratte/', label: 'Tratte' },
  { href: '/aziende/', label: 'Aziende' },
  { href: '/prezzi/', label: 'Prezzi' },
  { href: '/contatti/', label: 'Contatti' },
]

/** Returns `page` for a link to the current page and `true` for a link to its section. */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href || (href === '/' && path === '/home-2/')) return 'page'
  return href !== '/' && path.startsWith(href) ? 'true' : undefined
}
