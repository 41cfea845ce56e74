import type { RouteLists } from '../../modules/catalog/search/contract.ts'
import { ChoiceForm } from './ChoiceForm.tsx'
import { FilterField } from './FilterField.tsx'
import { Icon } from './icons.tsx'
import { AllOfHub, HubLinks, Pages } from './ListLinks.tsx'
import { allBands, type ListBand } from './listColumns.ts'
import { listPath } from './paths.ts'
import { RouteTable } from './RouteTable.tsx'
import type { ScreenProps } from './screenProps.ts'
import { TripBox } from './trip/TripBox.tsx'
import { countWords, useRouteList } from './useRouteList.ts'

/** Bands of the lowest private and shared prices. The page of prices shows all bands. */
const startingBands: ListBand[] = allBands
  .filter(({ field }) => field === 'price1to3Pax' || field === 'priceMin2Pax')
  .map((band) => ({ ...band, title: 'a partire da' }))

export function RoutesList(view: ScreenProps<'routes'>) {
  const { choice } = view
  const routes = useRouteList(view)
  const { list } = routes
  const hub = list.hubs.find(({ key }) => key === list.hub)
  const total = hub?.total ?? list.hubs.reduce((sum, one) => sum + one.total, 0)

  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-6 py-6 sm:py-10 lg:grid-cols-[1fr_27rem] lg:items-center">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">Tratte</p>
            <h1 className="mt-3 text-4xl sm:text-5xl">
              {hub ? `Tratte da ${hub.name}` : 'Tutte le tratte, a prezzo fisso'}
            </h1>
            <p className="mt-4 max-w-lg sm:text-lg">
              {total} collegamenti con autista{hub ? '' : ' da aeroporti e stazioni'}. Il prezzo di partenza è
              per l’intero veicolo sulle corse private, a persona (minimo 2 persone) su quelle condivise
              Economy.
            </p>
          </div>
          <TripBox className="rounded-card border border-line bg-stone p-3 shadow-soft sm:p-5" />
        </div>
      </div>
      <div className="wrap grid gap-5 pt-6 sm:pt-8">
        <ChoiceForm choice={choice} path={listPath('routes', list.hub, list.page)} />
        <HubLinks kind="routes" list={list} choice={choice} />
        <FilterField
          label="Filtra per località"
          value={routes.text}
          onChange={routes.setText}
          count={countWords(routes)}
          path={listPath('routes', list.hub)}
          choice={choice}
        />
      </div>
      {list.groups.map((group) => (
        <section key={group.key} id={group.key} aria-labelledby={`${group.key}-nome`} className="wrap pt-9">
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
      </div>
    </>
  )
}

function HubHead({ group }: { group: RouteLists['groups'][number] }) {
  return (
    <div className="mb-4 max-w-xl">
      <h2 id={`${group.key}-nome`} className="flex items-center gap-3 text-3xl">
        <Icon name={group.icon} className="size-8 text-sea" />
        {group.name}
      </h2>
      {group.description && <p className="mt-1 text-ink-soft">{group.description}</p>}
    </div>
  )
}

function Nothing({ text }: { text: string }) {
  return (
    <div className="wrap py-16 text-center">
      <h2 className="wrap-anywhere text-2xl">
        {text ? `Nessuna tratta per “${text}”` : 'Nessuna tratta disponibile'}
      </h2>
      <p className="mt-2 text-ink-soft">
        Mandaci la richiesta: ti facciamo un prezzo anche per una località che non è in elenco.
      </p>
    </div>
  )
}
