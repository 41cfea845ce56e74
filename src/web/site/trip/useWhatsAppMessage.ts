import { dayWords } from '../../../kernel/romanDay.ts'
import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { bothWaysWith, chosenOffer, tripWords } from './trip.ts'
import { useRequests } from './useRequests.ts'

/** Returns a message with the lead's code on a status page, otherwise with what is known of trip, price and page. */
export function useWhatsAppMessage(): string {
  const { t } = useLanguage()
  const { trip, shown, pageUrl, leadCode } = useRequests()
  const { departure, destination, passengers, vehicle } = trip
  if (leadCode) return t('whatsapp.lead', { code: leadCode })
  if (!departure || !destination) return t('whatsapp.general')
  // While a fare is loading, `shown` has the price of other choices.
  const offer = shown.isLoading ? undefined : chosenOffer(shown.fare?.offers ?? [], vehicle)
  const both = trip.isReturn ? bothWaysWith(shown.fare, offer) : undefined
  const party = shownParty(trip)
  const dayOf = (day: string) => t('whatsapp.day', { day: dayWords(t, day) })
  const days = [
    trip.day && dayOf(trip.day),
    trip.isReturn &&
      (trip.returnDay ? `${t('request.summaryReturn')} ${dayOf(trip.returnDay)}` : t('trip.bothWaysOffer')),
  ]
  const when = days.filter(Boolean).join(', ')
  return [
    t('whatsapp.trip', { trip: `${departure} → ${destination}${when && ` ${when}`}` }),
    passengers !== null && t('whatsapp.party', { party: tripWords(t, party, offer, both) }),
    pageUrl,
  ]
    .filter(Boolean)
    .join(' ')
    .replaceAll('\u00a0', ' ')
}
