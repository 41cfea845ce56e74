/** Change of a price in hundredths of a percent, or in cents; the result is a multiple of `stepCents`. */
export interface Adjustment {
  by: { basisPoints: number } | { cents: number }
  stepCents: number
}

/**
 * Returns the adjusted price in cents, rounded once, half a step upwards. Integers only: binary fractions would lose
 * cents. A result of 0 or less is no valid price.
 */
export function adjustedPrice(cents: number, { by, stepCents }: Adjustment): number {
  const [over, under] = 'cents' in by ? [cents + by.cents, 1] : [cents * (10_000 + by.basisPoints), 10_000]
  const step = under * stepCents
  // Adds half a step and rounds down to a whole one.
  const doubled = 2 * over + step
  const rest = ((doubled % (2 * step)) + 2 * step) % (2 * step)
  return ((doubled - rest) / (2 * step)) * stepCents
}
