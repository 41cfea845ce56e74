import { dayWords } from '../../../kernel/romanDay.ts'
import { partyWords } from '../../../modules/catalog/prices/quote.contract.ts'
import type { Choice } from '../../../modules/content/pages/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { TripBox } from './TripBox.tsx'

interface ListTripProps {
  choice: Choice
  path: string
}

/** The trip form above a list of routes. It is closed unless it has errors, so that prices show without scrolling. */
export function ListTrip({ choice, path }: ListTripProps) {
  const { t } = useLanguage()
  const { day, isReturn, passengers, bags, party, errors } = choice
  const isChosen = day !== null || isReturn || passengers !== null || bags !== null
  return (
    <details
      open={errors.length > 0}
      className="group rounded-card border border-line bg-stone shadow-soft print:hidden"
    >
      <summary className="flex min-h-14 items-center justify-between gap-3 px-4 py-2.5 font-semibold leading-tight sm:px-5">
        <span>
          {isChosen
            ? t('list.chosen', { day: day ? dayWords(t, day) : t('fare.today'), party: partyWords(t, party) })
            : t('list.choose')}
        </span>
        <span aria-hidden="true" className="text-2xl text-sea transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <TripBox listPath={path} className="px-3 pb-3 sm:px-5 sm:pb-5" />
      {isChosen && (
        <p className="px-4 pb-3 sm:px-5">
          <a href={path} className="inline-flex min-h-11 items-center text-sea underline underline-offset-4">
            {t('list.backToToday')}
          </a>
        </p>
      )}
    </details>
  )
}
