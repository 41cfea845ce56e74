import UFuzzy from '@leeoniya/ufuzzy'
import type { LocationType } from './search/contract.ts'

export interface SearchablePlace {
  id: number
  name: string
  cap: string
  iata: string | null
  locationType: LocationType
  /** Active routes from or to the place; places with equal matches are sorted by this number. */
  routeCount: number
}

export interface PlaceSearch {
  /**
   * Returns up to `limit` places, best match first. The hubs of a town come directly after the town if its name was
   * entered exactly.
   */
  find(text: string, limit: number, excludeId?: number): SearchablePlace[]
  /**
   * Returns the place with exactly this name or, if there is none, all best matches. Matches inside words count only if
   * no word begins with the text, and typing errors are tolerated only if nothing else matches.
   */
  named(text: string): SearchablePlace[]
  best(text: string): SearchablePlace | undefined
  /**
   * Returns the place whose name has exactly these words in any order. Ignores a postcode or province and tolerates no
   * typing errors.
   */
  called(text: string): SearchablePlace | undefined
}

/** Words that may be omitted from names. */
const small = new Set([
  'di',
  'del',
  'della',
  'dello',
  'dei',
  'degli',
  'delle',
  'da',
  'dal',
  'a',
  'al',
  'il',
  'la',
  'lo',
  'per',
])
// A Map, because visitors may type `constructor`, which every object has.
const spelledOut = new Map([
  ['s', 'santa'],
  ['ss', 'santi'],
  ['sta', 'santa'],
  ['staz', 'stazione'],
  ['aerop', 'aeroporto'],
])

interface Ranked {
  place: SearchablePlace
  rank: number
}

const wordStart = 2

const typingErrors = 4

/** Words with at least this many letters may contain one typing error. */
const forgivingFrom = 5

const shared = { intraIns: 0, interIns: Number.POSITIVE_INFINITY }
const strict = new UFuzzy({ ...shared, interLft: 0, interRgt: 0 })
const forgiving = new UFuzzy({
  ...shared,
  // The end of a longer name is no typing error, because Napoli is not Monopoli.
  interLft: 1,
  intraMode: 1,
  intraSlice: [0, Number.POSITIVE_INFINITY],
  intraRules: (word) => {
    // A CAP with one wrong digit belongs to another town.
    const errors = word.length >= forgivingFrom && !/^\d+$/.test(word) ? 1 : 0
    return {
      intraSlice: [0, Number.POSITIVE_INFINITY],
      intraIns: errors,
      intraSub: errors,
      intraTrn: errors,
      intraDel: errors,
    }
  },
})

/** Regions and countries at the end of a street address must not match a town. */
const regions = /^(italia|italy|italien|italie|puglia|apulia|salento)$/i

/** Minimum letters of a place's name. */
export const partMin = 3

/** Splits an address at commas and removes postcode, province and region. */
export function addressParts(text: string): string[] {
  return text
    .split(/[,;–]|\s-\s/)
    .map((part) =>
      part
        .replace(/\([^)]*\)|\b\d{5}\b/g, ' ')
        .replace(/\s(LE|BR|TA|BA|BT|FG)\s*$/, '')
        .trim(),
    )
    .filter((part) => part.length >= partMin && !regions.test(part))
}

const compareNames = new Intl.Collator('it').compare

/** Returns lower-case words without accents, separated by spaces. */
export function normalized(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim()
}

function wordsOf(text: string): string[] {
  const words = normalized(text).split(' ').filter(Boolean)
  const telling = words.filter((word) => !small.has(word))
  return (telling.length > 0 ? telling : words).map((word) => spelledOut.get(word) ?? word)
}

/**
 * Searches places by name, IATA code and CAP, without accents, case and word order. Beginnings of words rank first, and
 * a word of at least 5 letters may contain one typing error.
 */
