// Prices and vehicles of rides. Few imports keep the browser's bundle small.

import { euro } from '../../../kernel/money.ts'
import type { SimpleKey, Translate } from '../../../languages/translate.ts'

export type PriceUnit = 'persona' | 'gruppo' | 'veicolo'

export const unitKeys = {
  persona: 'unit.person',
  gruppo: 'unit.group',
  veicolo: 'unit.vehicle',
} as const satisfies Record<PriceUnit, SimpleKey>

/** Units for prices shown without a number of passengers. "Per person" then also states the minimum of two. */
export const loneUnitKeys = {
  ...unitKeys,
  persona: 'unit.personMinTwo',
} as const satisfies Record<PriceUnit, SimpleKey>

export type Vehicle = 'berlina' | 'minivan' | 'economy' | 'premium'

export const vehicleKeys = {
  berlina: 'vehicle.sedan',
  minivan: 'vehicle.minivan',
  economy: 'vehicle.economy',
  premium: 'vehicle.premium',
} as const satisfies Record<Vehicle, SimpleKey>

type BandField =
  | 'priceMin2Pax'
  | 'price3to4Pax'
  | 'price5to7Pax'
  | 'price1to3Pax'
  | 'price4to8Pax'
  | 'pricePremium1to3Pax'
  | 'pricePremium4to7Pax'
type SharedField = 'priceMin2Pax' | 'price3to4Pax' | 'price5to7Pax'
export type BandPrices = Record<BandField, string | null>

interface Band {
  field: SharedField
  from: number
  to: number
  unit: PriceUnit
}

/** Shared rides require two passengers; a single passenger travels privately. */
const sharedBands: Band[] = [
  { field: 'priceMin2Pax', from: 2, to: 2, unit: 'persona' },
  { field: 'price3to4Pax', from: 3, to: 4, unit: 'gruppo' },
  { field: 'price5to7Pax', from: 5, to: 7, unit: 'gruppo' },
]

/** A car has four seats, but its price covers three passengers. Four passengers pay for the van. */
const car = { vehicle: 'berlina', passengers: 3, bags: 3, field: 'price1to3Pax' } as const
const van = { vehicle: 'minivan', passengers: 8, bags: 8, field: 'price4to8Pax' } as const
const premiumVehicles = [
  { passengers: 3, bags: 3, field: 'pricePremium1to3Pax' },
  { passengers: 7, bags: 7, field: 'pricePremium4to7Pax' },
] as const
const privateVehicles = [car, van, ...premiumVehicles]

/** Maximum number of passengers with a price. Larger parties get an offer by staff. */
export const passengersMax = van.passengers
export const bagsMax = van.bags

export interface Party {
  passengers: number
  bags: number
}

/** Returns the party whose prices a page shows. A number that the visitor has not chosen is two. */
export const shownParty = ({ passengers, bags }: { [K in keyof Party]: number | null }): Party => ({
  passengers: passengers ?? 2,
  bags: bags ?? 2,
})

export interface Offer {
  vehicle: Vehicle
  /** Price per unit; null if on request. */
  price: string | null
  unit: PriceUnit
  /** Total for all passengers; null if on request. */
  total: string | null
}

/** Returns whether one vehicle is large enough. Otherwise the party gets an offer by staff. */
export const fitsOneVehicle = ({ passengers, bags }: Party) =>
  passengers <= van.passengers && bags <= van.bags

/** Returns why the party needs the van; '' if the party fits into the car, or into no vehicle. */
export function vanReason(t: Translate, { passengers, bags }: Party): string {
  if (!fitsOneVehicle({ passengers, bags }) || (passengers <= car.passengers && bags <= car.bags)) return ''
  return t(passengers > car.passengers ? 'vehicle.vanForPeople' : 'vehicle.vanForBags')
}

/**
 * Returns the private offer (total null if on request), then shared and premium offers with a price. Omits a shared
 * offer that saves nothing. Empty if no single vehicle is large enough.
 */
