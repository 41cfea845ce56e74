import { euro } from '../../../kernel/money.ts'
import type { Translate } from '../../../languages/translate.ts'
import { loneUnitKeys } from '../../catalog/prices/quote.contract.ts'
import type { RouteFacts } from '../../catalog/search/contract.ts'
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

export function routeQuestions(
  t: Translate,
  route: RouteFacts,
  { hasEconomy, meetingPoint, service }: Known,
): Question[] {
  const { departureLocation, destinationLocation, distanceKm: km } = route
  const waiting = waitingAt(t, service, departureLocation.locationType)
  return [
    {
      question: t('question.cost', { from: departureLocation.name, to: destinationLocation.name }),
      answer: costWords(t, route, hasEconomy),
    },
    {
      question: t('question.time'),
      answer: km
        ? t('question.timeAnswer', { km, duration: route.estimatedDuration || t('question.timeTraffic') })
        : t('question.timeUnknown'),
    },
    { question: t('question.meet'), answer: t('question.meetAnswer', { meetingPoint, waiting }) },
    { question: t('question.bags'), answer: t('question.bagsAnswer') },
    {
      question: t('question.pay'),
      answer: `${paymentRule(t, service)} ${changeRule(t, service)} ${refundRule(t, service)}`,
    },
  ]
}

function costWords(
  t: Translate,
  { price1to3Pax: car, price4to8Pax: van, priceMin2Pax: shared }: RouteFacts,
  hasEconomy: boolean,
): string {
  if (!car || !van) return t('question.costAsk', { promise: promisedTime(t) })
  const own = t('question.costAnswer', { car: euro(t, car, ' '), van: euro(t, van, ' ') })
  if (!hasEconomy || !shared) return own
  const start = t('question.costShared', { price: euro(t, shared, ' '), unit: t(loneUnitKeys.persona) })
  return `${own} ${start}`
}
