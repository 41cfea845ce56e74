/** Change in basis points (hundredths of a percent) or cents. The result is a multiple of `stepCents`. */
export interface Adjustment {
  by: { basisPoints: number } | { cents: number }
  stepCents: number
}

/** Returns cents, halves rounded up. Uses integers, because fractions lose cents. The result may be 0 or less. */
export function adjustedPrice(cents: number, { by, stepCents }: Adjustment): number {
  const [over, under] = 'cents' in by ? [cents + by.cents, 1] : [cents * (10_000 + by.basisPoints), 10_000]
  const step = under * stepCents
  // Adds half a step and rounds down to a whole step.
  const doubled = 2 * over + step
  const rest = ((doubled % (2 * step)) + 2 * step) % (2 * step)
  return ((doubled - rest) / (2 * step)) * stepCents
}
