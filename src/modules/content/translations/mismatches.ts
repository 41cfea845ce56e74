import type { Texts } from './contract.ts'

// A translation must have the figures, links and places of the Italian text.

export interface Place {
  /** The Italian name. */
  name: string
  /** Names and aliases in the language of the translation. */
  local: string[]
}

export interface Mismatch {
  /** Path of the field in the form, such as `text.title`. */
  path: string
  message: string
}

const address = /\]\(\s{0,9}<?([^)\]\s<>]+)>?(?:\s[^)\]]*)?\)/g

/** Returns one Italian message for each field with missing or added figures and links, or with missing place names. */
export function mismatches(source: Texts, text: Texts, places: Place[] = []): Mismatch[] {
  return Object.entries(text).flatMap(([field, translated]) => {
    const italian = source[field] ?? ''
    // Slugs differ in each language.
    if (!translated || field === 'slug') return []
    const messages = [
      ...figureMismatches(italian, translated),
      ...linkMismatches(italian, translated),
      ...missingNames(italian, translated, places),
    ]
    return messages.length > 0 ? [{ path: `text.${field}`, message: `${messages.join('. ')}.` }] : []
  })
}

function figureMismatches(source: string, text: string): string[] {
  const [wanted, found] = [figuresIn(source), figuresIn(text)]
  const missing = [...wanted.figures].filter((one) => !found.figures.has(one) && !found.centuries.has(one))
  const invented = [...found.figures].filter((one) => !wanted.figures.has(one) && !wanted.centuries.has(one))
  return [
    ...(missing.length > 0 ? [`Mancano le cifre ${missing.join(', ')}`] : []),
    ...(invented.length > 0 ? [`Nel testo italiano non ci sono le cifre ${invented.join(', ')}`] : []),
  ]
}

function linkMismatches(source: string, text: string): string[] {
  const [wanted, found] = [linksIn(source), linksIn(text)]
  const missing = [...wanted].filter((one) => !found.has(one))
  const invented = [...found].filter((one) => !wanted.has(one))
  return [
    ...(missing.length > 0 ? [`Mancano i link ${missing.join(', ')}`] : []),
    ...(invented.length > 0 ? [`Nel testo italiano non ci sono i link ${invented.join(', ')}`] : []),
  ]
}

/** Compares longer names first, so that `Aeroporto Brindisi` does not also require `Brindisi`. */
function missingNames(source: string, text: string, places: Place[]): string[] {
  let rest = withoutLinks(source)
  const shown = text.toLowerCase()
  const missing: string[] = []
  for (const { name, local } of places.toSorted((one, other) => other.name.length - one.name.length)) {
    if (!rest.includes(name)) continue
    const without = rest.replace(new RegExp(`(?<![\\p{L}\\d])${escaped(name)}(?![\\p{L}\\d])`, 'gu'), ' ')
    if (without === rest) continue
    rest = without
    if (![name, ...local].some((one) => shown.includes(one.toLowerCase()))) missing.push(name)
  }
  return missing.length > 0 ? [`Mancano i nomi ${missing.join(', ')}`] : []
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

const linksIn = (text: string) => new Set([...text.matchAll(address)].map(([, href = '']) => href))

const withoutLinks = (text: string) => text.replace(address, ']').replace(/https?:\/\/\S+/g, ' ')

/** Numbers of list items may differ, because Markdown counts the items itself. */
const listNumbers = /^[ \t]*\d+[.)](?=\s)/gm
const romanNumber = /(?<![\p{L}\d])[IVX]+(?=(?:e|er|ème)?(?![\p{L}\d]))/gu

/** `centuries` has the values of Roman numerals, because some languages write centuries in figures. */
function figuresIn(text: string): { figures: Set<string>; centuries: Set<string> } {
  const plain = withoutLinks(text).replace(listNumbers, ' ')
  // French groups digits with a narrow or non-breaking space.
  const grouped = plain.replace(/(?<=\d)[\u00a0\u202f](?=\d{3}(?!\d))/g, '')
  return {
    figures: new Set([...grouped.matchAll(/\d+(?:[.,:]\d+)*/g)].map(([figure]) => asNumber(figure))),
    centuries: new Set([...plain.matchAll(romanNumber)].map(([roman]) => String(arabicOf(roman)))),
  }
}

/** Returns the same text for `1.250,00`, `1,250` and `1250`, and for `4,90` and `4.9`. */
function asNumber(figure: string): string {
  const plain = /^\d{1,3}(?:[.,]\d{3})+$/.test(figure) ? figure.replace(/[.,]/g, '') : figure
  const decimal = plain.replace(/[.,](?=\d{3}(?:[.,]))/g, '').replace(',', '.')
  return /^\d+\.\d+$/.test(decimal) ? String(Number(decimal)) : decimal
}

const romanValues: Record<string, number> = { I: 1, V: 5, X: 10 }

function arabicOf(roman: string): number {
  const values = [...roman].map((letter) => romanValues[letter] ?? 0)
  return values.reduce((sum, value, index) => sum + (value < (values[index + 1] ?? 0) ? -value : value), 0)
}