export function offersFor(
  { passengers, bags }: Party,
  { prices, hasEconomy }: { prices: BandPrices; hasEconomy: boolean },
): Offer[] {
  if (passengers < 1) return []
  const own = [car, van].find((one) => passengers <= one.passengers && bags <= one.bags)
  if (!own) return []
  const price = known(prices[own.field])
  const offers: Offer[] = [{ vehicle: own.vehicle, price, unit: 'veicolo', total: price }]
  const shared = hasEconomy ? sharedOffer(passengers, prices) : null
  if (shared && isCheaperShared({ passengers, bags }, prices)) offers.push(shared)
  const premium = premiumVehicles.find((one) => passengers <= one.passengers && bags <= one.bags)
  const premiumPrice = premium ? known(prices[premium.field]) : null
  if (premiumPrice)
    offers.push({ vehicle: 'premium', price: premiumPrice, unit: 'veicolo', total: premiumPrice })
  return offers
}

export interface PricedOffer extends Offer {
  price: string
  total: string
}

export function pricedOffersFor(party: Party, priced: Parameters<typeof offersFor>[1]): PricedOffer[] {
  return offersFor(party, priced).flatMap((offer) => {
    const { price, total } = offer
    return price === null || total === null ? [] : [{ ...offer, price, total }]
  })
}

function sharedOffer(passengers: number, prices: BandPrices): Offer | null {
  const band = sharedBands.find(({ from, to }) => passengers >= from && passengers <= to)
  if (!band) return null
  const price = known(prices[band.field])
  const { unit } = band
  return { vehicle: 'economy', price, unit, total: unit === 'persona' ? times(price, passengers) : price }
}

/** Returns cents; infinite without a private price, negative if sharing costs more, null without a shared price. */
function sharedSaving({ passengers, bags }: Party, prices: BandPrices): number | null {
  const total = sharedOffer(passengers, prices)?.total
  if (!total) return null
  let cheapest = Number.POSITIVE_INFINITY
  for (const one of privateVehicles) {
    const price = passengers <= one.passengers && bags <= one.bags ? known(prices[one.field]) : null
    if (price !== null) cheapest = Math.min(cheapest, cents(price))
  }
  return cheapest - cents(total)
}

const isCheaperShared = (party: Party, prices: BandPrices) => (sharedSaving(party, prices) ?? 0) > 0

/** Parties for shared rides, whose price includes one bag per person. */
const sharedParties = [2, 3, 4, 5, 6, 7].map((passengers) => ({ passengers, bags: passengers }))

/** Returns euro by size of party, at least `0`. Leaves out sizes that lack a shared or private price. */
export function sharedSavings(prices: BandPrices): { passengers: number; saving: string }[] {
  return sharedParties.flatMap((party) => {
    const saved = sharedSaving(party, prices)
    return saved === null || !Number.isFinite(saved)
      ? []
      : [{ passengers: party.passengers, saving: euros(Math.max(saved, 0)) }]
  })
}

/** Removes shared prices with which no party saves money. Returns the same object if none is removed. */
export function offeredPrices(prices: BandPrices): BandPrices {
  const useless = sharedBands.filter(
    ({ field, from, to }) =>
      known(prices[field]) &&
      !sharedParties.some(
        (party) => party.passengers >= from && party.passengers <= to && isCheaperShared(party, prices),
      ),
  )
  if (useless.length === 0) return prices
  const { priceMin2Pax, price3to4Pax, price5to7Pax, price1to3Pax, price4to8Pax } = prices
  const { pricePremium1to3Pax, pricePremium4to7Pax } = prices
  const shared = { priceMin2Pax, price3to4Pax, price5to7Pax }
  for (const { field } of useless) shared[field] = null
  return { ...shared, price1to3Pax, price4to8Pax, pricePremium1to3Pax, pricePremium4to7Pax }
}

const known = (price: string | null | undefined) => (Number(price) > 0 ? (price ?? null) : null)

export interface RoundTrip {
  sum: string
  discountPercent: number
  total: string
}

