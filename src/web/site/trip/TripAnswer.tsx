import { shownParty } from '../../../modules/catalog/prices/quote.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { AskAnyway } from './AskAnyway.tsx'
import { fareWords, isOutside } from './fareWords.ts'
import { Offers } from './Offers.tsx'
import { useRequests } from './useRequests.ts'

/** Shows the price of the trip. Until the next price has arrived, the previous one keeps its place without being visible. */
export function TripAnswer() {
  const { t } = useLanguage()
  const { shown, trip, choice, changeTrip } = useRequests()
  const { fare, isLoading, hasFailed } = shown
  if (trip.departure === '' || trip.destination === '') return null
  return (
    <div>
      {fare && fare.offers.length > 0 && (
        <Offers
          fare={fare}
          party={shownParty(trip)}
          vehicle={trip.vehicle}
          name="veicolo"
          isLoading={isLoading}
          onChoose={(vehicle) => changeTrip({ vehicle })}
        />
      )}
      <p
        role="status"
        className={`figures changed:invisible mt-2 text-sm leading-snug ${isLoading ? 'invisible' : ''}`}
      >
        {hasFailed ? t('fare.failed') : fare && fareWords(t, { fare, trip, today: choice?.today })}
      </p>
      {fare && isOutside(fare) && <AskAnyway />}
    </div>
  )
}
