import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import {
  bothWays,
  fitsOneVehicle,
  type Party,
  pricedOffersFor,
  shownParty,
} from '../../../modules/catalog/prices/quote.contract.ts'
import type { AppView } from '../../pageData.ts'
import { type Trip, tripOf } from './trip.ts'

type RouteView = Extract<AppView, { kind: 'route' }>

/** Returns the fare from the prices in the page; null if the page lacks the prices of these places and days. */
export function pageFare(view: AppView, trip: Trip): FareAnswer | null {
  if (!('chosen' in view)) return null
  const shown = tripOf(view)
  if (placesAndDays(shown, view.choice.today) !== placesAndDays(trip, view.choice.today)) return null
  const party = shownParty(trip)
  if (isSameParty(shownParty(shown), party) && shown.isReturn === trip.isReturn && view.chosen)
    return view.chosen
  // Only a route page has the prices for other parties. Without an offer, even a route page does not know whether staff
  // must confirm rides on these days.
  return view.kind === 'route' && view.chosen?.offers.length ? routeFare(view, party, trip.isReturn) : null
}

/** Returns a key of places and days. If no return day is chosen, the return trip is on the day of the outbound trip. */
function placesAndDays(trip: Trip, today: string): string {
  const day = trip.day ?? today
  const { departure, departureTown, destination, destinationTown } = trip
  const back = trip.returnDay ?? day
  return JSON.stringify([departure, departureTown, destination, destinationTown, day, back])
}

const isSameParty = (one: Party, other: Party) =>
  one.passengers === other.passengers && one.bags === other.bags

function routeFare(view: RouteView, party: Party, isReturn: boolean): FareAnswer {
  const { route, ways, choice, returnDiscountPercent: discountPercent } = view
  const isIndicative = view.chosen?.offers.some((offer) => offer.isIndicative) ?? true
  const [from, to] = [route.departureLocation, route.destinationLocation]
  const there = pricedOffers(ways.there, party, isIndicative)
  const back = isReturn ? pricedOffers(ways.back, party, isIndicative) : []
  const hasOffers = there.length > 0
  return {
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
    day: choice.day ?? choice.today,
    source: hasOffers ? 'listed' : null,
    reason: hasOffers ? null : fitsOneVehicle(party) ? 'notServed' : 'tooMany',
    offers: there,
    roundTrip: bothWays(there, back, discountPercent),
  }
}

/** Returns the offers from the first element of `ways` that has a price for the party; empty if none has one. */
function pricedOffers(
  ways: RouteView['ways']['there'],
  party: Party,
  isIndicative: boolean,
): FareAnswer['offers'] {
  for (const prices of ways) {
    const priced = pricedOffersFor(party, { prices, hasEconomy: prices.hasEconomy })
    if (priced.length > 0)
      return priced.map((offer) => ({ ...offer, validFrom: null, validUntil: null, isIndicative }))
  }
  return []
}
