import type { PlaceSearch, SearchablePlace } from '../placeSearch.ts'

/** Regions and countries at the end of a street address, which must not match a town. */
const regions = /^(italia|italy|italien|italie|puglia|apulia|salento)$/i

/**
 * Returns the place with this name or the town of a street address, as for `Masseria San Domenico, Savelletri`, `Via
 * Roma 5, 73014 Gallipoli (LE)` and `Hotel Costa Gallipoli`.
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
/** Maximum words of a place's name. */
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
  // The last words must be a complete name, because a street may contain a part of a town's name.
  const words = (parts.at(-1) ?? '').split(/\s+/)
  for (let count = Math.min(wordsMax, words.length - 1); count > 0; count--) {
    const found = search.called(words.slice(-count).join(' '))
    if (found) return found
  }
  return undefined
}
