import { dayWords } from '../../../kernel/romanDay.ts'
import type { Translate } from '../../../languages/translate.ts'
import { certaintyOf } from '../../../modules/catalog/fares/certainty.contract.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import { hasLink } from '../../../modules/catalog/placeSearch/links.contract.ts'
import {
  partyWords,
  shownParty,
  vanReason,
  vehicleKeys,
} from '../../../modules/catalog/prices/quote.contract.ts'
import { bothWaysWith, chosenOffer, type Trip } from './trip.ts'

const kinds = {
  fixed: 'fare.fixed',
  indicative: 'fare.indicative',
  toConfirm: 'fare.toConfirm',
} as const

/** Returns what the operator promises, such as `Prezzo fisso per oggi: 2 passeggeri.`, or why there is no price. */
export function fareWords(
  t: Translate,
  { fare, trip, today }: { fare: FareAnswer; trip: Trip; today: string | undefined },
): string {
  const { offers, roundTrip } = fare
  if (offers.length === 0) return reasonWords(t, fare, trip)
  const certainty = certaintyOf(fare)
  const discountPercent = roundTrip?.discountPercent ?? 0
  const chosen = chosenOffer(offers, trip.vehicle)
  const both = bothWaysWith(fare, chosen)
  const party = shownParty(trip)
  const wordsOf = (day: string) => (day === today ? t('fare.today') : dayWords(t, day))
  const day = wordsOf(fare.day)
  const days =
    trip.isReturn && trip.returnDay ? t('fare.returnOn', { day, returnDay: wordsOf(trip.returnDay) }) : day
  return [
    t(kinds[certainty], { days, party: partyWords(t, party) }),
    certainty === 'indicative' && confirmationWords(t, fare, trip),
    trip.isReturn && !roundTrip && t('fare.returnOnRequest'),
    chosen && roundTrip && !both && t('fare.returnApart', { vehicle: t(vehicleKeys[chosen.vehicle]) }),
    both && discountPercent > 0 && t('fare.discounted', { percent: discountPercent }),
    // Explains the minivan to small parties only; larger parties expect it.
    party.passengers <= 4 && vanReason(t, party),
  ]
    .filter(Boolean)
    .join(' ')
}

/** Returns the sentence about confirmation. Names the towns of the price if the visitor entered other places. */
function confirmationWords(t: Translate, { from, to }: FareAnswer, { departure, destination }: Trip): string {
  const isSame = from?.name === departure && to?.name === destination
  if (isSame || !from || !to) return t('fare.confirmed')
  return t('fare.ofTowns', { from: from.name, to: to.name })
}

/** Returns whether the trip starts or ends outside the served area. */
export const isOutside = ({ reason, from, to }: FareAnswer): boolean =>
  reason === 'notServed' && !(from && to)

/** Returns why there is no price, with the places that the server recognised, or as typed if it recognised none. */
function reasonWords(t: Translate, { reason, from, to }: FareAnswer, trip: Trip): string {
  const unknown = [
    ...(from ? [] : [trip.departureTown || trip.departure]),
    ...(to ? [] : [trip.destinationTown || trip.destination]),
  ]
  if (reason === 'tooMany') return t('fare.tooMany')
  if (reason === 'unknownPlace') return t(unknown.some(hasLink) ? 'fare.closedLink' : 'fare.unknownPlace')
  if (from && to)
    return from.id === to.id
      ? t('fare.samePlace', { place: from.name })
      : t('fare.notServed', { from: from.name, to: to.name })
  const [place = '', other] = unknown
  return other ? t('fare.outsideTrip') : t('fare.outside', { place })
}
