// Parses numbers of people and bags as customers write them. The file imports nothing, to keep the browser's bundle
// small.

const numberWords = new Map<string, number>(
  [
    ['zero nessuno nessuna nessun niente senza none no', 0],
    ['un uno una one', 1],
    ['due two coppia couple', 2],
    ['tre three', 3],
    ['quattro four', 4],
    ['cinque five', 5],
    ['sei six', 6],
    ['sette seven', 7],
    ['otto eight', 8],
    ['nove nine', 9],
    ['dieci ten', 10],
  ].flatMap(([words, count]) =>
    String(words)
      .split(' ')
      .map((word): [string, number] => [word, Number(count)]),
  ),
)

export const moreThanEight = 'Più di 8'

export const countWords = (count: number) => (count > 8 ? moreThanEight : String(count))

/** Numbers of people or bags that a form offers. */
export const countChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(countWords)

/** Matches weights, sizes and ages, which are not counts: `2 valigie da 20 kg`, `un bambino di 5 anni`. */
const measures = /\d+([.,]\d+)?\s*(kg|chili|kili|cm|litri|lt|l|anni|anno|mesi|years?|months?)\b/g
const range = /(\d{1,3})\s*(?:-|–|—|\/|\ba\b|\bo\b|\bto\b|\bor\b)\s*(\d{1,3})/g
const moreThan = /(?:\b(?:più|piu|oltre|more)\s+(?:di|than)?\s*)(\d{1,3})|(\d{1,3})\s*\+(?!\s*\d)/g

/**
 * Returns the sum of the numbers in a text: 3 for `3 grandi` and for `due valigie e uno zaino`, 4 for the range `1-4`,
 * 9 for `8+`. Null without a number.
 */
export function countOf(text: string): number | null {
  const plain = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(measures, ' ')
    .replace(moreThan, (_, after, before) => ` ${Number(after ?? before) + 1} `)
    .replace(range, (_, one, other) => ` ${Math.max(Number(one), Number(other))} `)
  const counts = plain.match(/-?\d+|\p{L}+/gu)?.flatMap((word) => {
    const count = /\d/.test(word) ? Number(word) : numberWords.get(word)
    return count === undefined ? [] : [count]
  })
  return counts?.length ? counts.reduce((sum, count) => sum + count, 0) : null
}

/** Returns null if a number is unreadable or the passengers are missing. Empty luggage means no bags. */
export function partyOf({
  passengers,
  luggage,
}: {
  passengers: string | null | undefined
  luggage?: string | null | undefined
}): { passengers: number; bags: number } | null {
  const people = countOf(passengers ?? '')
  const bags = luggage?.trim() ? countOf(luggage) : 0
  return people === null || people < 1 || bags === null || bags < 0 ? null : { passengers: people, bags }
}
