import type { RoutePlace } from '../../../modules/catalog/book/contract.ts'
import type { Operator } from '../../../modules/settings/company/contract.ts'
import { phoneShort, waitingAt } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { CheckList } from '../parts/CheckList.tsx'
import { MoreLink } from '../parts/Section.tsx'
import { placeKindKeys } from '../place/placeKinds.ts'

interface IncludedProps {
  from: RoutePlace
  to: RoutePlace
  /** Path of the departure's page; null if the place has none. */
  departurePath: string | null
  destinationPath: string | null
  operator: Operator
}

export function Included({ from, to, departurePath, destinationPath, operator }: IncludedProps) {
  const { t } = useLanguage()
  const included = [
    t('included.driver'),
    t('included.welcome'),
    waitingAt(t, operator, from.locationType),
    t('included.luggage'),
    t('included.airConditioning'),
    phoneShort(t, operator),
  ]
  return (
    <section className="print:hidden">
      <h2 className="text-3xl">{t('included.title')}</h2>
      <CheckList items={included} className="mt-6 gap-x-8 sm:grid-cols-2" />
      <dl className="mt-8 grid gap-4 sm:grid-cols-2">
        <Place title={t('trip.departure')} place={from} path={departurePath} />
        <Place title={t('trip.destination')} place={to} path={destinationPath} />
      </dl>
    </section>
  )
}

function Place({ title, place, path }: { title: string; place: RoutePlace; path: string | null }) {
  const { t, path: localPath } = useLanguage()
  return (
    <div className="rounded-card border border-line p-5">
      <dt className="text-ink-soft text-sm">{title}</dt>
      <dd>
        <span className="block font-semibold text-lg">{place.name}</span>
        <span className="text-ink-soft">
          {[t(placeKindKeys[place.locationType]), place.cap].filter(Boolean).join(' · ')}
        </span>
        {path && (
          <span className="mt-1 block">
            <MoreLink href={localPath(path)}>{t('included.discover', { place: place.name })}</MoreLink>
          </span>
        )}
      </dd>
    </div>
  )
}
