/** `"42.50"` → `42,50 €`, `"40"` → `40 €`; no price, or none above zero, is "Su richiesta" (spec section 5). */
export function formatEuro(price: string | null): string {
  const euro = Number(price)
  if (price === null || !(euro > 0)) return 'Su richiesta'
  return `${euro.toFixed(Number.isInteger(euro) ? 0 : 2).replace('.', ',')}\u00a0€`
}

export const hasPrice = (price: string | null) => Number(price) > 0
