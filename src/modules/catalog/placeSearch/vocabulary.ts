import UFuzzy from '@leeoniya/ufuzzy'
import { elsewhere, folded } from './placeWords.queries.ts'

// Finds words of names that a misspelt word may mean.

/** Minimum letters to tolerate what `folded` ignores (`doubleFrom`) or one typing error (`forgivingFrom`). */
const doubleFrom = 4
const forgivingFrom = 5
/** Maximum letters of a word in which the search tolerates typing errors. Comparing longer words takes too long. */
const forgivingTo = 30

/** Finds words with one typing error; `end` is 0 to match the beginning of a word, 2 for whole words. */
const forgiving = (end: 0 | 2) =>
  new UFuzzy({
    interIns: Number.POSITIVE_INFINITY,
    interLft: 1,
    interRgt: end,
    intraMode: 1,
    intraSlice: [0, Number.POSITIVE_INFINITY],
    intraRules: () => ({
      intraSlice: [0, Number.POSITIVE_INFINITY],
      intraIns: 1,
      intraSub: 1,
      intraTrn: 1,
      intraDel: 1,
    }),
  })
// A text never matches the end of a longer word, so that `Napoli` does not find Monopoli.
export const [misspeltStart, misspeltWord] = [forgiving(0), forgiving(2)]

/** Distinct words, each with the indexes of the names that contain it. */
export interface Vocabulary {
  words: string[]
  holders: Map<string, number[]>
  /** Words long enough to tolerate typing errors. A shorter word differs from too many other words by one letter. */
  spelt: string[]
  folded: string[]
}

export function vocabularyOf(wordsByName: readonly string[][]): Vocabulary {
  const pairs = wordsByName.flatMap((words, index) => [...new Set(words)].map((word) => ({ word, index })))
  const holders = new Map(
    [...Map.groupBy(pairs, ({ word }) => word)].map(([word, same]) => [word, same.map(({ index }) => index)]),
  )
  const words = [...holders.keys()]
  const spelt = words.filter(({ length }) => length >= doubleFrom)
  return { words, holders, spelt, folded: spelt.map(folded) }
}

/** Returns the words that differ from `text` only in what `folded` ignores. */
export function sameFolded(text: string, known: Vocabulary): string[] {
  if (text.length < doubleFrom) return []
  const typed = folded(text)
  return known.spelt.filter((_, index) => known.folded[index] === typed)
}

/**
 * Returns the words that differ from `text` by one typing error, as typed or after `folded`. Each comparison needs at least
 * `from` letters of what it compares: `qqqqqq` folds to `q`, which one error turns into any other letter.
 */
export function misspelt(text: string, known: Vocabulary, errors: UFuzzy, from = forgivingFrom): string[] {
  if (text.length < from || text.length > forgivingTo) return []
  const typed = folded(text)
  const indexes = [
    ...similar(known.spelt, text, errors),
    ...(typed.length >= from ? similar(known.folded, typed, errors) : []),
  ]
  return indexes.flatMap((index) => known.spelt[index] ?? [])
}

/** Returns the indexes of the words that `errors` accepts as a spelling of `word`. */
function similar(words: string[], word: string, errors: UFuzzy): number[] {
  const filtered = errors.filter(words, word) ?? []
  // `filter` ignores the rules about the beginnings and ends of words, and `info` applies them.
  return filtered.length > 0 ? errors.info(filtered, words, word).idx : []
}

const elsewhereWords = vocabularyOf([...elsewhere].map((word) => [word]))
/** Minimum letters of a misspelt town outside the served area: `prezzo` is not Arezzo. */
const elsewhereFrom = 7

/** Returns whether the word is a town outside the served area, also with one typing error. */
export const isElsewhere = (text: string): boolean =>
  elsewhere.has(text) || misspelt(text, elsewhereWords, misspeltWord, elsewhereFrom).length > 0
