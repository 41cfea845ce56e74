import { queryText } from '../kernel/address.ts'
import { decodedText, encodedPath } from '../kernel/sitePath.ts'
import { languageWith } from '../languages/catalogs.ts'
import { type LanguageCode, languages } from '../languages/messages.ts'
import { localPath } from '../languages/paths.ts'

/** Returns the cache key: the canonical path and query, which is also the URL of most requests. */
export function keyOf({
  path,
  lang = languages[0],
  ...query
}: {
  path: string
  lang?: LanguageCode
}): string {
  const local = localPath(languageWith(lang).t, path)
  return (encodedPath(local) ?? encodeURIComponent(local)) + queryText(Object.entries(query))
}

export function splitUrl(url: string): { path: string; search: string; query: URLSearchParams } {
  const mark = url.indexOf('?')
  const raw = mark < 0 ? url : url.slice(0, mark)
  const search = mark < 0 ? '' : url.slice(mark + 1)
  return { path: decodedText(raw), search, query: new URLSearchParams(search) }
}
