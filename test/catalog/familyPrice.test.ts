import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type PriceField, priceFields } from '../../src/modules/catalog/book/contract.ts'
import {
  familyPrices as byRule,
  estimatedPrices,
  exactPrice,
  usualRule,
} from '../../src/modules/catalog/fares/distanceRule.queries.ts'
import { familyLabel, familyPlan } from '../../src/modules/catalog/routes/familyPlan.ts'

const familyPrices = (...asked: Asked) => byRule(usualRule, ...asked)
type Asked = Parameters<typeof byRule> extends [unknown, ...infer Rest] ? Rest : never

const prices = fc.record(
  Object.fromEntries(
    priceFields.map((field) => [
      field,
      fc.option(fc.integer({ min: 5, max: 2_000 }).map((euro) => euro * 100)),
    ]),
  ) as Record<PriceField, fc.Arbitrary<number | null>>,
)
const km = fc.integer({ min: 1, max: 500 })

test('a price of a related route is a multiple of five euro, and exists only where the main route has one', () => {
  fc.assert(
    fc.property(prices, km, km, (main, mainKm, own) => {
      const made = familyPrices(main, { main: mainKm, own }, { hasEconomy: true })
      for (const field of priceFields) {
        expect(made[field] === null).toBe(main[field] === null)
        if (made[field] !== null) {
          expect(made[field] % 500).toBe(0)
          expect(made[field]).toBeGreaterThanOrEqual(500)
        }
      }
    }),
  )
})

test('a longer route never costs less, and a dearer vehicle never becomes the cheaper one', () => {
  fc.assert(
    fc.property(prices, km, km, km, (main, mainKm, one, other) => {
      const near = familyPrices(main, { main: mainKm, own: Math.min(one, other) }, { hasEconomy: true })
      const far = familyPrices(main, { main: mainKm, own: Math.max(one, other) }, { hasEconomy: true })
      for (const field of priceFields) expect(far[field] ?? 0).toBeGreaterThanOrEqual(near[field] ?? 0)
      if (main.price1to3Pax && main.price4to8Pax && main.price4to8Pax >= main.price1to3Pax)
        expect(near.price4to8Pax ?? 0).toBeGreaterThanOrEqual(near.price1to3Pax ?? 0)
    }),
  )
})

test('over the same distance the price equals that of the main route, except for rounding', () => {
  fc.assert(
    fc.property(prices, km, (main, same) => {
      const made = familyPrices(main, { main: same, own: same }, { hasEconomy: true })
      for (const field of priceFields)
        expect(Math.abs((made[field] ?? 0) - (main[field] ?? 0))).toBeLessThanOrEqual(250)
    }),
  )
})

test('without a distance there is no price, and no shared price from places without shared rides', () => {
  fc.assert(
    fc.property(prices, km, (main, own) => {
      const none = familyPrices(main, { main: null, own }, { hasEconomy: true })
      const privately = familyPrices(main, { main: 80, own }, { hasEconomy: false })
      for (const field of priceFields) expect(none[field]).toBeNull()
      expect(privately.priceMin2Pax ?? privately.price3to4Pax ?? privately.price5to7Pax).toBeNull()
    }),
  )
})

test('a family is the return and each hub in both directions, without existing routes and routes to the same place', () => {
  const main = { departureId: 4, destinationId: 7 }
  expect(familyPlan(main, [482, 10], new Set())).toEqual([
    { departureId: 7, destinationId: 4 },
    { departureId: 482, destinationId: 7 },
    { departureId: 7, destinationId: 482 },
    { departureId: 10, destinationId: 7 },
    { departureId: 7, destinationId: 10 },
  ])
  expect(familyPlan(main, [482], new Set(['482>7', '7>482', '7>4']))).toEqual([])
  // The return of this main route is also its family's route from 7 to hub 482, and must be planned only once.
  expect(familyPlan({ departureId: 482, destinationId: 7 }, [482, 7], new Set())).toEqual([
    { departureId: 7, destinationId: 482 },
  ])
})

test('a related route is named after its end that is not the main route’s destination', () => {
  const main = { departureId: 4, destinationId: 7 }
  const label = (departureId: number, destinationId: number, type: 'Stazione' | 'Aeroporto' | 'Città') =>
    familyLabel(main, {
      departureId,
      destinationId,
      departureType: departureId === 7 ? 'Città' : type,
      destinationType: destinationId === 7 ? 'Città' : type,
    })
  expect(label(7, 4, 'Aeroporto')).toBe('Ritorno')
  expect(label(482, 7, 'Stazione')).toBe('Stazione')
  expect(label(7, 482, 'Stazione')).toBe('Stazione')
  expect(label(10, 7, 'Aeroporto')).toBe('Aeroporto')
  expect(label(7, 10, 'Aeroporto')).toBe('Aeroporto')
  expect(label(20, 7, 'Città')).toBe('Correlata')
})

test('an estimated price is rounded up to five euro, so no customer pays more than was announced', () => {
  fc.assert(
    fc.property(km, (distance) => {
      const estimated = estimatedPrices(usualRule, distance)
      for (const field of ['price1to3Pax', 'price4to8Pax'] as const) {
        const rule = usualRule[field]
        const price = estimated[field]
        if (!rule || price === null) throw new Error(`${field} has no price`)
        const exact = exactPrice(rule, distance)
        expect(price % 500).toBe(0)
        expect(price).toBeGreaterThanOrEqual(exact - 0.001)
        expect(price).toBeLessThan(exact + 500)
      }
    }),
  )
})
