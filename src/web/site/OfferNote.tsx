import type { ReactNode } from 'react'
import type { FareAnswer } from '../../modules/catalog/fares/contract.ts'
import {
  type Offer,
  offerWords,
  type Party,
  type RoundTrip,
  roundTripWords,
  sumOf,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { Values } from '../ui/useForm.ts'
import { chosenOffer, partyOf } from './trip.ts'
import { useFare } from './useFare.ts'
import { useRequests } from './useRequests.ts'

/**
 * Returns a function that finds the offer for a form's values. The function returns undefined if the values contain
 * another route.
 */
export function useOfferOf(): (given: Values) => Offer | undefined {
  const { trip, journey, offersFor } = useRequests()
  return (given) => {
    const isOurs = given.departure === journey?.departure && given.destination === journey?.destination
    const party = isOurs ? partyOf(given) : null
    return party ? chosenOffer(offersFor(party), trip?.vehicle ?? null) : undefined
  }
}

/**
 * States the price of the ride that the form describes. The page knows the prices of one day; for other days, and for
 * rides at night, the server computes the fare.
 */
export function OfferNote({ typed }: { typed: Values }) {
  const { choice, trip, roundTripOf } = useRequests()
  const offer = useOfferOf()(typed)
  const party = partyOf(typed)
  const isReturn = Boolean(typed.returnTrip)
  const isOfPage = !isOnOtherDay(typed, choice?.day ?? '')
  const { fare, isLoading } = useFare(
    offer && party && !isOfPage && isAhead(typed, choice?.today ?? '') ? questionOf(typed, party) : null,
  )
  if (isOfPage) {
    const both = isReturn && offer && party ? roundTripOf(party, offer) : null
    return <Price offer={offer} party={party} both={both} />
  }
  // The text keeps the place of the price, so that nothing moves below the visitor's finger.
  if (isLoading) return <Note>Calcolo il prezzo di quel giorno…</Note>
  const found = fare ? chosenOffer(fare.offers, trip?.vehicle ?? null) : undefined
  const isIndicative = fare?.offers.some((one) => one.isIndicative) ?? false
  return <Price offer={found} party={party} both={bothOf(fare, found)} isIndicative={isIndicative} />
}

interface PriceProps {
  offer: Offer | undefined
  party: Party | null
  both: RoundTrip | null
  isIndicative?: boolean
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="figures rounded-field bg-sea-pale px-3.5 py-2.5 text-sm empty:hidden">
      {children}
    </p>
  )
}

function Price({ offer, party, both, isIndicative = false }: PriceProps) {
  return (
    <Note>
      {offer && party && (
        <>
          <strong className="font-semibold">{offerWords(offer, party)}</strong> · solo andata,{' '}
          {isIndicative ? 'prezzo indicativo, te lo confermiamo' : 'prezzo fisso'}
          {both && (
            <span className="block">
              Andata e ritorno: <strong className="font-semibold">{roundTripWords(both)}</strong>
            </span>
          )}
        </>
      )}
    </Note>
  )
}

const isAtNight = (time: string) => /^(2[23]|0[0-5]):/.test(time)

/** Whether the form's days or hour have other prices than `day`, the day whose prices the page has. */
function isOnOtherDay({ date = '', time = '', returnTrip = '', returnDate = '' }: Values, day: string) {
  return isAtNight(time) || date !== day || (Boolean(returnTrip) && returnDate !== day)
}

/** Whether no day is past, because the server refuses those. */
function isAhead({ date = '', returnTrip = '', returnDate = '' }: Values, today: string): boolean {
  const first = date || today
  return first >= today && !(returnTrip && returnDate && returnDate < first)
}

function questionOf({ departure = '', destination = '', ...typed }: Values, { passengers, bags }: Party) {
  const { date = '', time = '', returnTrip = '', returnDate = '' } = typed
  return {
    ...{ from: departure, to: destination, passengers: String(passengers), bags: String(bags) },
    ...(date && { day: date }),
    ...(isAtNight(time) && { time }),
    return: Boolean(returnTrip),
    ...(returnTrip && returnDate && { returnDay: returnDate }),
  }
}

function bothOf(fare: FareAnswer | null, there: Offer | undefined): RoundTrip | null {
  const both = fare?.roundTrip?.offers.find(({ vehicle }) => vehicle === there?.vehicle)
  if (!fare?.roundTrip || !both) return null
  return { sum: sumOf(both), discountPercent: fare.roundTrip.discountPercent, total: both.total }
}
