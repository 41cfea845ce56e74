import { italian } from '../../../languages/catalogs.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { FareAnswer, FareSource } from '../../catalog/fares/contract.ts'
import { partyOf } from '../../catalog/fares/counts.contract.ts'
import { type AskedFare, faresFor } from '../../catalog/fares/queries.ts'
import {
  offerWords,
  type Party,
  roundTripWords,
  sumOf,
  type Vehicle,
} from '../../catalog/prices/quote.contract.ts'

export interface AskedTrip {
  departure?: string | null | undefined
  destination?: string | null | undefined
  date?: string | null | undefined
  time?: string | null | undefined
  passengers?: string | null | undefined
  luggage?: string | null | undefined
  returnTrip?: boolean
  returnDate?: string | null | undefined
  returnTime?: string | null | undefined
  offer?: Vehicle | '' | null | undefined
}

export interface TripFare {
  party: Party
  there: FareAnswer
  /** Fare of the return trip; null for a one-way trip. */
  back: FareAnswer | null
}

/** Returns the fares in the order of the trips. Null for a trip without a place or a readable number of passengers. */
export async function tripFares(
  read: Sql | Tx,
  trips: AskedTrip[],
  today: string,
): Promise<(TripFare | null)[]> {
  const asked: AskedFare[] = []
  const pending = trips.map((trip) => {
    const { departure, destination, returnTrip = false } = trip
    const party = partyOf({ passengers: trip.passengers, luggage: trip.luggage })
    if (!departure || !destination || !party) return null
    const [from, to] = [{ text: departure }, { text: destination }]
    const [day, returnDay] = [dayOf(trip.date), dayOf(trip.returnDate) ?? dayOf(trip.date)]
    const { time, returnTime } = trip
    const outbound = { from, to, day, time, party, isReturn: returnTrip, returnDay, returnTime }
    const there = asked.push(outbound) - 1
    const back = returnTrip
      ? asked.push({ from: to, to: from, day: returnDay, time: returnTime, party }) - 1
      : null
    return { party, there, back }
  })
  const fares = await faresFor(read, asked, today)
  return pending.map((one) => {
    const there = one && fares[one.there]
    if (!one || !there) return null
    return { party: one.party, there, back: one.back === null ? null : (fares[one.back] ?? null) }
  })
}

const dayOf = (text: string | null | undefined) => (/^\d{4}-\d\d-\d\d$/.test(text ?? '') ? text : null)

export const offersInWords = (fare: FareAnswer | null, party: Party): string[] =>
  (fare?.offers ?? []).map((offer) => wordsOf(offer, party))

const wordsOf = (offer: FareAnswer['offers'][number], party: Party) =>
  `${offerWords(italian, offer, party)}${offer.isIndicative ? ' (prezzo indicativo)' : ''}`

export interface Quote {
  quote: string | null
  returnQuote: string | null
  totalQuote: string | null
  quoteSource: FareSource | null
  /** Euro for the whole trip; null without a fare. */
  price: string | null
  priceSource: 'chosen' | 'estimated' | null
  fare: StoredFare | null
}

export interface StoredFare extends TripFare {
  chosen: Vehicle | null
}

/** Returns the quote of the chosen offer; if no vehicle was chosen, of the cheapest private offer. */
export async function quoteOf(tx: Tx, trip: AskedTrip, today: string): Promise<Quote> {
  const [fares] = await tripFares(tx, [trip], today)
  if (!fares) return noQuote
  const { party, there, back } = fares
  const chosen = there.offers.find(({ vehicle }) => vehicle === trip.offer)
  const fare: StoredFare = { party, there, back, chosen: chosen?.vehicle ?? null }
  // A vehicle that is not offered for this party gets no quote, because staff decide its price.
  const quotedOffer = trip.offer ? chosen : cheapestPrivate(there.offers)
  const way = quotedOffer && back?.offers.find(({ vehicle }) => vehicle === quotedOffer.vehicle)
  const both = there.roundTrip?.offers.find(({ vehicle }) => vehicle === quotedOffer?.vehicle)
  const discountPercent = there.roundTrip?.discountPercent ?? 0
  return {
    quote: quotedOffer ? wordsOf(quotedOffer, party) : null,
    returnQuote: way ? wordsOf(way, party) : null,
    totalQuote: both
      ? roundTripWords(italian, { sum: sumOf(both), discountPercent, total: both.total })
      : null,
    quoteSource: quotedOffer ? there.source : null,
    ...quotedPriceOf(fare),
    fare,
  }
}

/** Returns the value of a lead until staff agree a price. */
export function quotedPriceOf({ there, back, chosen }: StoredFare): Pick<Quote, 'price' | 'priceSource'> {
  const both = there.roundTrip?.offers ?? []
  const own = (back ? both : there.offers).find(({ vehicle }) => vehicle === chosen)
  if (own) return { price: own.total, priceSource: 'chosen' }
  const estimated = cheapestPrivate(both) ?? cheapestPrivate(there.offers)
  return estimated ? { price: estimated.total, priceSource: 'estimated' } : { price: null, priceSource: null }
}

const cheapestPrivate = <Offered extends { vehicle: Vehicle; total: string }>(offers: Offered[]) =>
  offers
    .filter(({ vehicle }) => vehicle !== 'economy')
    .toSorted((one, other) => Number(one.total) - Number(other.total))[0]

const noQuote: Quote = {
  quote: null,
  returnQuote: null,
  totalQuote: null,
  quoteSource: null,
  price: null,
  priceSource: null,
  fare: null,
}
