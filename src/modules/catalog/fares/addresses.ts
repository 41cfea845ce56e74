import type { PlaceSearch, SearchablePlace } from '../placeSearch.ts'

/** Not a town, though an address ends in it. */
const regions = /^(italia|italy|italien|italie|puglia|apulia|salento)$/i

/**
 * Returns the place that a text names, or else the place that it lies in if it is an address:
 * `Masseria San Domenico, Savelletri`, `Via Roma 5, 73014 Gallipoli (LE)`, `Hotel Costa Gallipoli`.
 */
export function placeNamed(
  search: PlaceSearch,
  text: string,
): { place: SearchablePlace; isAddress: boolean } | null {
  if (text.length < charsMin) return null
  const whole = search.best(text)
  if (whole) return { place: whole, isAddress: false }
  const town = townOf(search, text)
  return town ? { place: town, isAddress: true } : null
}

const charsMin = 3
/** Names of places have at most so many words. */
const wordsMax = 5

function townOf(search: PlaceSearch, text: string): SearchablePlace | undefined {
  const parts = text
    .split(/[,;–]|\s-\s/)
    .map((part) =>
      part
        .replace(/\([^)]*\)|\b\d{5}\b/g, ' ')
        .replace(/\s(LE|BR|TA|BA|BT|FG)\s*$/, '')
        .trim(),
    )
    .filter((part) => part.length >= charsMin && !regions.test(part))
  for (const part of parts.slice(1).reverse()) {
    const found = search.best(part)
    if (found) return found
  }
  // Without a comma only a name that is written out counts: a street may be called like half of a town.
  const words = (parts.at(-1) ?? '').split(/\s+/)
  for (let count = Math.min(wordsMax, words.length - 1); count > 0; count--) {
    const found = search.called(words.slice(-count).join(' '))
    if (found) return found
  }
  return undefined
}
