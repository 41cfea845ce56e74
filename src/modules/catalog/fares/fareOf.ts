import type { DatedWhen } from '../../../kernel/romanDay.ts'
import type { PriceField } from '../book/contract.ts'
import type { MustConfirm } from '../closedDays/confirmation.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { bothWays, fitsOneVehicle, type Party, pricedOffersFor } from '../prices/quote.contract.ts'
import type { FareAnswer, FareSource, NoFare } from './contract.ts'
import type { DayPrices, DayRoute } from './dayPrices.ts'

/** `text` is a place's id or name, or a street address whose town can be in `town`. */
export interface End {
  text: string
  town?: string | null | undefined
}

export interface FareQuestion {
  from: End
  to: End
  there: DatedWhen
  /** Null without a way back. */
  back: DatedWhen | null
  party: Party
}

export interface FarePlace {
  id: number
  name: string
}

export interface FareBook<Place extends FarePlace = FarePlace> {
  /** Finds a place by id, name, street address or position. */
  placeNamed(text: string): { place: Place; isAddress: boolean } | null
  /** Returns whether a text that `placeNamed` does not find means a place outside the served area. */
  isElsewhere(text: string): boolean
  listed(from: Place, to: Place): readonly DayRoute[]
  pricesOn(route: DayRoute, when: DatedWhen): DayPrices
  /** Returns null if the start or the destination has no coordinates or is too far from all priced routes. */
  estimated(from: Place, to: Place): Record<PriceField, string | null> | null
  mustConfirm: MustConfirm
  discountPercent: number
}

/** The fare of one way. */
type OneWay = Pick<FareAnswer, 'source' | 'reason' | 'offers'>

/** Returns the fare of a ride. Code that stores or sends the price of a ride must use this function. */
export function fareOf<Place extends FarePlace>(book: FareBook<Place>, question: FareQuestion): FareAnswer {
  const [from, to] = [endOf(book, question.from), endOf(book, question.to)]
  const unknown = [...(from ? [] : [question.from]), ...(to ? [] : [question.to])]
  const isElsewhere = unknown.some(({ text, town }) => book.isElsewhere(town || text))
  const there = isElsewhere ? none('notServed') : oneWay(book, [from, to], question.there, question.party)
  const back = question.back && there.source ? oneWay(book, [to, from], question.back, question.party) : null
  const isUnsure = [question.there, question.back].some((when) => when && book.mustConfirm(when))
  return {
    from: from && shown(from.place),
    to: to && shown(to.place),
    day: question.there.day,
    ...there,
    offers: isUnsure ? there.offers.map((offer) => ({ ...offer, isIndicative: true })) : there.offers,
    roundTrip: back && bothWays(there.offers, back.offers, book.discountPercent),
  }
}

const shown = ({ id, name }: FarePlace) => ({ id, name })

/** Returns the place that `town` names; without a town, the place that `text` names. Null if it is unknown. */
export function endOf<Place extends FarePlace>(
  book: Pick<FareBook<Place>, 'placeNamed'>,
  { text, town }: End,
): Found<Place> {
  if (!town) return book.placeNamed(text)
  const found = book.placeNamed(town)
  return found && { ...found, isAddress: book.placeNamed(text)?.place.id !== found.place.id }
}

type Found<Place> = { place: Place; isAddress: boolean } | null

function oneWay<Place extends FarePlace>(
  book: FareBook<Place>,
  [from, to]: [Found<Place>, Found<Place>],
  when: DatedWhen,
  party: Party,
): OneWay {
  if (!from || !to) return none('unknownPlace')
  if (!fitsOneVehicle(party)) return none('tooMany')
  if (from.place.id === to.place.id) return none('notServed')
  const hasEconomy = hasEconomyFrom(from.place.name)
  const isAddress = from.isAddress || to.isAddress
  for (const [source, route] of waysOf(book, from.place, to.place)) {
    const offers = pricedOffers(party, book.pricesOn(route, when), hasEconomy, isAddress)
    if (offers.length > 0) return { source: isAddress ? 'estimated' : source, reason: null, offers }
  }
  const isListed = book.listed(from.place, to.place).length + book.listed(to.place, from.place).length > 0
  if (isListed) return none('notServed')
  const prices = book.estimated(from.place, to.place)
  const open = { validFrom: null, validUntil: null }
  const offers = prices ? pricedOffers(party, { prices, ...open }, false, true) : []
  return offers.length > 0 ? { source: 'estimated', reason: null, offers } : none('notServed')
}

/** Yields the routes whose prices may apply, best first. The first route with an offer for the party applies. */
export function* waysOf<Place extends FarePlace>(
  { listed }: Pick<FareBook<Place>, 'listed'>,
  from: Place,
  to: Place,
): Generator<[FareSource, DayRoute]> {
  const outbound = listed(from, to)
  for (const route of outbound) if (!route.follows) yield ['listed', route]
  for (const route of listed(to, from)) if (!route.follows) yield ['reverse', route]
  // A return route uses its outbound's prices even if the outbound is inactive.
  for (const route of outbound) if (route.follows) yield ['reverse', route]
}

const none = (reason: NoFare): OneWay => ({ source: null, reason, offers: [] })

function pricedOffers(
  party: Party,
  { prices, validFrom, validUntil }: Omit<DayPrices, 'lists'>,
  hasEconomy: boolean,
  isIndicative: boolean,
): OneWay['offers'] {
  return pricedOffersFor(party, { prices, hasEconomy }).map((offer) => ({
    ...offer,
    validFrom,
    validUntil,
    isIndicative,
  }))
}
