import { languageWith } from './catalogs.ts'
import { type LanguageCode, languages } from './messages.ts'
import { italianPath, localPath } from './paths.ts'

export interface LocalAddress {
  lang: LanguageCode
  /** Path of the page as `italianPath` returns it. A path that belongs to no page is unchanged. */
  path: string
}

/** Returns the language of a URL's path, and the Italian path of its page. */
export function addressOf(urlPath: string): LocalAddress {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(\/.*)?$/is.exec(urlPath) ?? []
  const lang = languages.slice(1).find((one) => one === code.toLowerCase())
  if (!lang) return { lang: languages[0], path: urlPath }
  return { lang, path: (lang === code && italianPath(languageWith(lang).t, rest)) || urlPath }
}

/** Returns the page's URL path in each language of `slugs`. `pathOf` returns the Italian path for a slug. */
export const pathsOfSlugs = (
  slugs: Readonly<Record<string, string>> | undefined,
  pathOf: (slug: string) => string,
): string[] =>
  Object.entries(slugs ?? {}).map(([language, slug]) => localPath(languageWith(language).t, pathOf(slug)))
