import { coordinatesOf, linkIn, placeNameIn, wordsBesideLinks } from './coordinates.contract.ts'
import { nearestPlace } from './nearestPlace.ts'
import { namesElsewhere, placeInAddress } from './placeAddress.ts'
import { keysOf, namesOf } from './placeIndex.ts'
import { type Match, order, placeRanking, tiers } from './placeRanking.ts'
import { keyOf, partsOf, tellingOf, type Word, wordsOf } from './placeWords.queries.ts'
import { hubKinds, isHub, type SearchablePlace, type Understood } from './searchablePlace.ts'

export { isHub, type SearchablePlace } from './searchablePlace.ts'

export interface PlaceSearch {
  /**
   * Returns the places that a name, street address, position, map link or ride may mean. The hubs of a named town follow
   * the town.
   */
  find(text: string, limit: number, excludeId?: number): Understood[]
  /** Returns the place that the text means; null if it is unknown or ambiguous. */
  understood(text: string): Understood | null
  /** Returns the places that the text may mean, without reading it as a street address. */
  candidates(text: string): SearchablePlace[]
  /** Returns the place with this name in any language and word order. Tolerates no typing errors. */
  called(text: string): SearchablePlace | undefined
  /** Returns whether the text means no known place, but a town (`elsewhere`) or a position outside the served area. */
  isElsewhere(text: string): boolean
}

/** Kinds of matches that are good enough to identify a place. */
const meaningTiers = [tiers.word, tiers.start, tiers.code, tiers.synonym, tiers.typingError]

/** The beginning of a name identifies a place only if each typed word has at least this many letters. */
const beginningFrom = 4

/** The search finds nothing for a text with fewer characters. */
export const textMin = 3

/** Maximum characters of a name or street address. The rest of a longer text is ignored. */
const nameMax = 200

/** Searches places by their names in all languages, IATA code, postcode and position. */
export function placeSearch(places: readonly SearchablePlace[]): PlaceSearch {
  const names = places.flatMap(namesOf)
  const byKey = keysOf(names)
  const ranked = placeRanking(names)
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

  /** Returns the place whose name consists of these words. If there is none, tries without descriptive words. */
  function exact(words: readonly Word[]): SearchablePlace | undefined {
    if (words.length === 0) return undefined
    return byKey.get(keyOf(words)) ?? byKey.get(keyOf(words.filter(({ isDescriptor }) => !isDescriptor)))
  }

  function find(given: string, limit: number, excludeId?: number): Understood[] {
    const at = coordinatesOf(given)
    const near = at && nearestPlace(places, at)
    const found = at ? (near ? [near] : []) : named(searchedText(given), limit)
    return found.filter((one) => one.place.id !== excludeId).slice(0, limit)
  }

  function named(text: string, limit: number): Understood[] {
    const near = isNear(text) && understoodName(text)
    if (near) return [near]
    const place = called(text)
    const matches = ranked(askedWords(text), limit)
    const address = place ? [] : betterAddress(text, matches[0])
    const matched = address.length > 0 ? [] : matches.map((match) => match.place)
    const hubIds = place ? hubIdsOf(place) : new Set<number>()
    const hubs = places.filter(({ id }) => hubIds.has(id)).sort(byKind)
    const found = [...new Set([...(place ? [place] : []), ...hubs, ...matched])]
    return found.length > 0 ? found.map((one) => ({ place: one, isAddress: false })) : address
  }

  function understood(given: string): Understood | null {
    if (given.length < textMin) return null
    const at = coordinatesOf(given)
    return at ? nearestPlace(places, at) : understoodName(searchedText(given))
  }

  function understoodName(text: string): Understood | null {
    const found = understoodWords(text)
    return found && isNear(text) ? { ...found, isAddress: true } : found
  }

  function understoodWords(text: string): Understood | null {
    const exactly = called(text)
    if (exactly) return { place: exactly, isAddress: false }
    const words = askedWords(text)
    const [best] = ranked(words, 1)
    const [found, other] = betterAddress(text, best)
    if (found) return other ? null : found
    const place = meant(words)
    return place ? { place, isAddress: false } : null
  }

  function isElsewhere(given: string): boolean {
    const at = coordinatesOf(given)
    if (at) return nearestPlace(places, at) === null
    const text = searchedText(given)
    return namesElsewhere(text) && understoodName(text) === null
  }

  /** Returns the places of an address, unless the whole text fits the name of `best` better. */
  function betterAddress(text: string, best: Match | undefined): Understood[] {
    if (best && best.tier < tiers.typingError) return []
    const found = placeInAddress(text, { byKey, misspelt: misspeltName })
    // The address `Castro, Lecce` is better than a misspelt name, but `Castro Marna` means Castro Marina.
    const isBetter = found.some((one) => !one.isMisspelt && (!one.isAddress || !best?.isWhole))
    return best && !isBetter ? [] : found
  }

  function candidates(given: string): SearchablePlace[] {
    const text = searchedText(given)
    if (coordinatesOf(given) || isNear(text)) return []
    const place = called(text)
    const found = place ? [place] : bestMatches(askedWords(text))
    return found.length > 1 || understood(text) ? found : []
  }

  /** Returns the only place whose name contains these words, possibly with a typing error. */
  function meant(words: readonly Word[]): SearchablePlace | undefined {
    const [only, ...others] = words.every(({ isCommon }) => isCommon) ? [] : bestMatches(words)
    return others.length > 0 ? undefined : only
  }

  function misspeltName(words: readonly Word[]): SearchablePlace | undefined {
    const [only, ...others] = ranked(words, 1).filter(({ isWhole }) => isWhole)
    return others.length > 0 ? undefined : only?.place
  }

  /** Returns the places that match the words best; none if the best match is too weak to identify a place. */
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

  return { find, understood, candidates, called, isElsewhere }
}

/** Returns the text whose words name the place: for a map link, the name in the link or the words beside the link. */
function searchedText(text: string): string {
  const link = linkIn(text)
  const words = link ? placeNameIn(link) || wordsBesideLinks(text) : text
  return words.slice(0, nameMax)
}

const isNear = (text: string) => wordsOf(text).some((word) => word.isNear)

/** Returns the words that a name must match. Omits regions, postcodes and words about the ride if others remain. */
function askedWords(text: string): Word[] {
  const codes = codesIn(text)
  const words = partsOf(text).flatMap((part) =>
    codes.length > 0 ? part.map((word) => ({ ...word, isCode: codes.includes(word.text) })) : part,
  )
  const asked = tellingOf(withoutRide(words))
  return asked.length > 0 ? asked : tellingOf(words)
}

/** Returns the words that are typed as codes, in small letters: `aeroporto BRI` means the code, `aeroporto bri` may not. */
const codesIn = (text: string) =>
  /[a-z]/.test(text) ? (text.match(/\b[A-Z]{3}\b/g) ?? []).map((code) => code.toLowerCase()) : []

const withoutRide = (words: readonly Word[]) =>
  words.filter(({ isTravel, isAddition }, _, all) => !isTravel && (!isAddition || all.length === 1))

function byKind(one: SearchablePlace, other: SearchablePlace): number {
  return hubKinds.indexOf(one.locationType) - hubKinds.indexOf(other.locationType) || order(one, other)
}
