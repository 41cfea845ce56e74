import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import {
  fitsOneVehicle,
  type Offer,
  offersFor,
  type Party,
  roundTripOf,
} from '../../../modules/catalog/prices/quote.contract.ts'
import type { View } from '../../../modules/content/pages/contract.ts'
import { partyIn, type Trip, tripOf } from './trip.ts'

type RouteView = Extract<View, { kind: 'route' }>

/**
 * Returns the fare of a trip from the prices in the page, so that another party needs no request to the server. Returns
 * null if the page does not have the prices of these places and days.
 */
export function pageFare(view: View, trip: Trip): FareAnswer | null {
  if (!('chosen' in view)) return null
  const shown = tripOf(view)
  if (placesAndDays(shown, view.choice.today) !== placesAndDays(trip, view.choice.today)) return null
  const party = partyIn(trip)
  if (isSameParty(partyIn(shown), party) && shown.isReturn === trip.isReturn && view.chosen)
    return view.chosen
  return view.kind === 'route' ? routeFare(view, party, trip.isReturn) : null
}

/** The return is on the same day unless the visitor chose another day. */
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
  const [from, to] = [route.departureLocation, route.destinationLocation]
  const there = pricedOffers(ways.there, party)
  const back = isReturn ? pricedOffers(ways.back, party) : []
  const both = there.flatMap((one) => {
    const other = back.find(({ vehicle }) => vehicle === one.vehicle)
    const total = roundTripOf(one, other, discountPercent)?.total
    return total && other ? [{ vehicle: one.vehicle, there: one.total, back: other.total, total }] : []
  })
  const hasOffers = there.length > 0
  return {
    from: { id: from.id, name: from.name },
    to: { id: to.id, name: to.name },
    day: choice.day ?? choice.today,
    source: hasOffers ? 'listed' : null,
    reason: hasOffers ? null : fitsOneVehicle(party) ? 'notServed' : 'tooMany',
    offers: there,
    roundTrip: both.length > 0 ? { discountPercent, offers: both } : null,
  }
}

type PricedOffer = FareAnswer['offers'][number]

/** The first of the ways that has a price for the party applies. */
function pricedOffers(ways: RouteView['ways']['there'], party: Party): PricedOffer[] {
  for (const prices of ways) {
    const priced = offersFor(party, { prices, hasEconomy: prices.hasEconomy }).flatMap(withPrice)
    if (priced.length > 0) return priced
  }
  return []
}

function withPrice({ vehicle, unit, price, total }: Offer): PricedOffer[] {
  if (price === null || total === null) return []
  return [{ vehicle, unit, price, total, validFrom: null, validUntil: null, isIndicative: false }]
}
