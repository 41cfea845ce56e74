import { euro } from '../../../kernel/money.ts'
import { said, type Translate } from '../../../languages/translate.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import {
  type Offer,
  offerWords,
  type Party,
  partyWords,
  type Vehicle,
  vehicleKeys,
} from '../../../modules/catalog/prices/quote.contract.ts'
import type { Choice, Chosen, Journey } from '../../../modules/content/pages/contract.ts'
import { tripDateProblems } from '../../../modules/leads/requests/trip.contract.ts'
import type { AppView } from '../../pageData.ts'
import type { Errors } from '../../ui/useForm.ts'

/** A value that the visitor has not chosen is null. */
export interface Trip extends Journey, Chosen {
  vehicle: Vehicle | null
}

const nowhere: Journey = { departure: '', departureTown: '', destination: '', destinationTown: '' }

/** Returns the trip of a page: the page's own places, and the days and party in its URL. */
export function tripOf(view: AppView): Trip {
  const {
    day = null,
    isReturn = false,
    returnDay = null,
    passengers = null,
    bags = null,
  } = choiceIn(view) ?? {}
  return { ...nowhere, ...placesOf(view), day, isReturn, returnDay, passengers, bags, vehicle: null }
}

export const choiceIn = (view: AppView): Choice | null => ('choice' in view ? view.choice : null)

function placesOf(view: AppView): Partial<Journey> {
  if (view.kind === 'home' || view.kind === 'results') return view.journey
  if (view.kind === 'place') return { destination: view.place.name }
  if (view.kind === 'olderRoute')
    return { departure: view.route.departure, destination: view.route.destination }
  if (view.kind !== 'route') return {}
  const { departureLocation, destinationLocation } = view.route
  return { departure: departureLocation.name, destination: destinationLocation.name }
}

/** Returns sentences about invalid days by parameter name. */
export function dayProblems(t: Translate, { day, returnDay }: Trip, today: string): Errors {
  const names: Record<string, string> = { date: 'giorno', returnDate: 'ritorno' }
  return Object.fromEntries(
    tripDateProblems({ date: day ?? today, returnDate: returnDay }, today).map(({ path, message }) => [
      names[path] ?? path,
      said(t, message),
    ]),
  )
}

/** Returns the offer with the preferred vehicle, otherwise the first. */
export function chosenOffer<One extends Offer>(offers: One[], vehicle: Vehicle | null): One | undefined {
  return offers.find((offer) => offer.vehicle === vehicle) ?? offers[0]
}

/** Returns the round-trip offer for the same vehicle; undefined if the fare has none. */
export const bothWaysWith = (fare: FareAnswer | null, offer: Offer | undefined) =>
  fare?.roundTrip?.offers.find(({ vehicle }) => vehicle === offer?.vehicle)

/** Returns for example `3 passeggeri, 4 bagagli: Minivan, 130 € per veicolo`; with `both`, the total of both ways. */
export function tripWords(
  t: Translate,
  party: Party,
  offer: Offer | undefined,
  both: { total: string } | undefined,
): string {
  const words = partyWords(t, party)
  if (!offer) return words
  if (!both) return t('lead.row', { label: words, value: offerWords(t, offer, party) })
  return t('whatsapp.bothWays', {
    party: words,
    vehicle: t(vehicleKeys[offer.vehicle]),
    total: euro(t, both.total),
  })
}
