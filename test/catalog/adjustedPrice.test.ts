import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustedPrice } from '../../src/modules/catalog/prices/adjustedPrice.ts'

const price = fc.integer({ min: 1, max: 99_999_999 })
const basisPoints = fc.integer({ min: -9_000, max: 50_000 })
const stepCents = fc.constantFrom(1, 5, 10, 50, 100, 500, 1_000)

test('a percentage gives the exact price, rounded once (half a step is rounded up), as integer arithmetic confirms', () => {
  fc.assert(
    fc.property(price, basisPoints, stepCents, (cents, points, step) => {
      const made = adjustedPrice(cents, { by: { basisPoints: points }, stepCents: step })
      const whole = 10_000n * BigInt(step)
      const steps = (2n * BigInt(cents) * BigInt(10_000 + points) + whole) / (2n * whole)
      expect(BigInt(made)).toBe(steps * BigInt(step))
    }),
  )
})

test('an amount is added to the cent, and rounding moves a price by half a step at most', () => {
  fc.assert(
    fc.property(price, fc.integer({ min: -100_000, max: 100_000 }), stepCents, (cents, more, step) => {
      expect(adjustedPrice(cents, { by: { cents: more }, stepCents: 1 })).toBe(cents + more)
      const made = adjustedPrice(cents, { by: { cents: more }, stepCents: step })
      expect(Math.abs(made % step)).toBe(0)
      expect(Math.abs(made - cents - more) * 2).toBeLessThanOrEqual(step)
    }),
  )
})

test('a higher price never becomes the lower one, and adding nothing changes nothing', () => {
  fc.assert(
    fc.property(price, price, basisPoints, stepCents, (one, other, points, step) => {
      const made = (cents: number) => adjustedPrice(cents, { by: { basisPoints: points }, stepCents: step })
      expect(made(Math.max(one, other))).toBeGreaterThanOrEqual(made(Math.min(one, other)))
      expect(adjustedPrice(one, { by: { basisPoints: 0 }, stepCents: 1 })).toBe(one)
    }),
  )
})
