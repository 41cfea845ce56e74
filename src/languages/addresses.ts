import { languageWith } from './catalogs.ts'
import { type LanguageCode, languages } from './messages.ts'
import { italianPath } from './paths.ts'

export interface LocalAddress {
  lang: LanguageCode
  /** Italian path of the page, with the slugs of the language; the given path if no page has it. */
  path: string
}

/** Returns the language of a URL's path and the page that it names there. */
export function addressOf(urlPath: string): LocalAddress {
  const [, code = '', rest = ''] = /^\/([a-z]{2})(\/.*)?$/is.exec(urlPath) ?? []
  const lang = languages.slice(1).find((one) => one === code.toLowerCase())
  if (!lang) return { lang: languages[0], path: urlPath }
  return { lang, path: (lang === code && italianPath(languageWith(lang).t, rest)) || urlPath }
}
