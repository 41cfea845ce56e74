import { keyOf, synonymsOf, tellingOf, type Word, wordsOf } from './placeWords.queries.ts'
import type { SearchablePlace } from './searchablePlace.ts'

// Computes the data about the names of places once, for all searches.

/** One name of a place, with the words by which searches find the place. */
export interface Name {
  place: SearchablePlace
  /** True for the Italian name. */
  isOwn: boolean
  /** Words of the name in order, without articles and prepositions. A name that has only such words keeps them. */
  words: Word[]
  /** Comparison keys of the words (`Word.key`), without duplicates. */
  keys: string[]
  text: string
  /** Words in normalized spelling, plus the postcode. */
  own: string[]
  /** IATA code in small letters; '' if the place has none. */
  code: string
  /** Words in four languages for the kinds of place in the name. */
  synonyms: string[]
}

export function namesOf(place: SearchablePlace): Name[] {
  const code = place.iata?.toLowerCase() ?? ''
  return [place.name, ...place.otherNames].map((name, index) => {
    const words = tellingOf(wordsOf(name))
    const keys = [...new Set(words.map(({ key }) => key))]
    return {
      place,
      isOwn: index === 0,
      words,
      keys,
      text: words.map(({ text }) => text).join(' '),
      own: [...words.map(({ text }) => text), place.cap].filter(Boolean),
      code,
      synonyms: keys.flatMap((key) => synonymsOf.get(key) ?? []),
    }
  })
}

/** Returns the place of each key. Italian names take precedence over IATA codes, and these codes over other names. */
export function keysOf(names: readonly Name[]): Map<string, SearchablePlace> {
  const byKey = new Map<string, SearchablePlace>()
  const add = (key: string, place: SearchablePlace) => {
    if (key && !byKey.has(key)) byKey.set(key, place)
  }
  for (const { place, words, isOwn } of names) if (isOwn) add(keyOf(words), place)
  for (const { place } of names) add(place.iata?.toLowerCase() ?? '', place)
  for (const { place, words } of names) add(keyOf(words), place)
  // A name without its descriptive words is a key too, if no other place has the same shortened name.
  const shortened = names.map(({ place, words }) => ({
    place,
    key: keyOf(words.filter(({ isDescriptor }) => !isDescriptor)),
  }))
  for (const [key, same] of Map.groupBy(shortened, (one) => one.key)) {
    const [first] = same
    if (first && same.every(({ place }) => place === first.place)) add(key, first.place)
  }
  return byKey
}
