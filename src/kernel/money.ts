const noBreakSpace = '\u00a0'

/**
 * Formats euro as `40 €`, `42,50 €` or `12.345 €`. The space is non-breaking; pass `' '` for text that search engines,
 * language models or log readers process.
 */
export function euro(amount: string | number, space = noBreakSpace): string {
  const [whole = '', cents = '00'] = Number(amount).toFixed(2).split('.')
  const grouped = whole.length > 4 ? whole.replace(/\B(?=(\d{3})+$)/g, '.') : whole
  return `${grouped}${cents === '00' ? '' : `,${cents}`}${space}€`
}
