import type { AppView } from '../../pageData.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { MoreLink } from '../parts/Section.tsx'
import { isOutside } from '../trip/fareWords.ts'
import { TripBox } from '../trip/TripBox.tsx'
import { ResultList } from './ResultList.tsx'

export function Results({ journey: { departure, destination }, routes, chosen }: AppView<'results'>) {
  const { t, path } = useLanguage()
  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-x-12 gap-y-6 py-8 sm:py-14 lg:grid-cols-[1fr_30rem] lg:items-start">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
              {t('results.title')}
            </p>
            <h1 className="mt-2 wrap-anywhere text-3xl sm:text-5xl">
              {t('route.heading', { from: departure, to: destination })}
            </h1>
            <p className="mt-3 text-lg">
              {routes.length > 0
                ? t('results.found', { count: routes.length })
                : t(
                    chosen.offers.length > 0
                      ? 'results.confirm'
                      : isOutside(chosen)
                        ? 'results.outside'
                        : 'results.none',
                  )}
            </p>
          </div>
          <TripBox isOfPage className="rounded-card border border-line bg-stone p-3 shadow-soft sm:p-5" />
        </div>
      </div>
      <div className="wrap grid gap-5 py-10 sm:py-14">
        {routes.length > 0 ? (
          <ResultList />
        ) : (
          <p className="flex flex-wrap items-center gap-x-6 gap-y-3">
            <ButtonLink href={path('/contatti/')} look="plain">
              {t('contacts.quote')}
            </ButtonLink>
            <MoreLink href={path('/tratte/')}>{t('results.allRoutes')}</MoreLink>
          </p>
        )}
      </div>
    </>
  )
}
