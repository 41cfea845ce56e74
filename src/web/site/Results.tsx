import type { FoundRoute } from '../../modules/catalog/search/contract.ts'
import { Arrowed } from '../ui/Arrowed.tsx'
import { ButtonLink } from '../ui/Button.tsx'
import { useLanguage } from '../ui/language.ts'
import { Badge } from './Badge.tsx'
import { Icon } from './icons.tsx'
import { PartyPrice } from './PartyPrice.tsx'
import { pathOf } from './paths.ts'
import { MoreLink } from './Section.tsx'
import type { ScreenProps } from './screenProps.ts'
import { TripBox } from './trip/TripBox.tsx'
import { useRequests } from './useRequests.ts'

export function Results({ journey: { departure, destination }, routes, chosen }: ScreenProps<'results'>) {
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
                : t(chosen.offers.length > 0 ? 'results.confirm' : 'results.none')}
            </p>
          </div>
          <TripBox isOfPage className="rounded-card border border-line bg-stone p-3 shadow-soft sm:p-5" />
        </div>
      </div>
      <div className="wrap grid gap-5 py-10 sm:py-14">
        {routes.length > 0 ? (
          <ul className="grid gap-4 lg:grid-cols-2">
            {routes.map((route) => (
              <Result key={route.id} route={route} />
            ))}
          </ul>
        ) : (
          <p>
            <MoreLink href={path('/tratte/')}>{t('results.allRoutes')}</MoreLink>
          </p>
        )}
      </div>
    </>
  )
}

function Result({ route }: { route: FoundRoute }) {
  const { t, path } = useLanguage()
  const { withChoice } = useRequests()
  return (
    <li className="flex flex-col gap-5 rounded-card border border-line bg-card p-5 sm:p-7">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="min-w-0 flex-1 basis-60">
          {route.isMostAsked && <Badge />}
          <h2 className="mt-2 text-2xl">
            <Arrowed text={route.name} />
          </h2>
          <p className="figures mt-2 flex flex-wrap gap-x-4 text-ink-soft">
            {route.duration && (
              <span className="inline-flex items-center gap-1.5">
                <Icon name="clock" className="size-4.5 text-sea" />
                {route.duration}
              </span>
            )}
            <span className="inline-flex items-center gap-1.5">
              <Icon name="route" className="size-4.5 text-sea" />
              {route.distance === null ? t('route.unknown') : `${route.distance} km`}
            </span>
          </p>
        </div>
        <div>
          <PartyPrice route={route} label={t('price.startingAt')} size="xl" />
        </div>
      </div>
      {route.description && <p className="text-ink-soft">{route.description}</p>}
      <ButtonLink href={withChoice(path(pathOf(route.canonicalUrl)))} look="sea" className="mt-auto">
        {t('results.details')}
      </ButtonLink>
    </li>
  )
}
