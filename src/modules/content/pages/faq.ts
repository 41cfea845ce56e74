import { euro } from '../../../kernel/money.ts'
import type { Translate } from '../../../languages/translate.ts'
import { loneUnitKeys } from '../../catalog/prices/quote.contract.ts'
import type { TransferRoute } from '../../catalog/search/contract.ts'
import type { Service } from '../../settings/company/contract.ts'
import {
  changeRule,
  paymentRule,
  promisedTime,
  refundRule,
  waitingAt,
} from '../../settings/company/sentences.contract.ts'

interface Question {
  question: string
  answer: string
}

interface Known {
  hasEconomy: boolean
  meetingPoint: string
  service: Service
}

/** Returns five questions about a route, answered with the route's price, duration and meeting point. */
export function routeQuestions(
  t: Translate,
  route: TransferRoute,
  { hasEconomy, meetingPoint, service }: Known,
): Question[] {
  const { departureLocation: from, destinationLocation: to } = route
  const car = route.price1to3Pax
  const van = route.price4to8Pax
  return [
    {
      question: `Quanto costa il transfer da ${from.name} a ${to.name}?`,
      answer:
        car && van
          ? `L’auto privata costa ${euro(t, car, ' ')} fino a 3 passeggeri, il minivan ${euro(t, van, ' ')} da 4 a 8 passeggeri: il prezzo è per veicolo, non a persona.${
              hasEconomy && route.priceMin2Pax
                ? ` Con la corsa condivisa Economy si parte da ${euro(t, route.priceMin2Pax, ' ')} ${t(loneUnitKeys.persona)}.`
                : ''
            }`
          : `Il prezzo di questa tratta è su richiesta: chiamaci o scrivici e lo confermiamo ${promisedTime(t)}, negli orari dell’ufficio.`,
    },
    {
      question: `Quanto dura il viaggio?`,
      answer: route.distanceKm
        ? `Sono circa ${route.distanceKm} km e si percorrono in ${route.estimatedDuration || 'un tempo che dipende dal traffico'}. In alta stagione consigliamo di aggiungere un po’ di margine.`
        : `Il tempo dipende dal traffico e dall’indirizzo esatto: te lo diciamo quando confermi.`,
    },
    {
      question: 'Dove incontro l’autista?',
      answer: `Ti aspetta ${meetingPoint}. ${waitingAt(t, service, from.locationType)}.`,
    },
    {
      question: 'Quanti bagagli posso portare?',
      answer:
        'Una valigia e un bagaglio a mano per passeggero sono compresi. Passeggini, sci, biciclette o valigie in più vanno indicati quando prenoti.',
    },
    {
      question: 'Come si paga e fino a quando posso cambiare?',
      answer: `${paymentRule(t, service)} ${changeRule(t, service)} ${refundRule(t, service)}`,
    },
  ]
}