export function placeSearch(places: readonly SearchablePlace[]): PlaceSearch {
  const names = places.map(({ name }) => wordsOf(name).join(' '))
  const haystack = places.map(({ cap, iata }, index) =>
    `${names[index]} ${iata?.toLowerCase() ?? ''} ${cap}`.trim(),
  )

  const byName = new Map<string, SearchablePlace>()
  for (const place of places) {
    const name = nameKey(wordsOf(place.name))
    if (!byName.has(name)) byName.set(name, place)
  }

  function find(text: string, limit: number, excludeId?: number): SearchablePlace[] {
    const ranked = rankedMatches(text, limit, excludeId)
    const exact = called(text)
    const isOfTown = ({ place, rank }: Ranked) => exact !== undefined && rank <= wordStart && isHub(place)
    const [hubs, others] = [ranked.filter(isOfTown), ranked.filter((one) => !isOfTown(one))]
    const first = exact && exact.id !== excludeId ? [exact] : []
    const places = [...hubs.map(({ place }) => place).sort(byKind), ...others.map(({ place }) => place)]
    return [...new Set([...first, ...places])].slice(0, limit)
  }

  function named(text: string): SearchablePlace[] {
    const exact = called(text)
    if (exact) return [exact]
    const ranked = rankedMatches(text, 1)
    const best = tierOf(ranked[0]?.rank ?? 0)
    return ranked.filter(({ rank }) => tierOf(rank) === best).map(({ place }) => place)
  }

  /** Tolerates typing errors only if there are fewer than `enough` exact matches. */
  function rankedMatches(text: string, enough: number, excludeId?: number) {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const needle = words.join(' ')
    const ranked: Ranked[] = []
    const seen = new Set<number>()
    const add = (indexes: readonly number[], rankOf: (index: number) => number) => {
      for (const index of indexes) {
        const place = places[index]
        if (!place || place.id === excludeId || seen.has(index)) continue
        seen.add(index)
        ranked.push({ place, rank: rankOf(index) })
      }
    }
    add(matches(strict, words), (index) => rankOf(haystack[index] ?? '', names[index] ?? '', needle, words))
    if (ranked.length < enough && words.some(({ length }) => length >= forgivingFrom))
      add(matches(forgiving, words), (index) => typingErrors + distanceOf(names[index] ?? '', needle))
    return ranked.sort((one, other) => one.rank - other.rank || order(one.place, other.place))
  }

  /** Each word narrows the result of the previous one. */
  function matches(fuzzy: UFuzzy, words: string[]): number[] {
    let indexes: number[] | null = null
    for (const word of words) {
      const filtered: number[] = fuzzy.filter(haystack, word, indexes ?? undefined) ?? []
      // Only `info` applies the rules about beginnings of words.
      indexes =
        fuzzy === forgiving && filtered.length > 0 ? fuzzy.info(filtered, haystack, word).idx : filtered
    }
    return indexes ?? []
  }

  function called(text: string): SearchablePlace | undefined {
    const whole = byName.get(nameKey(wordsOf(text)))
    if (whole) return whole
    const parts = addressParts(text)
    return parts.length === 1 ? byName.get(nameKey(wordsOf(parts[0] ?? ''))) : undefined
  }

  const best = (text: string) => named(text)[0]

  return { find, named, best, called }
}

/**
 * Returns 0 for a whole name, IATA code or CAP, 1 for the beginning of the name, 2 for beginnings of words, 3
 * otherwise.
 */
function rankOf(hay: string, name: string, needle: string, words: string[]): number {
  if (name === needle || hay.split(' ').slice(name.split(' ').length).includes(needle)) return 0
  if (name.startsWith(needle)) return 1
  return words.every((word) => hay.startsWith(word) || hay.includes(` ${word}`)) ? wordStart : 3
}

/** Only the best group of ranks is shown, so a whole name hides partial matches. */
const tierOf = (rank: number) => (rank === wordStart ? 1 : Math.min(rank, typingErrors))

const nameKey = (words: string[]) => words.toSorted().join(' ')

/** Returns 0 to 1. Both names match except for typing errors, so only their lengths are compared. */
function distanceOf(name: string, needle: string): number {
  return Math.min(Math.abs(name.length - needle.length), 50) / 50
}

function order(one: SearchablePlace, other: SearchablePlace): number {
  return (
    other.routeCount - one.routeCount ||
    Number(isHub(other)) - Number(isHub(one)) ||
    one.name.length - other.name.length ||
    compareNames(one.name, other.name) ||
    one.id - other.id
  )
}

/** The order is that in which the site offers places. */
const hubKinds: LocationType[] = ['Aeroporto', 'Stazione', 'Porto']

export const isHub = ({ locationType }: Pick<SearchablePlace, 'locationType'>) =>
  hubKinds.includes(locationType)

function byKind(one: SearchablePlace, other: SearchablePlace): number {
  return hubKinds.indexOf(one.locationType) - hubKinds.indexOf(other.locationType) || order(one, other)
}
