import type { RouteLists } from '../../../modules/catalog/search/contract.ts'
import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { listPath } from '../parts/paths.ts'
import { CallOrAsk } from '../request/CallOrAsk.tsx'
import { ListTrip } from '../trip/ListTrip.tsx'
import { FilterField } from './FilterField.tsx'
import { AllOfHub, HubLinks, Pages } from './ListLinks.tsx'
import { allBands, type ListBand } from './listColumns.ts'
import { RouteTable } from './RouteTable.tsx'
import { countWords, useRouteList } from './useRouteList.ts'

/** Bands of the lowest private and shared prices. The page of prices shows all bands. */
const startingBands: ListBand[] = allBands
  .filter(({ field }) => field === 'price1to3Pax' || field === 'priceMin2Pax')
  .map((band) => ({ ...band, title: 'price.from' }))

export function RoutesList(view: AppView<'routes'>) {
  const { t, path } = useLanguage()
  const { choice } = view
  const routes = useRouteList(view)
  const { list } = routes
  const hub = list.hubs.find(({ key }) => key === list.hub)
  const total = hub?.total ?? list.hubs.reduce((sum, one) => sum + one.total, 0)

  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-4 py-5 sm:gap-6 sm:py-10 lg:grid-cols-[1fr_27rem] lg:items-center">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">
              {t('nav.routes')}
            </p>
            <h1 className="mt-1.5 text-[min(2rem,8.2vw)] sm:mt-3 sm:text-5xl">
              {hub ? t('list.routesFrom', { place: hub.name }) : t('list.routesTitle')}
            </h1>
            {total > 0 && (
              <p className="mt-2.5 max-w-lg sm:mt-4 sm:text-lg">
                {t(hub ? 'list.routesIntro' : 'list.routesIntroAll', { count: total })}
              </p>
            )}
          </div>
          <ListTrip choice={choice} path={path(listPath('routes', list.hub, list.page))} />
        </div>
      </div>
      <div className="wrap grid gap-3 pt-4 sm:gap-5 sm:pt-8">
        <HubLinks kind="routes" list={list} choice={choice} />
        <FilterField
          label={t('list.filterRoutes')}
          value={routes.text}
          onChange={routes.setText}
          count={countWords(t, routes)}
          path={path(listPath('routes', list.hub))}
          choice={choice}
        />
      </div>
      {list.groups.map((group) => (
        <section
          key={group.key}
          id={group.key}
          aria-labelledby={`${group.key}-nome`}
          className="wrap pt-6 sm:pt-9"
        >
          <HubHead group={group} />
          <RouteTable
            group={group}
            bands={startingBands}
            choice={choice}
            totals={routes.totals}
            cut={routes.cut}
          />
          <AllOfHub kind="routes" list={list} choice={choice} group={group} />
        </section>
      ))}
      {list.groups.length === 0 && !routes.isLoading && <Nothing text={routes.text} />}
      <div className="wrap pb-12">
        <Pages kind="routes" list={list} choice={choice} />
        <CallOrAsk call="list.book" className="pt-8" />
      </div>
    </>
  )
}

function HubHead({ group }: { group: RouteLists['groups'][number] }) {
  return (
    <div className="mb-3 max-w-xl sm:mb-4">
      <h2 id={`${group.key}-nome`} className="flex items-center gap-2.5 text-2xl sm:gap-3 sm:text-3xl">
        <Icon name={group.icon} className="size-7 text-sea sm:size-8" />
        {group.name}
      </h2>
      {group.description && <p className="mt-1 text-ink-soft max-sm:hidden">{group.description}</p>}
    </div>
  )
}

function Nothing({ text }: { text: string }) {
  const { t } = useLanguage()
  return (
    <div className="wrap py-16 text-center">
      <h2 className="wrap-anywhere text-2xl">
        {text ? t('list.noRoutesFor', { text }) : t('list.noRoutes')}
      </h2>
      <p className="mt-2 text-ink-soft">{t('list.noRoutesText')}</p>
    </div>
  )
}
