import {
  phoneShort,
  promisedTime,
  waitingIncluded,
} from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Suggested } from '../lists/Suggested.tsx'
import { CheckList } from '../parts/CheckList.tsx'
import { Section } from '../parts/Section.tsx'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { TrustBand } from '../trust/TrustBand.tsx'

export const OlderRouteSections = import.meta.env.SSR ? stillView('olderRoute', OlderRouteSectionsPart) : Kept

function OlderRouteSectionsPart({ view: { route, popular }, page: { company } }: Served<'olderRoute'>) {
  const { t } = useLanguage()
  const { departure, destination, description } = route
  const included = [
    t('included.driver'),
    t('included.welcome'),
    waitingIncluded(t, company),
    t('included.luggage'),
    t('included.airConditioning'),
  ]
  const reasons = [
    t('older.fixedPrice'),
    t('older.reply', { promise: promisedTime(t) }),
    phoneShort(t, company),
  ]
  return (
    <>
      <TrustBand operator={company} />
      <div className="wrap grid gap-12 py-12 sm:py-16 lg:grid-cols-[1fr_24rem] lg:items-start">
        <div className="grid gap-10">
          {description && <p className="max-w-prose text-lg">{description}</p>}
          <section>
            <h2 className="text-3xl">{t('older.included')}</h2>
            <CheckList items={included} className="mt-5 sm:grid-cols-2" />
          </section>
          <dl className="grid gap-4 sm:grid-cols-2">
            {[
              [t('trip.departure'), departure],
              [t('trip.destination'), destination],
            ].map(([title, place]) => (
              <div key={title} className="rounded-card border border-line p-5">
                <dt className="text-ink-soft text-sm">{title}</dt>
                <dd className="font-semibold text-lg">{place}</dd>
              </div>
            ))}
          </dl>
        </div>
        <aside className="grid gap-6">
          <section className="rounded-card bg-panel p-5 sm:p-6">
            <h2 className="text-2xl">{t('older.reasons')}</h2>
            <CheckList items={reasons} className="mt-4" />
          </section>
        </aside>
      </div>
      {popular.length > 0 && (
        <Section title={t('older.popular')} ground="panel">
          <Suggested routes={popular} />
        </Section>
      )}
    </>
  )
}
