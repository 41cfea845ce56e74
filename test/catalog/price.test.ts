import fc from 'fast-check'
import { expect, test } from 'vitest'
import { startingPrice, storedPriceText } from '../../src/modules/catalog/book/price.queries.ts'
import { centsOf, priceFault, priceText } from '../../src/modules/catalog/prices/cents.contract.ts'

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
    ['1 250,50', 125050],
    ['€ 12\u00a0500', 1250000],
    ['1\u202f250.5', 125050],
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
    '12 50',
    '1 25 000',
    '4O',
  ])
    expect([written, centsOf(written)]).toEqual([written, undefined])
})

test('a price that cannot be read is refused with its own reason', () => {
  for (const [written, reason] of [
    ['1.250', '«1.250»: intendi 1250 euro o 1,25? Scrivilo in uno di questi due modi.'],
    ['€ 1,250', '«€ 1,250»: intendi 1250 euro o 1,25? Scrivilo in uno di questi due modi.'],
    ['40.123', '«40.123»: intendi 40123 euro? Scrivilo senza punto: i centesimi hanno due cifre.'],
    ['1250,505', '«1250,505»: i centesimi hanno al massimo due cifre.'],
    ['-5', '«-5»: un prezzo non può essere negativo.'],
    ['12 50', '«12 50»: c’è uno spazio fra le cifre. Scrivi il prezzo senza spazi, per esempio 1250,50.'],
    ['99999999', '«99999999»: il prezzo più alto è 999999,99 euro.'],
    ['1.250.000', '«1.250.000»: il prezzo più alto è 999999,99 euro.'],
    ['4O', 'Scrivi il prezzo in euro, per esempio 40 oppure 40,50'],
  ] as const) {
    expect([written, centsOf(written)]).toEqual([written, undefined])
    expect(priceFault(written)).toBe(reason)
  }
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
  expect(startingPrice({ priceMin2Pax: '0', price3to4Pax: '0.00', price1to3Pax: '110' })).toBe('110')
})
