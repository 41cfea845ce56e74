import { addressParts, type PlaceSearch, partMin, type SearchablePlace } from '../placeSearch.ts'

/**
 * Returns the place with this name, or the town of a street address such as `Masseria San Domenico, Savelletri`, `Via
 * Roma 5, 73014 Gallipoli (LE)` or `Hotel Costa Gallipoli`. Null if the text contains no known place.
 */
export function placeNamed(
  search: PlaceSearch,
  text: string,
): { place: SearchablePlace; isAddress: boolean } | null {
  if (text.length < partMin) return null
  const whole = search.best(text)
  if (whole) return { place: whole, isAddress: false }
  const town = townOf(search, addressParts(text))
  return town ? { place: town, isAddress: true } : null
}

/** Maximum words of a place's name. */
const wordsMax = 5

function townOf(search: PlaceSearch, parts: string[]): SearchablePlace | undefined {
  for (const part of parts.slice(1).reverse()) {
    const found = search.best(part)
    if (found) return found
  }
  // The first or last words must be a complete name, because a street may contain a part of a town's name.
  return nameIn(search, parts.at(-1), (words, count) => words.slice(-count)) ?? firstName(search, parts)
}

/** Returns the town before a street or a hotel, as in `Otranto, via Lecce 12` or `Torre dell'Orso Hotel Araba`. */
function firstName(search: PlaceSearch, [first]: string[]): SearchablePlace | undefined {
  return search.called(first ?? '') ?? nameIn(search, first, (words, count) => words.slice(0, count))
}

type Pick = (words: string[], count: number) => string[]

/** Returns the place with the longest whole name at one end of the text. */
function nameIn(search: PlaceSearch, text: string | undefined, pick: Pick): SearchablePlace | undefined {
  const words = (text ?? '').split(/[\s’']+/)
  for (let count = Math.min(wordsMax, words.length - 1); count > 0; count--) {
    const found = search.called(pick(words, count).join(' '))
    if (found) return found
  }
  return undefined
}
