/** Short name of each unit, with a pattern for its spellings before or after a number. */
const units: Record<string, RegExp> = {
  euro: /€|euro/i,
  km: /km|chilometr/i,
  min: /min/i,
  h: /\bh\b|\bor[ae]\b/i,
  stelle: /stell/i,
  recensioni: /recension/i,
}

const claim =
  /(?<![\p{L}\d]|\d[.,])(?:€\s{0,9}\d+(?:[.,]\d+)*|\d+(?:[.,]\d+)*\s{0,9}(?:€|(?:euro|km|chilometr[oi]|minut[oi]|min|or[ae]|h|stell[ae]|recension[ei])(?![\p{L}\d])))/giu

/** Returns the prices, distances, durations, ratings and numbers of reviews in `text` that `given` lacks. */
export function figuresMissingFrom(text: string, given: string): string[] {
  const known = new Set(figuresIn(given).map(({ figure }) => figure))
  return [...new Set(figuresIn(text).flatMap(({ words, figure }) => (known.has(figure) ? [] : [words])))]
}

/** In `da 40 a 50 €` and `40-50 €` the unit also applies to the first figure. */
const range =
  /(?<!\d|\d[.,])(\d+(?:[.,]\d+)*)\s{0,9}(?:-|–|a|o|e|ai)\s{0,9}(?=(\d+(?:[.,]\d+)*\s{0,9}(?:€|euro|km|chilometri|minuti|min|ore|h)(?!\p{L})))/giu

function spelledOut(text: string): string {
  return text.replace(range, (whole, first: string, second: string) =>
    whole.replace(first, `${first} ${second.replace(/^[\d.,]+\s*/, '')}`),
  )
}

/** Returns each figure as written and with a short unit, so that `93 chilometri` equals `93 km`. */
function figuresIn(text: string): { words: string; figure: string }[] {
  return [...spelledOut(text).matchAll(claim)].map(([found]) => {
    const words = found.replace(/\s+/g, ' ')
    const number = words.match(/\d+(?:[.,]\d+)*/)?.[0] ?? ''
    const unit = Object.keys(units).find((name) => units[name]?.test(words.replace(number, '')))
    // Removes leading zeros and zero decimals: `40,00 €` equals `40 €`, and `1 h 05 min` equals `1 ora e 5 minuti`.
    return { words, figure: `${number.replace(/^0+(?=\d)|[.,]0+$/g, '')} ${unit}` }
  })
}
