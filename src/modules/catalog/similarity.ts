const shingleWords = 5

/** Returns all runs of five words, without case and accents; for a shorter text the whole text. */
export function shinglesOf(text: string): Set<string> {
  const words =
    text
      .normalize('NFD')
      .replace(/\p{M}/gu, '')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? []
  const runs = new Set<string>()
  if (words.length > 0 && words.length < shingleWords) runs.add(words.join(' '))
  for (let start = 0; start + shingleWords <= words.length; start++)
    runs.add(words.slice(start, start + shingleWords).join(' '))
  return runs
}

/** Returns the share of common items among all items of both sets, from 0 to 1. */
export function jaccard<T>(one: Set<T>, other: Set<T>): number {
  if (one.size === 0 && other.size === 0) return 0
  let shared = 0
  for (const item of one) if (other.has(item)) shared += 1
  return shared / (one.size + other.size - shared)
}

export interface Resemblance {
  /** `one` and `other` are indexes in the given list. */
  one: number
  other: number
  similarity: number
}

/** Texts count as equal above this Jaccard similarity of five-word shingles. Search engines then index neither. */
const alikeMax = 0.8

export const alikePairs = (texts: string[]): Resemblance[] =>
  similarPairs(texts, alikeMax, Number.POSITIVE_INFINITY).pairs

/** Returns at most `max` pairs more similar than `limit`, best first. `hasMore`: the search stopped early. */
export function similarPairs(
  texts: string[],
  limit: number,
  max: number,
): { pairs: Resemblance[]; hasMore: boolean } {
  const sets = texts.map(shinglesOf)
  const frequency = new Map<string, number>()
  for (const set of sets) for (const one of set) frequency.set(one, (frequency.get(one) ?? 0) + 1)
  const byRareness = (one: string, other: string) =>
    (frequency.get(one) ?? 0) - (frequency.get(other) ?? 0) || (one < other ? -1 : 1)
  const met = new Map<string, number[]>()
  const pairs: Resemblance[] = []
  for (const [other, set] of sets.entries()) {
    // A similar text contains more than limit × n of this text's n shingles. It therefore contains at least
    // one of the n - ⌈limit × n⌉ + 1 rarest shingles.
    const rarest = [...set].sort(byRareness).slice(0, set.size - Math.ceil(limit * set.size) + 1)
    const near = new Set(rarest.flatMap((shingle) => met.get(shingle) ?? []))
    for (const one of near) {
      const similarity = jaccard(sets[one] ?? new Set(), set)
      if (similarity <= limit) continue
      if (pairs.length >= max) return { pairs: sorted(pairs), hasMore: true }
      pairs.push({ one, other, similarity })
    }
    for (const shingle of rarest) {
      const list = met.get(shingle)
      if (list) list.push(other)
      else met.set(shingle, [other])
    }
  }
  return { pairs: sorted(pairs), hasMore: false }
}

function sorted(pairs: Resemblance[]): Resemblance[] {
  return pairs.sort((a, b) => b.similarity - a.similarity || a.one - b.one || a.other - b.other)
}
