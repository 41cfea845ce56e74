import { placeInAddress } from './placeAddress.ts'
import { keysOf, namesOf } from './placeIndex.ts'
import { keyOf, partsOf, tellingOf, type Word, wordsOf } from './placeWords.ts'
import { hubKinds, isHub, type SearchablePlace, type Understood } from './searchablePlace.ts'
import { misspelt, misspeltStart, misspeltWord, type Vocabulary, vocabularyOf } from './vocabulary.ts'

export { isHub, type SearchablePlace } from './searchablePlace.ts'

export interface PlaceSearch {
  /**
   * Returns up to `limit` places that the text may mean. After a place with exactly this name come the hubs of its
   * town. If no name matches, returns the town of an address.
   */
  find(text: string, limit: number, excludeId?: number): Understood[]
  /** Returns the place that the text means; null if it names none or more than one. */
  understood(text: string): Understood | null
  /** Returns the place that the text names without an address; if it may mean several places, all of them. */
  candidates(text: string): SearchablePlace[]
  /** Returns the place with exactly this name in any language, in any order of words and without typing errors. */
  called(text: string): SearchablePlace | undefined
}

/** Kinds of matches, best first. The match of a place is the worst of the matches of the typed words. */
const tiers = { word: 0, start: 1, inside: 2, synonym: 3, typingError: 4, misspeltStart: 5 }
const none = 6

const wholeTiers = [tiers.word, tiers.synonym, tiers.typingError]
/** Kinds of matches by which words mean a place. */
const meaningTiers = [tiers.word, tiers.start, tiers.synonym, tiers.typingError]

/** Minimum letters of a text that is searched inside words. */
const insideFrom = 3
/** Minimum letters of the beginning of a name that means a place. */
const beginningFrom = 4

/** Minimum letters of a text that can be a place. */
export const textMin = 3

interface Match {
  place: SearchablePlace
  tier: number
  /** Whether the words match the Italian name, not only another name. */
  isOwn: boolean
  /** Whether the typed words are a whole name. */
  isWhole: boolean
  /** Whether the name begins with the typed text. */
  isBeginning: boolean
  /** Difference of the lengths of the name and the text. */
  difference: number
}