/** Returns null if one of the prices is missing. Rounds the discount up to whole cents. */
export function roundTripOf(
  there: Offer | null | undefined,
  back: Offer | null | undefined,
  discountPercent = 0,
): RoundTrip | null {
  if (!there?.total || !back?.total) return null
  const sum = cents(there.total) + cents(back.total)
  const total = sum - Math.ceil((sum * discountPercent) / 100)
  return { sum: euros(sum), discountPercent, total: euros(total) }
}

/** Totals of a vehicle: each direction, and both together after the discount. */
export interface BothWays {
  vehicle: Vehicle
  there: string
  back: string
  total: string
}

/** Adds up both directions for each vehicle; null if no vehicle is offered in both directions. */
export function bothWays(
  there: PricedOffer[],
  back: PricedOffer[],
  discountPercent: number,
): { discountPercent: number; offers: BothWays[] } | null {
  const offers = there.flatMap((one) => {
    const other = back.find(({ vehicle }) => vehicle === one.vehicle)
    const both = roundTripOf(one, other, discountPercent)
    return both && other
      ? [{ vehicle: one.vehicle, there: one.total, back: other.total, total: both.total }]
      : []
  })
  return offers.length > 0 ? { discountPercent, offers } : null
}

export const sumOf = ({ there, back }: { there: string | null; back: string | null }): string =>
  euros(cents(there ?? '0') + cents(back ?? '0'))

/** Formats `260 €` or, with a discount, `234 € (260 € meno il 10%)`. */
export function roundTripWords(t: Translate, { sum, discountPercent, total }: RoundTrip): string {
  return discountPercent > 0
    ? t('offer.discounted', { total: euro(t, total), sum: euro(t, sum), percent: discountPercent })
    : euro(t, total)
}

const cents = (price: string) => Math.round(Number(price) * 100)
const euros = (count: number) => (count % 100 === 0 ? String(count / 100) : (count / 100).toFixed(2))

/** Multiplies a price. Computes in cents, because binary fractions of euro are inexact. */
function times(price: string | null, count: number): string | null {
  if (price === null) return null
  return euros(cents(price) * count)
}

/** Returns the unit of the lowest shared price; `veicolo` if only private prices exist; null without a price. */
export function startingUnit(prices: Omit<BandPrices, `pricePremium${string}`>): PriceUnit | null {
  const shared = sharedBands
    .filter(({ field }) => known(prices[field]))
    .sort((one, other) => Number(prices[one.field]) - Number(prices[other.field]))[0]
  if (shared) return shared.unit
  return known(prices.price1to3Pax) || known(prices.price4to8Pax) ? 'veicolo' : null
}

/** Formats `Minivan, 130 € per veicolo` or `Economy condiviso, 80 € (40 € a persona × 2)`. */
export function offerWords(
  t: Translate,
  { vehicle, price, unit, total }: Offer,
  { passengers }: Party,
): string {
  const name = t(vehicleKeys[vehicle])
  if (price === null || total === null) return t('offer.onRequest', { vehicle: name })
  return unit === 'persona'
    ? `${name}, ${euro(t, total)} (${euro(t, price)} ${t(unitKeys[unit])} × ${passengers})`
    : `${name}, ${euro(t, total)} ${t(unitKeys[unit])}`
}

/** Formats a number of passengers as `1 passeggero` or `più di 8 passeggeri`. */
export const passengerWords = (t: Translate, count: number) =>
  count > passengersMax ? t('party.morePassengers', { max: passengersMax }) : t('party.passengers', { count })

/** Returns for example `3 passeggeri, 4 bagagli`. */
export function partyWords(t: Translate, { passengers, bags }: Party): string {
  const luggage =
    bags === 0
      ? t('party.withoutBags')
      : bags > bagsMax
        ? t('party.moreBags', { max: bagsMax })
        : t('party.bags', { count: bags })
  return `${passengerWords(t, passengers)}, ${luggage}`
}
