import { airKm, positionOf } from '../roadEstimate.ts'
import { keyOf, partsOf, type Word } from './placeWords.queries.ts'
import type { SearchablePlace, Understood } from './searchablePlace.ts'
import { isElsewhere } from './vocabulary.ts'

interface Known {
  /** Places by the comparison key of each of their names. */
  byKey: ReadonlyMap<string, SearchablePlace>
  /** Returns the only place whose name equals the words apart from a typing error. */
  misspelt(words: readonly Word[]): SearchablePlace | undefined
}

/** A place's name within a text. `from` is the index of its first word, `to` the index after its last word. */
interface Span {
  place: SearchablePlace
  from: number
  to: number
}

interface Text {
  words: Word[]
  /** For each word, the index of its part of the text (see `partsOf`). */
  parts: number[]
  spans: Span[]
  /** Indexes of words that are neither part of a place's name nor fillers (`isFiller`). */
  unknown: number[]
}

/** Maximum number of words that the name of a place may have. */
const wordsMax = 7
/** If a text names two places at most this many kilometres apart, the second counts as the town of the first. */
const nearKm = 25
/** Towns that give a province its name. */
const capitals = ['Lecce', 'Brindisi', 'Taranto', 'Bari']
/** In an address without commas, the last word may be a misspelt town if it has at least this many letters. */
const misspeltFrom = 6

/**
 * Returns the town of a street address or hotel such as `Hotel Costa Gallipoli`. For a ride, returns start and
 * destination; for a text of names, the named places. Returns nothing if no place is certain.
 */
export function placeInAddress(text: string, known: Known): Understood[] {
  const read = readText(text, known)
  const { spans, words, unknown } = read
  const places = [...new Set(spans.map(({ place }) => place))]
  if (places.length === 0) return misspeltTown(read, known)
  if (isRide(read)) return spans.length > 1 ? places.map((place) => ({ place, isAddress: false })) : []
  if (unknown.length === 0) return placeWithTown(spans, places)
  // Unlike a station or port, an airport may be far from the town that it is named after. Therefore
  // `Lecce aeroporto` does not mean Lecce.
  if (unknown.every((index) => words[index]?.key === 'aeroporto')) return []
  const town = townOf(read)
  if (!town) return []
  const misspelt = capitals.includes(town.name) ? beforeProvince(read, known) : undefined
  return [
    misspelt ? { place: misspelt, isAddress: true, isMisspelt: true } : { place: town, isAddress: true },
  ]
}

function readText(text: string, { byKey }: Known): Text {
  const split = partsOf(text)
  const words = split.flat()
  const parts = split.flatMap((part, index) => part.map(() => index))
  const spans: Span[] = []
  for (let from = 0; from < words.length; from++) {
    const span = spanAt(words, parts, from, byKey)
    if (!span) continue
    spans.push(span)
    from = span.to - 1
  }
  const isInSpan = (index: number) => spans.some(({ from, to }) => from <= index && index < to)
  const unknown = words.flatMap((word, index) => (isInSpan(index) || isFiller(word) ? [] : [index]))
  return { words, parts, spans, unknown }
}

const isFiller = ({ isSmall, isTravel, isDescriptor, isAddition }: Word) =>
  isSmall || isTravel || isDescriptor || isAddition

/** Returns the longest name of a place that begins at the word `from`; null if there is none. */
function spanAt(words: Word[], parts: number[], from: number, byKey: Known['byKey']): Span | null {
  if (words[from]?.isSmall) return null
  for (let to = Math.min(words.length, from + wordsMax); to > from; to--) {
    const name = words.slice(from, to)
    if (parts[to - 1] !== parts[from] || name.at(-1)?.isSmall) continue
    const place = byKey.get(keyOf(name))
    if (place && isName(name) && !isPartOfOther(words, parts, from, to)) return { place, from, to }
  }
  return null
}

/** In a longer text, a single word of up to three letters is no name, because it need not be an IATA code. */
const isName = ([first, ...more]: Word[]) => more.length > 0 || (first?.text.length ?? 0) > 3

/** Returns whether a name belongs to a street or house: `via Lecce`, `Hotel Le Noci`, `Villa San Michele`. */
function isPartOfOther(words: Word[], parts: number[], from: number, to: number): boolean {
  const before = words[from - 1]
  if (!before || parts[from - 1] !== parts[from]) return false
  const isSaint = words[from]?.key === 'san' && to - from === 2
  return isStreetAt(words, from) || (to - from === 1 && before.isArticle) || (isSaint && before.isLodging)
}

/** Returns whether a street word precedes `index`. In `Palazzo del Corso`, the article makes `Corso` part of a name. */
function isStreetAt(words: Word[], index: number): boolean {
  const at = words[index - 1]?.isSmall ? index - 2 : index - 1
  return Boolean(words[at]?.isStreet && !words[at - 1]?.isArticle)
}

