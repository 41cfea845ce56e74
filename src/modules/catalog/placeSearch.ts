import UFuzzy from '@leeoniya/ufuzzy'
import type { LocationType } from './search/contract.ts'

export interface SearchablePlace {
  id: number
  name: string
  cap: string
  iata: string | null
  locationType: LocationType
  /** How many active routes touch it: of two equally good matches the busier is offered first. */
  routeCount: number
}

export interface PlaceSearch {
  /** Up to `limit` places, best first. */
  find(text: string, limit: number, excludeId?: number): SearchablePlace[]
  /** The places that a name may mean, best first: typing errors are forgiven only where nothing else fits. */
  named(text: string): SearchablePlace[]
  /** The one place that a name means. */
  best(text: string): SearchablePlace | undefined
  /** The place that is called so, without typing errors and left-out words. */
  called(text: string): SearchablePlace | undefined
}

/** Words that people leave out or put in as they like. */
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
// A map: people type `constructor` as well, which every object has.
const spelledOut = new Map([
  ['s', 'santa'],
  ['ss', 'santi'],
  ['sta', 'santa'],
  ['staz', 'stazione'],
  ['aerop', 'aeroporto'],
])

/** From this many letters on, one typing error in a word is forgiven. */
const forgivingFrom = 5

const shared = { intraIns: 0, interIns: Number.POSITIVE_INFINITY }
const strict = new UFuzzy({ ...shared, interLft: 0, interRgt: 0 })
const forgiving = new UFuzzy({
  ...shared,
  intraMode: 1,
  intraSlice: [0, Number.POSITIVE_INFINITY],
  intraRules: (word) => {
    // One wrong digit of a CAP is another town.
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

const compareNames = new Intl.Collator('it').compare

/** Lowercase, without accents, apostrophes and dots as spaces: what is compared with what. */
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
 * Search over place names: accents and case ignored, all words in any order, the beginning of a word before its
 * middle, one typing error forgiven from 5 letters, IATA code and CAP as good as a name (contract section 3).
 */
export function placeSearch(places: readonly SearchablePlace[]): PlaceSearch {
  const names = places.map(({ name }) => wordsOf(name).join(' '))
  const haystack = places.map(({ cap, iata }, index) =>
    `${names[index]} ${iata?.toLowerCase() ?? ''} ${cap}`.trim(),
  )

  const byName = new Map<string, SearchablePlace>()
  places.forEach((place, index) => {
    const name = names[index] ?? ''
    if (!byName.has(name)) byName.set(name, place)
  })

  function find(text: string, limit: number, excludeId?: number): SearchablePlace[] {
    return rankedMatches(text, limit, excludeId)
      .slice(0, limit)
      .map(({ place }) => place)
  }

  function named(text: string): SearchablePlace[] {
    return rankedMatches(text, 1).map(({ place }) => place)
  }

  /** With fewer than `enough` exact matches those with a typing error are added. */
  function rankedMatches(text: string, enough: number, excludeId?: number) {
    const words = wordsOf(text)
    if (words.length === 0) return []
    const needle = words.join(' ')
    const ranked: { place: SearchablePlace; rank: number }[] = []
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
      add(matches(forgiving, words), (index) => 4 + distanceOf(names[index] ?? '', needle))
    return ranked.sort((one, other) => one.rank - other.rank || order(one.place, other.place))
  }

  /** Each word narrows what the words before it found, so their order does not matter. */
  function matches(fuzzy: UFuzzy, words: string[]): number[] {
    let indexes: number[] | null = null
    for (const word of words) indexes = fuzzy.filter(haystack, word, indexes ?? undefined) ?? []
    return indexes ?? []
  }

  const called = (text: string) => byName.get(wordsOf(text).join(' '))
  const best = (text: string) => called(text) ?? named(text)[0]

  return { find, named, best, called }
}

/** 0 the name itself (or its code), 1 the name's beginning, 2 all at beginnings of words, 3 some in the middle. */
function rankOf(hay: string, name: string, needle: string, words: string[]): number {
  if (name === needle || hay.split(' ').slice(name.split(' ').length).includes(needle)) return 0
  if (name.startsWith(needle)) return 1
  return words.every((word) => hay.startsWith(word) || hay.includes(` ${word}`)) ? 2 : 3
}

/** Of names that are one error away the one most like what was typed comes first: 0 to 1. */
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

const isHub = ({ locationType }: SearchablePlace) => locationType !== 'Città' && locationType !== 'Attrazione'
