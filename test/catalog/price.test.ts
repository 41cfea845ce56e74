import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startingPrice, storedPriceText } from '../../src/modules/catalog/price.ts'
import { centsOf, priceText } from '../../src/modules/catalog/prices/cents.contract.ts'

test('prices as people and sheets write them are parsed to the cent', () => {
  for (const [written, cents] of [
    [40, 4000],
    ['40', 4000],
    ['40,50', 4050],
    ['40.5', 4050],
    ['€ 40', 4000],
    ['40 €', 4000],
    ['€ 1.250,50', 125050],
    ['1.250,00', 125000],
    ['1,250.50', 125050],
    ['40,-', 4000],
    ['12,50', 1250],
    [42.5, 4250],
  ] as const)
    expect([written, centsOf(written)]).toEqual([written, cents])
})

test('none, zero and "Su richiesta" are no price', () => {
  for (const written of [null, '', '  ', '0', 0, '0,00', 'Su richiesta', 'su richiesta'])
    expect([written, centsOf(written)]).toEqual([written, null])
})

test('ambiguous prices are refused', () => {
  for (const written of [
    '-5',
    -5,
    'abc',
    '40.123',
    '1.250',
    '1,250',
    '1e3',
    true,
    [],
    {},
    undefined,
    '1.2.3',
    '12,345.6.7',
    40.123,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    '99999999',
    'da 40 a 45',
    '4O',
  ])
    expect([written, centsOf(written)]).toEqual([written, undefined])
})

const cents = fc.integer({ min: 1, max: 99_999_999 })

test('every amount survives the Italian, English, our own and PostgreSQL’s notation', () => {
  fc.assert(
    fc.property(cents, (amount) => {
      const euro = amount / 100
      const italian = new Intl.NumberFormat('it-IT', { minimumFractionDigits: 2 }).format(euro)
      const english = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(euro)
      const stored = euro.toFixed(2)
      expect(centsOf(italian)).toBe(amount)
      expect(centsOf(`€ ${italian}`)).toBe(amount)
      expect(centsOf(priceText(amount))).toBe(amount)
      expect(storedPriceText(stored)).toBe(priceText(amount))
      expect(centsOf(english)).toBe(amount)
    }),
  )
})

test('the starting price is the lowest shared one, otherwise the lowest for a vehicle, otherwise none', () => {
  const price = fc.option(cents.map(priceText))
  fc.assert(
    fc.property(price, price, price, price, price, (min2, to4, to7, car, van) => {
      const found = startingPrice({
        priceMin2Pax: min2,
        price3to4Pax: to4,
        price5to7Pax: to7,
        price1to3Pax: car,
        price4to8Pax: van,
      })
      const lowest = (...list: (string | null)[]) => {
        const numbers = list.filter((one) => one !== null).map(Number)
        return numbers.length > 0 ? Math.min(...numbers) : null
      }
      expect(found === null ? null : Number(found)).toBe(lowest(min2, to4, to7) ?? lowest(car, van))
    }),
  )
})