/** Returns whether the text describes a ride, whose destination may be outside the served area (`elsewhere`). */
function isRide({ words, spans }: Text): boolean {
  return words.some(({ isDirection }, index) => {
    const before = spans.findLast(({ to }) => to <= index)
    const after = spans.find(({ from }) => from > index)
    const isElsewhere = words.slice(index + 1).some((word) => word.isElsewhere)
    return isDirection && before && (after ? after.place !== before.place : isElsewhere)
  })
}

/** Returns the first two places, or only the first if the second is its town (`isWithin`). */
function placeWithTown(spans: Span[], places: SearchablePlace[]): Understood[] {
  const [first, second] = places
  if (!first) return []
  if (!second) return [{ place: first, isAddress: spans.length > 1 }]
  const isTown = isWithin(first, second)
  return isTown
    ? [{ place: first, isAddress: false }]
    : places.slice(0, 2).map((place) => ({ place, isAddress: true }))
}

const isWithin = (place: SearchablePlace, town: SearchablePlace) =>
  capitals.includes(town.name) || distanceOf(place, town) <= nearKm

function distanceOf(one: SearchablePlace, other: SearchablePlace): number {
  const [from, to] = [positionOf(one), positionOf(other)]
  return from && to ? airKm(from, to) : Number.POSITIVE_INFINITY
}

/**
 * Returns the town of an address: the name at its end, at its beginning, before a street, alone in a part, or the only
 * name after an article or preposition.
 */
function townOf({ words, parts, spans, unknown }: Text): SearchablePlace | undefined {
  const last = unknown.at(-1) ?? -1
  const end = spans.at(-1)
  if (end && end.from > last) {
    // In `Castro, Lecce` the last name is the province's, and the name before it is the town's.
    const before = spans.at(-2)
    const isProvince = capitals.includes(end.place.name) && before && before.from > last
    return isProvince ? before.place : end.place
  }
  if (isElsewhereAt(words, last)) return undefined
  const [start] = spans
  const first = unknown[0] ?? 0
  if (start && start.from < first) return start.place
  const beforeStreet = spans.find(({ to }) => words[to]?.isStreet)
  if (beforeStreet) return beforeStreet.place
  const alone = spans.find(({ from, to }) =>
    parts.every(
      (part, index) => part !== parts[from] || (from <= index && index < to) || isFillerAt(words, index),
    ),
  )
  if (alone) return alone.place
  const [only] = spans
  const isOnly = spans.every(({ place }) => place === only?.place)
  return isOnly && only && words[only.from - 1]?.isSmall ? only.place : undefined
}

/** Returns whether a text names a town outside the served area, also with one typing error. */
export const namesElsewhere = (text: string): boolean =>
  partsOf(text).some((words) => words.some((word, at) => isTownAt(words, at) && isElsewhere(word.text)))

/** Returns whether the word at `index` is a town outside the served area. */
const isElsewhereAt = (words: Word[], index: number): boolean =>
  Boolean(words[index]?.isElsewhere) && isTownAt(words, index)

/** Returns whether a word that can be a town is no street or house that is named after the town. */
const isTownAt = (words: Word[], index: number): boolean =>
  !isStreetAt(words, index) && !isHouseName(words[index - 1])

/** Returns whether the word begins the name of a house, as in `Hotel Roma` or `Lido Venezia`. */
const isHouseName = (before: Word | undefined) =>
  Boolean(before?.isLodging || (before?.isCommon && !before.isHubKind && !isFiller(before)))

const isFillerAt = (words: Word[], index: number) => {
  const word = words[index]
  return word !== undefined && isFiller(word)
}

/** Returns the misspelt town before the name of its province. */
function beforeProvince({ words, parts, spans }: Text, { misspelt }: Known): SearchablePlace | undefined {
  const end = spans.at(-1)
  const part = parts[end?.from ?? 0] ?? 0
  if (spans.length > 1 || part === 0) return undefined
  return misspelt(words.filter((word, index) => parts[index] === part - 1 && !isFiller(word)))
}

/** Returns the misspelt town at the end of an address. */
function misspeltTown({ words, parts }: Text, { misspelt }: Known): Understood[] {
  const end = words.findLastIndex((word) => !isFiller(word))
  const last = words[end]
  if (!last || end === 0) return []
  const start = parts.indexOf(parts[end] ?? 0)
  const part = words.slice(start, end + 1)
  const isTown = start > 0 || (last.text.length >= misspeltFrom && !isStreetAt(words, end))
  const place = isTown ? misspelt(start > 0 ? part.filter((word) => !isFiller(word)) : [last]) : undefined
  return place ? [{ place, isAddress: true, isMisspelt: true }] : []
}
