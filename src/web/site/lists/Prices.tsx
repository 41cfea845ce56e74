import { vanReason } from '../../../modules/catalog/prices/quote.contract.ts'
import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { listPath } from '../parts/paths.ts'
import { MoreLink } from '../parts/Section.tsx'
import { CallOrAsk } from '../request/CallOrAsk.tsx'
import { periodWords, withChoice } from '../trip/choice.ts'
import { ListTrip } from '../trip/ListTrip.tsx'
import { FilterField } from './FilterField.tsx'
import { AllOfHub, HubLinks, Pages } from './ListLinks.tsx'
import { allBands } from './listColumns.ts'
import { PricesMissing } from './PricesMissing.tsx'
import { RouteTable } from './RouteTable.tsx'
import { countWords, useRouteList } from './useRouteList.ts'

export function Prices(view: AppView<'prices'>) {
  const { t, rich, path } = useLanguage()
  const { choice } = view
  const prices = useRouteList(view)
  const { list } = prices
  const hub = list.hubs.find(({ key }) => key === list.hub)

  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-x-12 gap-y-4 py-5 sm:gap-y-6 sm:py-10 lg:grid-cols-[1fr_27rem] lg:items-center">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
              {t('nav.prices')}
            </p>
            <h1 className="mt-1.5 text-[min(2rem,8.2vw)] sm:mt-3 sm:text-5xl">
              {hub ? t('list.pricesFrom', { place: hub.name }) : t('list.pricesTitle')}
            </h1>
            <p className="mt-2.5 max-w-3xl sm:mt-4 sm:text-lg">
              {rich('list.pricesIntro', {
                strong: (parts) => <strong className="font-semibold">{parts}</strong>,
              })}
            </p>
          </div>
          <ListTrip choice={choice} path={path(listPath('prices', list.hub, list.page))} />
        </div>
      </div>
      {prices.state === 'ready' ? (
        <div className="wrap grid gap-4 pt-4 sm:gap-5 sm:pt-8">
          <PlannedPeriods {...view} />
          <HubLinks kind="prices" list={list} choice={choice} />
          <FilterField
            label={t('list.filterPrices')}
            value={prices.text}
            onChange={prices.setText}
            count={countWords(t, prices)}
            path={path(listPath('prices', list.hub))}
            choice={choice}
          />
          <p className="text-ink-soft text-sm">
            {vanReason(t, choice.party) || vanReason(t, { passengers: 4, bags: 4 })}
          </p>
          {list.groups.map((group) => (
            <section key={group.key} id={group.key} aria-labelledby={`${group.key}-nome`} className="pt-4">
              <h2 id={`${group.key}-nome`} className="mb-4 text-3xl">
                {t('list.from', { place: group.name })}
              </h2>
              <RouteTable
                group={group}
                bands={allBands}
                choice={choice}
                totals={prices.totals}
                cut={prices.cut}
              />
              <AllOfHub kind="prices" list={list} choice={choice} group={group} />
            </section>
          ))}
          {list.groups.length === 0 && !prices.isLoading && (
            <p className="wrap-anywhere py-16 text-center text-xl">
              {t('list.noPrices', { text: prices.text })}
            </p>
          )}
          <Pages kind="prices" list={list} choice={choice} />
        </div>
      ) : (
        <PricesMissing state={prices.state} onReload={prices.reload} />
      )}
      <div className="wrap grid gap-4 py-8">
        <CallOrAsk call="results.call" />
        <p className="text-ink-soft">
          {rich('list.terms', {
            link: (parts) => <MoreLink href={path('/termini-condizioni/')}>{parts}</MoreLink>,
          })}
        </p>
      </div>
    </>
  )
}

function PlannedPeriods({ periods, choice, list }: AppView<'prices'>) {
  const { t, path } = useLanguage()
  if (periods.length === 0) return null
  const here = path(listPath('prices', list.hub, list.page))
  return (
    <p className="text-ink-soft">
      {t('list.planned')}{' '}
      {periods.map((period, index) => (
        <span key={`${period.validFrom} ${period.validUntil}`}>
          {index > 0 && ', '}
          <a
            href={withChoice(here, { ...choice, day: period.validFrom, isReturn: false, returnDay: null })}
            className="text-sea underline underline-offset-4"
          >
            {periodWords(t, period, choice.today)}
          </a>
        </span>
      ))}
      .
    </p>
  )
}
