import {
  type Offer,
  offerWords,
  type Party,
  roundTripWords,
} from '../../modules/catalog/prices/quote.contract.ts'
import type { Values } from '../ui/useForm.ts'
import { chosenOffer, partyOf } from './trip.ts'
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

interface OfferNoteProps {
  offer: Offer | undefined
  party: Party | null
  isReturn: boolean
}

/** States the price of the ride that the form describes. */
export function OfferNote({ offer, party, isReturn }: OfferNoteProps) {
  const { roundTripOf } = useRequests()
  const both = isReturn && offer && party ? roundTripOf(party, offer) : null
  return (
    <p role="status" className="figures rounded-field bg-sea-pale px-3.5 py-2.5 text-sm empty:hidden">
      {offer && party && (
        <>
          <strong className="font-semibold">{offerWords(offer, party)}</strong> · solo andata, prezzo fisso
          {both && (
            <span className="block">
              Andata e ritorno: <strong className="font-semibold">{roundTripWords(both)}</strong>
            </span>
          )}
        </>
      )}
    </p>
  )
}
