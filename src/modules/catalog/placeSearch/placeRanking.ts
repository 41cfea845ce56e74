import type { Name } from './placeIndex.ts'
import type { Word } from './placeWords.queries.ts'
import { isHub, type SearchablePlace } from './searchablePlace.ts'
import {
  misspelt,
  misspeltStart,
  misspeltWord,
  sameFolded,
  type Vocabulary,
  vocabularyOf,
} from './vocabulary.ts'

/** Kinds of matches, best first. If several words are typed, the word with the worst match decides. */
export const tiers = { word: 0, start: 1, code: 2, inside: 3, synonym: 4, typingError: 5, misspeltStart: 6 }
const none = 7

const wholeTiers = [tiers.word, tiers.synonym, tiers.typingError]
/** A typed word with at least this many letters also matches in the middle of a name's words. */
const insideFrom = 5
/** Minimum letters of a misspelt beginning of a word, and of a misspelt word that is only a part of the name. */
const misspeltStartFrom = 7
const misspeltPartFrom = 7

export interface Match {
  place: SearchablePlace
  tier: number
  /** True if the words match the Italian name. */
  isOwn: boolean
  /** True if the typed words are a whole name. */
  isWhole: boolean
  /** True if the name begins with the typed text. */
  isBeginning: boolean
  /** Difference in length between name and text, in letters. */
  difference: number
}

/** Returns a function that ranks places, best first. With fewer than `enough` matches it tolerates typing errors. */
export function placeRanking(names: readonly Name[]) {
  const own = vocabularyOf(names.map((name) => name.own))
  const synonyms = vocabularyOf(names.map((name) => name.synonyms))
  const codes = Map.groupBy(names.keys(), (index) => names[index]?.code)

  return function ranked(words: readonly Word[], enough: number): Match[] {
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
    const count = new Set(words.map(({ key }) => key)).size
    const tiersByWord = words.map((word) => tiersOf(word, { isForgiving, count }))
    const [shortest, ...others] = tiersByWord.toSorted((one, other) => one.size - other.size)
    const text = words.map((word) => word.text).join(' ')
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

  /** Returns the best kind of match for each name that matches the word, by the index of the name. */
  function tiersOf(
    word: Word,
    { isForgiving, count }: { isForgiving: boolean; count: number },
  ): Map<number, number> {
    const found = new Map<number, number>()
    // In `aeroporto bri`, the code of Bari is less likely than the beginning of Brindisi.
    const codeTier = count === 1 || word.isCode ? tiers.word : tiers.code
    for (const index of codes.get(word.text) ?? []) found.set(index, codeTier)
    const add = (words: Vocabulary, text: string, tier: number, isFitting = (_: number) => true) => {
      for (const index of words.holders.get(text) ?? [])
        if (isFitting(index)) found.set(index, Math.min(found.get(index) ?? none, tier))
    }
    add(own, word.text, tiers.word)
    add(synonyms, word.key, tiers.synonym)
    // In the search for typing errors, a common word such as villa must be a whole word of the name.
    if (isForgiving && word.isCommon) return found
    for (const text of own.words)
      if (isBeginning(word) && text.startsWith(word.text)) add(own, text, tiers.start)
      else if (isSearchedInside(word) && text.includes(word.text)) add(own, text, tiers.inside)
    for (const text of synonyms.words)
      if (isBeginning(word) && text.startsWith(word.text)) add(synonyms, text, tiers.synonym)
    if (!isForgiving || word.isElsewhere || /\d/.test(word.text)) return found
    for (const text of misspelt(word.text, own, misspeltStart, misspeltStartFrom))
      add(own, text, tiers.misspeltStart)
    // `pizza` is not the misspelt word of `Punta Pizzo`: a short word needs the rest of the name.
    const isShort = word.text.length < misspeltPartFrom
    for (const text of [...sameFolded(word.text, own), ...misspelt(word.text, own, misspeltWord)])
      add(own, text, tiers.typingError, (index) => !isShort || names[index]?.keys.length === count)
    for (const text of misspelt(word.text, synonyms, misspeltWord, misspeltPartFrom))
      add(synonyms, text, tiers.typingError)
    return found
  }
}

/** The `B` of `B&B` or a name outside the area (`elsewhere`) never matches the beginning of a longer word. */
const isBeginning = ({ text, isCommon, isElsewhere }: Word) => !isElsewhere && (text.length > 1 || !isCommon)

const isSearchedInside = ({ text, isElsewhere, isHubKind }: Word) =>
  text.length >= insideFrom && !isElsewhere && !isHubKind

/** Sorts better matches first. */
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

export function order(one: SearchablePlace, other: SearchablePlace): number {
  return (
    other.routeCount - one.routeCount ||
    Number(isHub(other)) - Number(isHub(one)) ||
    one.name.length - other.name.length ||
    compareNames(one.name, other.name) ||
    one.id - other.id
  )
}
