import {
  type Offer,
  offerWords,
  type Party,
  partyWords,
  type Vehicle,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { Choice } from '../../modules/content/pages/contract.ts'
import type { Values } from '../ui/useForm.ts'

/** The party and its preferred vehicle. */
export interface Trip extends Party {
  vehicle: Vehicle | null
}

/** The trip that is shown before the visitor chooses one. */
export const usualTrip: Trip = { passengers: 2, bags: 2, vehicle: null }

/** Returns the party that the visitor chose in the address; null without one. */
export const tripOf = (choice: Choice | null): Trip | null =>
  choice && choice.passengers !== null ? { ...choice.party, vehicle: null } : null

/** Returns the form values that match the days in the address. */
export function dateValues(choice: Choice | null): Values {
  const { day = null, returnDay = null } = choice ?? {}
  return { ...(day && { date: day }), ...(returnDay && { returnTrip: '1', returnDate: returnDay }) }
}

/** Returns the offer with the preferred vehicle; if there is none, the first offer. */
export function chosenOffer(offers: Offer[], vehicle: Vehicle | null): Offer | undefined {
  return offers.find((offer) => offer.vehicle === vehicle) ?? offers[0]
}

/** Returns for example `3 passeggeri, 4 bagagli: Minivan, 130 € per veicolo`. */
export function tripWords(party: Party, offer: Offer | undefined): string {
  return offer ? `${partyWords(party)}: ${offerWords(offer, party)}` : partyWords(party)
}

export const moreThanEight = 'Più di 8'
export const countChoices = ['1', '2', '3', '4', '5', '6', '7', '8', moreThanEight]

const choiceOf = (count: number) => (count > 8 ? moreThanEight : String(count))

/** Returns the form values that match the chosen trip. */
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

/**
 * Returns what the visitor typed about a trip in any form of this page; every request form starts with these values.
 */
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
  // The page fills hidden fields in, not the visitor.
  if (field.type === 'hidden') return false
  return field.type === 'checkbox' ? field.checked : field.value.trim() !== ''
}

/**
 * Returns the party of a form; null unless the form contains plain numbers, because the server accepts no other values.
 */
export function partyOf({ passengers = '', luggage = '' }: Values): Party | null {
  if (!/^\d{1,2}$/.test(passengers) || !/^\d{0,2}$/.test(luggage)) return null
  return { passengers: Number(passengers), bags: Number(luggage) }
}

/** Returns the optional fields of a trip in the form that a lead contains. */
export function optionalTripFields(values: Values, offer: Offer | undefined) {
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
