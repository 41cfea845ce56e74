import type { FoundRoute, RouteTotals } from '../../../modules/catalog/search/contract.ts'
import { Arrowed } from '../../ui/Arrowed.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { useLanguage } from '../../ui/language.ts'
import { Badge } from '../parts/Badge.tsx'
import { useCompany } from '../parts/company.ts'
import { Icon } from '../parts/icons.tsx'
import { pathOf } from '../parts/paths.ts'
import { Kept, type Served, stillView } from '../parts/still.tsx'
import { withChoice } from '../trip/choice.ts'
import { useRequests } from '../trip/useRequests.ts'
import { PartyPrice } from './PartyPrice.tsx'

export const ResultList = import.meta.env.SSR ? stillView('results', ResultListPart) : Kept

function ResultListPart({ view: { routes, totals } }: Served<'results'>) {
  return (
    <ul className="grid gap-4 lg:grid-cols-2">
      {routes.map((route) => (
        <Result key={route.id} route={route} totals={totals[route.id]} isOnly={routes.length === 1} />
      ))}
    </ul>
  )
}

/** The only result is as wide as two, with its button beside the text. */
function Result({
  route,
  totals,
  isOnly,
}: {
  route: FoundRoute
  totals: RouteTotals | undefined
  isOnly: boolean
}) {
  const { t, path } = useLanguage()
  const { trip } = useRequests()
  const { tel } = useCompany()
  return (
    <li
      className={`flex flex-col gap-5 rounded-card border border-line bg-card p-5 sm:p-7 ${isOnly ? 'lg:col-span-2' : ''}`}
    >
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
          <PartyPrice route={route} totals={totals} label={t('price.startingAt')} size="xl" />
        </div>
      </div>
      <div
        className={`flex flex-1 flex-col justify-between gap-5 ${isOnly ? 'lg:flex-row lg:items-center' : ''}`}
      >
        <p className="text-ink-soft">{route.description}</p>
        <div className="flex flex-wrap gap-3">
          <ButtonLink
            href={withChoice(path(pathOf(route.canonicalUrl)), trip)}
            data-trip
            look="sea"
            className="flex-auto"
          >
            {t('results.details')}
          </ButtonLink>
          {tel && (
            <ButtonLink href={tel} look="plain" className="flex-auto">
              <Icon name="phone" />
              {t('results.call')}
            </ButtonLink>
          )}
        </div>
      </div>
    </li>
  )
}
