import fc from 'fast-check'
import { expect, test } from 'vitest'
import { italian } from '../../src/languages/catalogs.ts'
import { startingPrice } from '../../src/modules/catalog/book/price.queries.ts'
import {
  offeredPrices,
  offersFor,
  offerWords,
  partyWords,
  roundTripOf,
  roundTripWords,
  sharedSavings,
  startingUnit,
} from '../../src/modules/catalog/prices/quote.contract.ts'

const prices = {
  priceMin2Pax: '40',
  price3to4Pax: '110',
  price5to7Pax: '120',
  price1to3Pax: '112.50',
  price4to8Pax: '130',
  pricePremium1to3Pax: '180',
  pricePremium4to7Pax: '220',
}

// Price, unit and total of a shared ride for 1 to 9 passengers; - = no shared ride. The prices are copied by hand from
// the operator's price rules, not from the code.
const sharedTable = [
  '-',
  '40 persona 80',
  '110 gruppo 110',
  '110 gruppo 110',
  '120 gruppo 120',
  '120 gruppo 120',
  '120 gruppo 120',
  '-',
  '-',
]
// Rows are 1 to 9 passengers, columns 0 to 9 bags; b = car, m = van, . = on request.
const privateTable = [
  'bbbbmmmmm.',
  'bbbbmmmmm.',
  'bbbbmmmmm.',
  'mmmmmmmmm.',
  'mmmmmmmmm.',
  'mmmmmmmmm.',
  'mmmmmmmmm.',
  'mmmmmmmmm.',
  '..........',
]
// Rows and columns as in `privateTable`; c = premium car, v = premium van, . = on request.
const premiumTable = [
  'ccccvvvv..',
  'ccccvvvv..',
  'ccccvvvv..',
  'vvvvvvvv..',
  'vvvvvvvv..',
  'vvvvvvvv..',
  'vvvvvvvv..',
  '..........',
  '..........',
]

const shown = (text: string | null) => text ?? '?'

test('1 to 9 passengers with 0 to 9 bags get the vehicle, the unit and the total of the table', () => {
  for (const hasEconomy of [true, false])
    for (let passengers = 1; passengers <= 9; passengers++)
      for (let bags = 0; bags <= 9; bags++) {
        const offers = offersFor({ passengers, bags }, { prices, hasEconomy })
        const vehicle = privateTable[passengers - 1]?.[bags]
        const expected =
          vehicle === 'b'
            ? ['berlina 112.50 veicolo 112.50']
            : vehicle === 'm'
              ? ['minivan 130 veicolo 130']
              : []
        const shared = sharedTable[passengers - 1]
        // Three people pay 112.50 € in the private car but 110 € in a shared ride, which is therefore offered.
        if (hasEconomy && shared !== '-' && vehicle !== '.') expected.push(`economy ${shared}`)
        const premium = { c: '180', v: '220' }[premiumTable[passengers - 1]?.[bags] ?? '']
        if (premium) expected.push(`premium ${premium} veicolo ${premium}`)
        const found = offers.map(
          ({ vehicle, price, unit, total }) => `${vehicle} ${shown(price)} ${unit} ${shown(total)}`,
        )
        expect([passengers, bags, found]).toEqual([passengers, bags, expected])
      }
})

const price = fc.option(
  fc
    .integer({ min: 0, max: 99_999 })
    .map((cents) => (cents % 100 === 0 ? String(cents / 100) : (cents / 100).toFixed(2))),
)
const anyPrices = fc.record({
  priceMin2Pax: price,
  price3to4Pax: price,
  price5to7Pax: price,
  price1to3Pax: price,
  price4to8Pax: price,
  pricePremium1to3Pax: price,
  pricePremium4to7Pax: price,
})
const seats = { berlina: 4, minivan: 8, economy: 7, premium: 7 }
const boot = { berlina: 3, minivan: 8, economy: 8, premium: 7 }

/** Price field of each private vehicle, with the passengers and the bags that fit into it. */
const vehicles = [
  ['price1to3Pax', 3, 3],
  ['price4to8Pax', 8, 8],
  ['pricePremium1to3Pax', 3, 3],
  ['pricePremium4to7Pax', 7, 7],
] as const

test('with any prices no vehicle is too small, every shared ride is cheaper than a private one, no total is invented, and cents are exact', () => {
  fc.assert(
    fc.property(
      anyPrices,
      fc.integer({ min: 0, max: 20 }),
      fc.integer({ min: 0, max: 20 }),
      fc.boolean(),
      (prices, passengers, bags, hasEconomy) => {
        const offers = offersFor({ passengers, bags }, { prices, hasEconomy })
        for (const offer of offers) {
          expect(seats[offer.vehicle]).toBeGreaterThanOrEqual(passengers)
          expect(boot[offer.vehicle]).toBeGreaterThanOrEqual(bags)
          if (offer.vehicle === 'economy') expect(hasEconomy && passengers >= 2).toBe(true)
          if (offer.vehicle === 'economy')
            for (const [field, people, bagsMax] of vehicles)
              if (passengers <= people && bags <= bagsMax && Number(prices[field]) > 0)
                expect(Number(offer.total)).toBeLessThan(Number(prices[field]))
          if (offer.total === null) expect([offer.price, offer.vehicle]).not.toEqual([null, 'economy'])
          else {
            expect(Object.values(prices)).toContain(offer.price)
            const count = offer.unit === 'persona' ? passengers : 1
            const cents = (text: string | null) => Math.round(Number(text) * 100)
            expect(cents(offer.total)).toBe(cents(offer.price) * count)
            expect(offer.total).toMatch(/^\d+(\.\d\d)?$/)
          }
        }
      },
    ),
  )
})

