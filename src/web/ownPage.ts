import type { PageData } from './pageData.ts'

// The server's data are in a script element, which translators and extensions leave alone.

let page: PageData | null = null

/** Returns the data that the server put into the document; null in the panel, whose document has none. */
export function ownPage(): PageData | null {
  page ??= JSON.parse(document.getElementById('page')?.textContent ?? 'null')
  return page
}

/** Returns the language in which the server sent the page. A translator changes the `lang` of the document. */
export const pageLanguage = (): string => ownPage()?.language ?? 'it'