/** Searches places by their names in all languages, IATA code and postcode. */
export function placeSearch(places: readonly SearchablePlace[]): PlaceSearch {
  const names = places.flatMap(namesOf)
  const byKey = keysOf(names)
  const own = vocabularyOf(names.map((name) => name.own))
  const synonyms = vocabularyOf(names.map((name) => name.synonyms))
  const townHubs = new Map<number, Set<number>>()

  /** Returns the ids of the hubs whose names contain a name of the town. */
  function hubIdsOf(town: SearchablePlace): Set<number> {
    const known = townHubs.get(town.id)
    if (known) return known
    const townNames = names.filter(({ place }) => place === town && !isHub(place))
    const hubs = names.filter(
      (name) =>
        name.isOwn &&
        isHub(name.place) &&
        townNames.some(({ keys }) => keys.every((key) => name.keys.includes(key))),
    )
    const ids = new Set(hubs.map(({ place }) => place.id))
    townHubs.set(town.id, ids)
    return ids
  }

  function called(text: string): SearchablePlace | undefined {
    const whole = byKey.get(keyOf(wordsOf(text)))
    if (whole) return whole
    const words = partsOf(text).flat()
    return byKey.get(keyOf(words)) ?? exact(withoutRide(words))
  }

  /** Returns the place with these words as a name, if needed without the words that describe a part of it. */
  function exact(words: readonly Word[]): SearchablePlace | undefined {
    if (words.length === 0) return undefined
    return byKey.get(keyOf(words)) ?? byKey.get(keyOf(words.filter(({ isDescriptor }) => !isDescriptor)))
  }

  function find(text: string, limit: number, excludeId?: number): Understood[] {
    const place = called(text)
    const address = place ? [] : betterAddress(text)
    const matched = address.length > 0 ? [] : ranked(askedWords(text), limit).map((match) => match.place)
    const hubIds = place ? hubIdsOf(place) : new Set<number>()
    const hubs = places.filter(({ id }) => hubIds.has(id)).sort(byKind)
    const found = [...new Set([...(place ? [place] : []), ...hubs, ...matched])]
    const understood = found.map((one) => ({ place: one, isAddress: false }))
    return (found.length > 0 ? understood : address)
      .filter((one) => one.place.id !== excludeId)
      .slice(0, limit)
  }

  function understood(text: string): Understood | null {
    if (text.length < textMin) return null
    const exactly = called(text)
    if (exactly) return { place: exactly, isAddress: false }
    const [found, other] = betterAddress(text)
    if (found) return other ? null : found
    const place = meant(askedWords(text))
    return place ? { place, isAddress: false } : null
  }

  /** Returns the places of an address, unless all words of the text fit one name better. */
  function betterAddress(text: string): Understood[] {
    const [best] = ranked(askedWords(text), 1)
    if (best && best.tier < tiers.typingError) return []
    const found = placeInAddress(text, { byKey, misspelt: misspeltName })
    // `Castro, Lecce` is a town and its province, but `Castro Marna` is Castro Marina.
    const isBetter = found.some((one) => !one.isMisspelt && (!one.isAddress || !best?.isWhole))
    return best && !isBetter ? [] : found
  }

  function candidates(text: string): SearchablePlace[] {
    const place = called(text)
    const found = place ? [place] : bestMatches(askedWords(text))
    return found.length > 1 || understood(text) ? found : []
  }

  /** Returns the only place that these words can mean as a part or as a misspelling of its name. */
  function meant(words: readonly Word[]): SearchablePlace | undefined {
    const [only, ...others] = words.every(({ isCommon }) => isCommon) ? [] : bestMatches(words)
    return others.length > 0 ? undefined : only
  }

  /** Returns the only place whose whole name these words are, with a typing error. */
  function misspeltName(words: readonly Word[]): SearchablePlace | undefined {
    const [only, ...others] = ranked(words, 1).filter(({ isWhole }) => isWhole)
    return others.length > 0 ? undefined : only?.place
  }

  /** Returns the places that these words fit equally well as a part or as a misspelling of their names. */
  function bestMatches(words: readonly Word[]): SearchablePlace[] {
    const [first, ...others] = ranked(words, 1)
    const isShort = words.some(({ text }) => text.length < beginningFrom)
    if (!first || !meaningTiers.includes(first.tier) || (first.tier === tiers.start && isShort)) return []
    const best = [first, ...others.filter(({ tier }) => tier === first.tier)]
    const italian = best.filter(({ isOwn }) => isOwn)
    const group = italian.length > 0 ? italian : best
    const better = [group.filter(({ isWhole }) => isWhole), group.filter((match) => match.isBeginning)]
    return (better.find(({ length }) => length > 0) ?? group).map(({ place }) => place)
  }

  /**
   * Returns the matching places, best first, with those that contain a typing error if there are fewer than `enough`.
   * Words that describe a part of a place count only if they are in a name.
   */
  function ranked(words: readonly Word[], enough: number): Match[] {
    if (words.every(({ isDescriptor }) => isDescriptor)) return []
    const found = rankedBy(words, enough)
    const plain = words.filter(({ isDescriptor }) => !isDescriptor)
    return found.length > 0 || plain.length === words.length ? found : rankedBy(plain, enough)
  }

  function rankedBy(words: readonly Word[], enough: number): Match[] {
    if (words.length === 0) return []
    const strict = bestOf(matches(words, false))
    const found = strict.length < enough ? bestOf([...strict, ...matches(words, true)]) : strict
    return found.sort(compare)
  }

  function bestOf(found: readonly Match[]): Match[] {
    const best = new Map<number, Match>()
    for (const match of found) {
      const known = best.get(match.place.id)
      if (!known || compare(match, known) < 0) best.set(match.place.id, match)
    }
    return [...best.values()]
  }

  function matches(words: readonly Word[], isForgiving: boolean): Match[] {
    const tiersByWord = words.map((word) => tiersOf(word, isForgiving))
    const [shortest, ...others] = tiersByWord.toSorted((one, other) => one.size - other.size)
    const text = words.map((word) => word.text).join(' ')
    const count = new Set(words.map(({ key }) => key)).size
    return [...(shortest ?? [])].flatMap(([index, first]) => {
      const name = names[index]
      const tier = Math.max(first, ...others.map((found) => found.get(index) ?? none))
      if (!name || tier >= none) return []
      return {
        place: name.place,
        tier,
        isOwn: name.isOwn,
        isWhole: wholeTiers.includes(tier) && name.keys.length === count,
        isBeginning: name.text.startsWith(text),
        difference: Math.abs(name.text.length - text.length),
      }
    })
  }

  /** Returns the kind of the match for each name that has the word. */
  function tiersOf(word: Word, isForgiving: boolean): Map<number, number> {
    const found = new Map<number, number>()
    const add = (words: Vocabulary, text: string, tier: number) => {
      for (const index of words.holders.get(text) ?? [])
        found.set(index, Math.min(found.get(index) ?? none, tier))
    }
    add(own, word.text, tiers.word)
    add(synonyms, word.key, tiers.synonym)
    // Beside a typing error, a word such as villa must be a word of the name.
    if (isForgiving && word.isCommon) return found
    for (const text of own.words)
      if (isBeginning(word) && text.startsWith(word.text)) add(own, text, tiers.start)
      else if (isSearchedInside(word) && text.includes(word.text)) add(own, text, tiers.inside)
    for (const text of synonyms.words)
      if (isBeginning(word) && text.startsWith(word.text)) add(synonyms, text, tiers.synonym)
    if (!isForgiving || word.isElsewhere || /\d/.test(word.text)) return found
    for (const text of misspelt(word.text, own, misspeltStart)) add(own, text, tiers.misspeltStart)
    for (const words of [own, synonyms])
      for (const text of misspelt(word.text, words, misspeltWord)) add(words, text, tiers.typingError)
    return found
  }

  return { find, understood, candidates, called }
}

