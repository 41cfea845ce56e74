import type { SimpleKey, Translate } from './translate.ts'

// The code uses Italian paths. Links translate them into the visitor's language, and the server translates them back:
// `/prezzi/da-lecce/` is `/en/prices/from-lecce/`.

const pages: Record<string, SimpleKey> = {
  '/': 'path.home',
  '/tratte/': 'path.routes',
  '/prezzi/': 'path.prices',
  '/destinazioni/': 'path.places',
  '/risultati-ricerca/': 'path.results',
  '/richiesta/': 'path.request',
  '/richiesta/stato/': 'path.status',
  '/aziende/': 'path.business',
  '/contatti/': 'path.contacts',
  '/blog/': 'path.blog',
  '/recensioni/': 'path.reviews',
  '/recensione/': 'path.review',
  '/newsletter/': 'path.newsletter',
  '/newsletter/conferma/': 'path.newsletterConfirm',
  '/newsletter/disiscrizione/': 'path.newsletterEnd',
  '/privacy-policy/': 'path.privacy',
  '/termini-condizioni/': 'path.terms',
}

const longestFirst = (starts: string[]) => starts.sort((one, other) => other.length - one.length)
const italianStarts = longestFirst(Object.keys(pages))

/**
 * Translates the Italian path of a page. The slug must already be in the language, except for its Italian prefix `da-`
 * or `transfer-`. Returns a path that belongs to no page unchanged.
 */
export function localPath(t: Translate, italianPath: string): string {
  if (t.language === 'it') return italianPath
  const [start = '', end] = cut(italianPath, italianStarts)
  const key = pages[start]
  if (!key || (start === '/' && /^[^?#]/.test(end))) return italianPath
  const isList = start === '/tratte/' || start === '/prezzi/'
  const slug = isList ? end.replace(/^(?:transfer-|(da-))/, (_, da) => (da ? `${t('path.from')}-` : '')) : end
  return `/${t.language}${t(key)}${slug}`
}

/**
 * Returns the Italian path for a path without its `/en`; null if the language has no such page. In a slug, only the
 * prefix (`da-`, `transfer-`) becomes Italian.
 */
export function italianPath(t: Translate, path: string): string | null {
  const { starts, italianOf } = localPages.get(t) ?? localPagesOf(t)
  const [start, end] = cut(path, starts)
  const italian = italianOf.get(start)
  if (!italian || (italian === '/' && end !== '')) return null
  if (italian !== '/tratte/' && italian !== '/prezzi/') return italian + end
  const from = `${t('path.from')}-`
  if (end.startsWith(from)) return `${italian}da-${end.slice(from.length)}`
  return italian === '/tratte/' && end !== '' ? `/tratte/transfer-${end}` : italian + end
}

interface LocalPages {
  starts: string[]
  italianOf: Map<string, string>
}

/** Kept in memory, because the server looks up the path of each request whose response is not cached. */
const localPages = new WeakMap<Translate, LocalPages>()

function localPagesOf(t: Translate): LocalPages {
  const italianOf = new Map(Object.entries(pages).map(([italian, key]) => [t(key), italian]))
  const local = { starts: longestFirst([...italianOf.keys()]), italianOf }
  localPages.set(t, local)
  return local
}

/** Splits a path after the first matching prefix of `starts`, which must be sorted by length, longest first. */
function cut(path: string, starts: string[]): [start: string, end: string] {
  const start = starts.find((one) => path.startsWith(one)) ?? ''
  return [start, path.slice(start.length)]
}
