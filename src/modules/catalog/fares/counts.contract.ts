// Parses counts as customers write them. The file imports nothing, to keep the browser's bundle small.

/** Words for the numbers from 0 to 10 in the languages in which customers write. */
const numberWords = [
  'zero nessuno nessuna nessun niente senza none no without null kein keine keinen ohne zéro aucun aucune sans',
  'un uno una one ein eine einen une',
  'due two coppia couple zwei deux',
  'tre three drei trois',
  'quattro four vier quatre',
  'cinque five fünf cinq',
  'sei six sechs',
  'sette seven sieben sept',
  'otto eight acht huit',
  'nove nine neun neuf',
  'dieci ten zehn dix',
]

const numberOf = (word: string) => numberWords.findIndex((words) => words.split(' ').includes(word))

export const moreThanEight = 'Più di 8'

export const countWords = (count: number) => (count > 8 ? moreThanEight : String(count))

/** Numbers of people or bags that a form offers. */
export const countChoices = [1, 2, 3, 4, 5, 6, 7, 8, 9].map(countWords)

/** Matches weights, sizes and ages, which are not counts: `2 valigie da 20 kg`, `un bambino di 5 anni`. */
const measures =
  /\d+([.,]\d+)?\s*(kg|chili|kili|kilos?|cm|litri|liter|litres?|lt|l|anni|anno|mesi|years?|months?|jahren?|monaten?|ans|mois)\b/g
const range = /(\d{1,3})\s*(?:-|–|—|\/|\ba\b|\bo\b|\bto\b|\bor\b|\bbis\b|\boder\b|à|\bou\b)\s*(\d{1,3})/g
const moreThan =
  /(?<!\p{L})(?:più|piu|oltre|more|mehr|über|plus)\s+(?:di|than|als|de)?\s*(\d{1,3})|(\d{1,3})\s*\+(?!\s*\d)/gu

/** Returns the sum of the numbers: 3 for `due valigie e uno zaino`, 4 for `1-4`, 9 for `8+`. Null without a number. */
export function countOf(text: string): number | null {
  const plain = text
    .toLowerCase()
    .replace(/\([^)]*\)/g, ' ')
    .replace(measures, ' ')
    .replace(moreThan, (_, after, before) => ` ${Number(after ?? before) + 1} `)
    .replace(range, (_, one, other) => ` ${Math.max(Number(one), Number(other))} `)
  const counts = plain.match(/-?\d+|\p{L}+/gu)?.flatMap((word) => {
    const count = /\d/.test(word) ? Number(word) : numberOf(word)
    return /\d/.test(word) || count >= 0 ? [count] : []
  })
  return counts?.length ? counts.reduce((sum, count) => sum + count, 0) : null
}

/** Returns null if a count is unreadable or nobody travels. Empty luggage means no bags. */
export function partyOf({
  passengers,
  luggage,
}: {
  passengers?: string | null | undefined
  luggage?: string | null | undefined
}): { passengers: number; bags: number } | null {
  const people = countOf(passengers ?? '')
  const bags = luggage?.trim() ? countOf(luggage) : 0
  return people === null || people < 1 || bags === null || bags < 0 ? null : { passengers: people, bags }
}
