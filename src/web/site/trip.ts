import {
  type Offer,
  offerWords,
  type Party,
  partyWords,
  type Vehicle,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { Values } from '../ui/useForm.ts'

/** Who travels, and the ride that was preferred. */
export interface Trip extends Party {
  vehicle: Vehicle | null
}

/** What stands there before anybody has chosen. */
export const usualTrip: Trip = { passengers: 2, bags: 2, vehicle: null }

/** Of the rides that fit: the preferred one, else the private one. */
export function chosenOffer(offers: Offer[], vehicle: Vehicle | null): Offer | undefined {
  return offers.find((offer) => offer.vehicle === vehicle) ?? offers[0]
}

/** `3 passeggeri, 4 bagagli: Minivan, 130 € per veicolo`. */
export function tripWords(party: Party, offer: Offer | undefined): string {
  return offer ? `${partyWords(party)}: ${offerWords(offer, party)}` : partyWords(party)
}

export const moreThanEight = 'Più di 8'
export const countChoices = ['1', '2', '3', '4', '5', '6', '7', '8', moreThanEight]

const choiceOf = (count: number) => (count > 8 ? moreThanEight : String(count))

/** The fields of a form that a choice fills in. */
export function tripValues(trip: Trip | null): Values {
  return trip ? { passengers: choiceOf(trip.passengers), luggage: choiceOf(trip.bags) } : {}
}

const tripFields = [
  'departure',
  'destination',
  'date',
  'time',
  'flightOrTrain',
  'returnDate',
  'returnTime',
  'passengers',
  'luggage',
  'returnTrip',
]

/** What the visitor has typed or chosen about a trip in the forms of this page: any request starts from it. */
export function typedTrip(): Values {
  const fields = [...document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('main form [name]')]
  return Object.fromEntries(
    fields
      .filter((field) => tripFields.includes(field.name) && isTyped(field))
      .map(({ name, value }) => [name, value]),
  )
}

function isTyped(field: HTMLInputElement | HTMLSelectElement): boolean {
  if (field instanceof HTMLSelectElement)
    return (
      [...field.selectedOptions].some(({ defaultSelected }) => !defaultSelected) && field.selectedIndex > 0
    )
  return field.type === 'checkbox' ? field.checked : field.value.trim() !== ''
}

/** What a form says about who travels; null unless both are plain numbers, as the server asks. */
export function partyOf({ passengers = '', luggage = '' }: Values): Party | null {
  if (!/^\d{1,2}$/.test(passengers) || !/^\d{0,2}$/.test(luggage)) return null
  return { passengers: Number(passengers), bags: Number(luggage) }
}

/** The optional fields that every request of a trip has, as they are sent. */
export function moreOf(values: Values, offer: Offer | undefined) {
  const { date = '', time = '', flightOrTrain = '', luggage = '', returnTrip = '' } = values
  const { returnDate = '', returnTime = '' } = returnTrip ? values : {}
  return {
    date,
    time,
    flightOrTrain,
    luggage,
    ...(offer && { offer: offer.vehicle }),
    ...(returnTrip && { returnTrip: true, returnDate, returnTime }),
  }
}
