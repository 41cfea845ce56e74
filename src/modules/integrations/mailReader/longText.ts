import { textMax, textOf } from './inboundText.contract.ts'

/** Characters at the end of a text that stay when its middle is left out: some people write below what they quote. */
const endMax = 6_000
const gap = '\n[…]\n'

interface Shortened {
  text: string
  /** Null if nothing is left out. */
  leftOut: 'quotes' | 'middle' | null
}

/** Shortens a long text: leaves out quoted lines first, which staff wrote, then the middle. */
export function shortened(value: string): Shortened {
  const whole = textOf(value)
  if (whole.length <= textMax) return { text: whole, leftOut: null }
  const own = withoutQuotes(whole)
  if (own.length <= textMax) return { text: own, leftOut: 'quotes' }
  const start = own.slice(0, textMax - endMax - gap.length)
  return { text: `${start}${gap}${own.slice(-endMax)}`.slice(0, textMax), leftOut: 'middle' }
}

function withoutQuotes(text: string): string {
  const kept: string[] = []
  let isQuoted = false
  for (const line of text.split('\n')) {
    const isQuote = line.startsWith('>')
    if (!isQuote) kept.push(line)
    else if (!isQuoted) kept.push('> […]')
    isQuoted = isQuote
  }
  return kept.join('\n').trim()
}
