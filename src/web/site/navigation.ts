export const navigation = [
  { href: '/', label: 'Home' },
  { href: '/tratte/', label: 'Tratte' },
  { href: '/aziende/', label: 'Aziende' },
  { href: '/prezzi/', label: 'Prezzi' },
  { href: '/contatti/', label: 'Contatti' },
]

/**
 * Returns `page` if the link leads to the current page, and `true` if it leads to the section that contains this page.
 */
export function currentOf(href: string, path: string): 'page' | 'true' | undefined {
  if (path === href || (href === '/' && path === '/home-2/')) return 'page'
  return href !== '/' && path.startsWith(href) ? 'true' : undefined
}
