import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import { partyWords, shownParty, vanReason } from '../../../modules/catalog/prices/quote.contract.ts'
import { dayWords } from '../choice.ts'
import type { Trip } from './trip.ts'

export const isIndicative = ({ offers }: FareAnswer) => offers.some((offer) => offer.isIndicative)

/** Returns for example `Prezzo fisso per oggi: 2 passeggeri, 2 bagagli.` */
export function fareWords(fare: FareAnswer, trip: Trip, today: string | undefined): string {
  const { offers, roundTrip } = fare
  if (offers.length === 0) return reasonWords(fare)
  const kind = isIndicative(fare) ? 'Prezzo indicativo' : 'Prezzo fisso'
  const discount = roundTrip?.discountPercent ?? 0
  const party = shownParty(trip)
  const wordsOf = (day: string) => (day === today ? 'oggi' : dayWords(day))
  const back = trip.isReturn && trip.returnDay ? `, ritorno ${wordsOf(trip.returnDay)}` : ''
  return [
    `${kind} per ${wordsOf(fare.day)}${back}: ${partyWords(party)}.`,
    isIndicative(fare) && confirmationWords(fare, trip),
    trip.isReturn && !roundTrip && 'Il prezzo del ritorno te lo diciamo noi.',
    discount > 0 && `Andata e ritorno è già con il ${discount}% in meno.`,
    // A larger party expects the minivan, so only small parties get a reason.
    party.passengers <= 4 && vanReason(party),
  ]
    .filter(Boolean)
    .join(' ')
}

/** A street address has the price of its town, which the sentence then mentions. */
function confirmationWords({ from, to }: FareAnswer, { departure, destination }: Trip): string {
  const isSame = from?.name === departure && to?.name === destination
  if (isSame || !from || !to) return 'Te lo confermiamo.'
  return `È quello da ${from.name} a ${to.name}: te lo confermiamo.`
}

/** Says why there is no price. */
function reasonWords({ reason, from, to }: FareAnswer): string {
  if (reason === 'tooMany')
    return 'Su richiesta. Per un gruppo così uniamo più veicoli: mandaci la richiesta e ti facciamo un preventivo.'
  if (reason === 'unknownPlace')
    return 'Non conosciamo questo posto: scrivi in quale paese si trova, oppure mandaci la richiesta e ti facciamo un preventivo.'
  if (from && to && from.id === to.id)
    return `Partenza e destinazione sono tutte e due ${from.name}: mandaci la richiesta e ti facciamo un preventivo.`
  const journey = from && to ? `Da ${from.name} a ${to.name}` : 'Per questo viaggio'
  return `Su richiesta. ${journey} non abbiamo un prezzo fisso: mandaci la richiesta e ti facciamo un preventivo.`
}
