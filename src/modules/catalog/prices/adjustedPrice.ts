/** How a price changes: hundredths of a percent, or cents; `stepCents` is what the result is a multiple of. */
export interface Adjustment {
  by: { basisPoints: number } | { cents: number }
  stepCents: number
}

/**
 * The price raised or lowered, rounded once, half a step upwards. Whole numbers throughout: a sum of binary fractions
 * would lose cents. May be 0 or less, which no price is.
 */
export function adjustedPrice(cents: number, { by, stepCents }: Adjustment): number {
  const [over, under] = 'cents' in by ? [cents + by.cents, 1] : [cents * (10_000 + by.basisPoints), 10_000]
  const step = under * stepCents
  // Half a step more, and down to the whole step.
  const doubled = 2 * over + step
  const rest = ((doubled % (2 * step)) + 2 * step) % (2 * step)
  return ((doubled - rest) / (2 * step)) * stepCents
}