/** Returns whether the word may be the beginning of another; the letters of `B&B` are not. */
const isBeginning = ({ text, isCommon, isElsewhere }: Word) => !isElsewhere && (text.length > 1 || !isCommon)

const isSearchedInside = ({ text, isElsewhere, isHubKind }: Word) =>
  text.length >= insideFrom && !isElsewhere && !isHubKind

/** Returns the words of a text that must match: those that are not about the ride, the region or the postcode. */
function askedWords(text: string): Word[] {
  const words = partsOf(text).flat()
  const asked = tellingOf(withoutRide(words))
  return asked.length > 0 ? asked : tellingOf(words)
}

const withoutRide = (words: readonly Word[]) =>
  words.filter(({ isTravel, isAddition }, _, all) => !isTravel && (!isAddition || all.length === 1))

/** Sorts matches, the better first. */
function compare(one: Match, other: Match): number {
  return (
    one.tier - other.tier ||
    Number(other.isOwn) - Number(one.isOwn) ||
    Number(other.isWhole) - Number(one.isWhole) ||
    Number(other.isBeginning) - Number(one.isBeginning) ||
    (one.tier >= tiers.typingError ? one.difference - other.difference : 0) ||
    order(one.place, other.place)
  )
}

const compareNames = new Intl.Collator('it').compare

function order(one: SearchablePlace, other: SearchablePlace): number {
  return (
    other.routeCount - one.routeCount ||
    Number(isHub(other)) - Number(isHub(one)) ||
    one.name.length - other.name.length ||
    compareNames(one.name, other.name) ||
    one.id - other.id
  )
}

function byKind(one: SearchablePlace, other: SearchablePlace): number {
  return hubKinds.indexOf(one.locationType) - hubKinds.indexOf(other.locationType) || order(one, other)
}