test('a shared ride that costs the party what the private one costs, or more, is not offered', () => {
  const vehicles = (price1to3Pax: string) =>
    offersFor({ passengers: 3, bags: 0 }, { prices: { ...prices, price1to3Pax }, hasEconomy: true }).map(
      ({ vehicle }) => vehicle,
    )
  expect(vehicles('110')).toEqual(['berlina', 'premium'])
  expect(vehicles('109.99')).toEqual(['berlina', 'premium'])
  expect(vehicles('110.01')).toEqual(['berlina', 'economy', 'premium'])
})

test('a price is hidden exactly if none of its parties saves by sharing, and each saving is the difference', () => {
  const parties = [2, 3, 4, 5, 6, 7].map((passengers) => ({ passengers, bags: passengers }))
  const bands = { priceMin2Pax: [2], price3to4Pax: [3, 4], price5to7Pax: [5, 6, 7] } as const
  fc.assert(
    fc.property(anyPrices, (prices) => {
      const sharedOf = (party: (typeof parties)[number]) =>
        offersFor(party, { prices, hasEconomy: true }).find(({ vehicle }) => vehicle === 'economy')
      const shown = offeredPrices(prices)
      for (const [field, sizes] of Object.entries(bands) as [keyof typeof bands, readonly number[]][]) {
        const isOffered = parties.some((party) => sizes.includes(party.passengers) && sharedOf(party))
        if (Number(prices[field]) > 0) expect(shown[field]).toBe(isOffered ? prices[field] : null)
      }
      for (const field of ['price1to3Pax', 'price4to8Pax'] as const) expect(shown[field]).toBe(prices[field])
      for (const { passengers, saving } of sharedSavings(prices)) {
        const offer = sharedOf({ passengers, bags: passengers })
        expect(Boolean(offer)).toBe(saving !== '0')
        if (!offer) continue
        const fitting = vehicles.flatMap(([field, people, bagsMax]) =>
          passengers <= people && passengers <= bagsMax && Number(prices[field]) > 0
            ? [Number(prices[field])]
            : [],
        )
        expect(Math.round((Number(offer.total) + Number(saving)) * 100)).toBe(
          Math.round(Math.min(...fitting) * 100),
        )
      }
    }),
  )
})

test('the starting price has the unit of its band', () => {
  const units = {
    priceMin2Pax: 'persona',
    price3to4Pax: 'gruppo',
    price5to7Pax: 'gruppo',
    price1to3Pax: 'veicolo',
    price4to8Pax: 'veicolo',
  } as const
  fc.assert(
    fc.property(anyPrices, (prices) => {
      const start = startingPrice(prices)
      const fields = (Object.keys(units) as (keyof typeof units)[]).filter(
        (field) => start !== null && Number(prices[field]) === Number(start),
      )
      const unit = startingUnit(prices)
      if (start === null) expect(unit).toBeNull()
      else expect(fields.map((field) => units[field])).toContain(unit)
    }),
  )
})

test('an offer is shown with its unit, in Italian', () => {
  const words = (passengers: number, bags: number) =>
    offersFor({ passengers, bags }, { prices, hasEconomy: true })
      .filter(({ vehicle }) => vehicle !== 'premium')
      .map((offer) => offerWords(italian, offer, { passengers, bags }))
      .join(' | ')
      .replaceAll('\u00a0', ' ')
  expect(words(1, 0)).toBe('Berlina, 112,50 € per veicolo')
  expect(words(2, 4)).toBe('Minivan, 130 € per veicolo | Economy condiviso, 80 € (40 € a persona × 2)')
  expect(words(8, 8)).toBe('Minivan, 130 € per veicolo')
  expect(partyWords(italian, { passengers: 1, bags: 0 })).toBe('1 passeggero, senza bagagli')
  expect(partyWords(italian, { passengers: 9, bags: 1 })).toBe('più di 8 passeggeri, 1 bagaglio')
})

test('outbound and return cost the sum less the discount, to the cent and never to the customer’s disadvantage', () => {
  const [van] = offersFor({ passengers: 4, bags: 0 }, { prices, hasEconomy: false })
  const [car] = offersFor({ passengers: 1, bags: 0 }, { prices, hasEconomy: false })
  if (!van || !car) throw new Error('no offers')
  const words = (...args: Parameters<typeof roundTripOf>) => {
    const both = roundTripOf(...args)
    return both && roundTripWords(italian, both).replaceAll('\u00a0', ' ')
  }
  expect(words(van, van)).toBe('260 €')
  expect(words(van, van, 10)).toBe('234 € (260 € meno il 10%)')
  // 225 less 7 % is 209.25; 242.50 less 7 % is 225.525, rounded down to 225.52.
  expect(words(car, car, 7)).toBe('209,25 € (225 € meno il 7%)')
  expect(words(car, van, 7)).toBe('225,52 € (242,50 € meno il 7%)')
  expect(words(van, undefined, 10)).toBeNull()
  expect(words({ ...van, total: null }, van, 10)).toBeNull()
})
