import { shortDayWords } from '../../../kernel/romanDay.ts'
import { certaintyOf } from '../../../modules/catalog/fares/certainty.contract.ts'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import { passengerWords, vehicleKeys } from '../../../modules/catalog/prices/quote.contract.ts'
import { Arrowed } from '../../ui/Arrowed.tsx'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro } from '../../ui/money.ts'
import { isOutside } from '../trip/fareWords.ts'
import { bothWaysWith, type Trip } from '../trip/trip.ts'

const marks = {
  fixed: 'fare.fixedMark',
  indicative: 'fare.indicativeMark',
  toConfirm: 'fare.toConfirmMark',
} as const

interface RequestSummaryProps {
  trip: Trip
  time: string
  fare: FareAnswer | null
  offer: FareAnswer['offers'][number] | undefined
  isLoading: boolean
}

export function RequestSummary({ trip, time, fare, offer, isLoading }: RequestSummaryProps) {
  const { t } = useLanguage()
  const { departure, destination, day, isReturn, returnDay, passengers } = trip
  if (!departure || !destination) return null
  const both = isReturn ? bothWaysWith(fare, offer) : undefined
  const facts = [
    day && `${shortDayWords(t, day)}${time ? `, ${time}` : ''}`,
    isReturn && `${t('request.summaryReturn')}${returnDay ? ` ${shortDayWords(t, returnDay)}` : ''}`,
    passengers !== null && passengerWords(t, passengers).replaceAll(' ', '\u00a0'),
  ]
  return (
    <div
      aria-busy={isLoading || undefined}
      // High enough for a price, so that the button below does not move when the price arrives.
      className="flex min-h-18 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-field border border-sea/40 bg-card px-3.5 py-2.5 aria-busy:border-dashed"
    >
      <p className="min-w-0 flex-1 basis-36 text-sm leading-snug">
        {/* A key, because a browser's translator replaces the texts, which React then could not change. */}
        <span key={`${departure} → ${destination}`} className="block font-semibold">
          <Arrowed text={`${departure} → ${destination}`} />
        </span>
        <span className="figures text-ink-soft">{facts.filter(Boolean).join(' · ')}</span>
      </p>
      <p
        role="status"
        // The previous price keeps its place until the next one has arrived.
        className={`figures changed:invisible ms-auto flex min-w-28 shrink-0 flex-col-reverse text-right leading-none ${isLoading ? 'invisible' : ''}`}
      >
        {offer && fare ? (
          <>
            <span className="text-ink-soft text-xs">
              <span className="block">{t(vehicleKeys[offer.vehicle])}</span>
              <span className="block">
                {t(marks[certaintyOf(fare)]) + (isReturn && !both ? `, ${t('trip.returnApart')}` : '')}
              </span>
            </span>
            <span className="font-semibold font-serif text-2xl">
              {formatEuro(t, both?.total ?? offer.total)}
            </span>
          </>
        ) : (
          <span className="text-ink-soft text-sm">{fare?.reason ? t('fare.onRequest') : ''}</span>
        )}
      </p>
      <p
        role="status"
        className={`changed:invisible basis-full text-sm empty:hidden ${isLoading ? 'invisible' : ''}`}
      >
        {fare && isOutside(fare) ? t('request.outside') : ''}
      </p>
    </div>
  )
}
