import { italian } from '../../../languages/catalogs.ts'
import { officeLanguage } from '../../../languages/office.ts'
import type { Translate } from '../../../languages/translate.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { certaintyOf } from '../../catalog/fares/certainty.contract.ts'
import type { FareAnswer, FareSource } from '../../catalog/fares/contract.ts'
import { partyOf } from '../../catalog/fares/counts.contract.ts'
import { type AskedFare, faresFor } from '../../catalog/fares/fares.queries.ts'
import {
  offerWords,
  type Party,
  roundTripWords,
  sumOf,
  type Vehicle,
} from '../../catalog/prices/quote.contract.ts'
import type { StoredFare, TripFare } from '../lead/fare.contract.ts'
import type { Lead } from '../lead/lead.queries.ts'
import { type AskedLegs, legsOf } from '../lead/leg.contract.ts'

export interface AskedTrip extends AskedLegs {
  passengers?: string | null | undefined
  luggage?: string | null | undefined
  offer?: Vehicle | '' | null | undefined
}

/** A fare is null if a place or the number of passengers is missing, or if a number is unreadable. */
export async function tripFares(
  read: Sql | Tx,
  trips: AskedTrip[],
  today: string,
): Promise<(TripFare | null)[]> {
  const asked: AskedFare[] = []
  const pending = trips.map((trip) => {
    const [there, back = null] = legsOf(trip)
    const party = partyOf(trip)
    if (!there || !party) return null
    const [from, to] = [{ text: there.from }, { text: there.to }]
    const outbound = asked.push({ from, to, there, back, party }) - 1
    const way = back && { from: to, to: from, there: { ...back, day: back.day ?? there.day }, party }
    return { party, there: outbound, back: way && asked.push(way) - 1 }
  })
  const fares = await faresFor(read, asked, today)
  return pending.map((one) => {
    const there = one && fares[one.there]
    if (!one || !there) return null
    return { party: one.party, there, back: one.back === null ? null : (fares[one.back] ?? null) }
  })
}

export const offersInWords = (t: Translate, fare: FareAnswer | null, party: Party): string[] =>
  fare ? fare.offers.map((offer) => wordsOf(t, fare, offer, party)) : []

function wordsOf(
  t: Translate,
  fare: FareAnswer,
  offered: FareAnswer['offers'][number],
  party: Party,
): string {
  const offer = offerWords(t, offered, party)
  const certainty = certaintyOf(fare)
  if (certainty === 'fixed') return offer
  return t(certainty === 'indicative' ? 'offer.indicative' : 'offer.toConfirm', { offer })
}

type QuoteWords = Pick<Lead, 'quote' | 'returnQuote' | 'totalQuote'>

/** The stored texts are Italian. A lead without a stored fare gets these texts in every language. */
export function quotesIn(t: Translate, { quote, returnQuote, totalQuote, fare }: Lead): QuoteWords {
  if (t.language === officeLanguage || !fare) return { quote, returnQuote, totalQuote }
  const words = quoteWords(t, fare)
  return {
    quote: quote && words.quote,
    returnQuote: returnQuote && words.returnQuote,
    totalQuote: totalQuote && words.totalQuote,
  }
}

/** Describes the chosen offer or, if the customer chose no vehicle, the cheapest private offer. */
function quoteWords(t: Translate, { party, there, back, chosen }: StoredFare): QuoteWords {
  const quoted = chosen
    ? there.offers.find(({ vehicle }) => vehicle === chosen)
    : cheapestPrivate(there.offers)
  const way = quoted && back?.offers.find(({ vehicle }) => vehicle === quoted.vehicle)
  const both = there.roundTrip?.offers.find(({ vehicle }) => vehicle === quoted?.vehicle)
  const discountPercent = there.roundTrip?.discountPercent ?? 0
  return {
    quote: quoted ? wordsOf(t, there, quoted, party) : null,
    returnQuote: back && way ? wordsOf(t, back, way, party) : null,
    totalQuote: both ? roundTripWords(t, { sum: sumOf(both), discountPercent, total: both.total }) : null,
  }
}

export interface Quote extends QuoteWords {
  quoteSource: FareSource | null
  /** Euro for the whole trip; null if there is no offer. */
  price: string | null
  priceSource: 'chosen' | 'estimated' | null
  fare: StoredFare | null
}

/** Returns the quote of the chosen offer or, if the customer chose no vehicle, of the cheapest private offer. */
export async function quoteOf(tx: Sql | Tx, trip: AskedTrip, today: string): Promise<Quote> {
  const [fares] = await tripFares(tx, [trip], today)
  if (!fares) return noQuote
  const { party, there, back } = fares
  const chosen = there.offers.find(({ vehicle }) => vehicle === trip.offer)
  const fare: StoredFare = { party, there, back, chosen: chosen?.vehicle ?? null }
  // If the chosen vehicle has no offer for this party, staff decide its price.
  if (trip.offer && !chosen) return { ...noQuote, fare }
  const words = quoteWords(italian, fare)
  return { ...words, quoteSource: words.quote ? there.source : null, ...quotedPriceOf(fare), fare }
}

/** Returns the price of the whole trip until staff and customer agree on a price. */
export function quotedPriceOf({ there, back, chosen }: StoredFare): Pick<Quote, 'price' | 'priceSource'> {
  const both = there.roundTrip?.offers ?? []
  const own = (back ? both : there.offers).find(({ vehicle }) => vehicle === chosen)
  if (own) return { price: own.total, priceSource: 'chosen' }
  const estimated = cheapestPrivate(both) ?? cheapestPrivate(there.offers)
  return estimated ? { price: estimated.total, priceSource: 'estimated' } : { price: null, priceSource: null }
}

export const cheapestPrivate = <Offered extends { vehicle: Vehicle; total: string }>(offers: Offered[]) =>
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
