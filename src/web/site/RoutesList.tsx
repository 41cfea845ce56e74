import type { Hub } from '../../modules/catalog/search/contract.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { ChoiceForm } from './ChoiceForm.tsx'
import { useCompany } from './company.ts'
import { FilterField } from './FilterField.tsx'
import { HubRoutes } from './HubRoutes.tsx'
import { Icon } from './icons.tsx'
import { SearchForm } from './SearchForm.tsx'
import type { ScreenProps } from './screenProps.ts'
import { useFilter } from './useFilter.ts'

export function RoutesList({ hubs, choice }: ScreenProps<'routes'>) {
  const filter = useFilter()
  const entries = Object.entries(hubs).filter(([, hub]) => hub.routes.length > 0)
  const visibleEntries = entries
    .map(([key, hub]): [string, Hub] => [
      key,
      { ...hub, routes: hub.routes.filter((route) => filter.fits(route.departure, route.destination)) },
    ])
    .filter(([, hub]) => hub.routes.length > 0)
  const total = entries.reduce((sum, [, hub]) => sum + hub.routes.length, 0)
  const left = visibleEntries.reduce((sum, [, hub]) => sum + hub.routes.length, 0)

  return (
    <>
      <div className="bg-sea-pale">
        <div className="wrap grid gap-8 py-10 sm:py-14 lg:grid-cols-[1fr_27rem] lg:items-center">
          <div>
            <p className="font-semibold text-sea-deep text-sm uppercase tracking-[0.12em]">Tratte</p>
            <h1 className="mt-3 text-4xl sm:text-5xl">Tutte le tratte, a prezzo fisso</h1>
            <p className="mt-4 max-w-lg text-lg">
              {total} collegamenti con autista da aeroporti e stazioni. Il prezzo di partenza è a persona
              sulle corse condivise Economy (minimo 2 persone), per l’intero veicolo su quelle private.
            </p>
          </div>
          <SearchForm place="routes" className="rounded-card border border-line bg-stone p-5 shadow-soft" />
        </div>
      </div>
      <div className="wrap grid gap-5 pt-10">
        <ChoiceForm choice={choice} path="/tratte/" />
        <nav aria-label="Punti di partenza" className="print:hidden">
          <ul className="flex flex-wrap gap-2.5">
            {entries.map(([key, hub]) => (
              <li key={key}>
                <a
                  href={`#${key}`}
                  className="inline-flex min-h-11 items-center gap-2 rounded-full border border-ink/25 bg-white px-4
                    font-medium hover:border-sea hover:text-sea"
                >
                  <Icon name={hub.icon} className="size-5 text-sea" />
                  {hub.name}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <FilterField
          label="Filtra per località"
          value={filter.text}
          onChange={filter.setText}
          count={filter.isOn ? `${left} di ${total} tratte` : ''}
        />
      </div>
      {visibleEntries.map(([key, hub]) => (
        <HubRoutes key={key} id={key} hub={hub} isFiltered={filter.isOn} />
      ))}
      {visibleEntries.length === 0 && <Nothing text={filter.text} />}
    </>
  )
}

function Nothing({ text }: { text: string }) {
  const { tel } = useCompany()
  return (
    <div className="wrap py-16 text-center">
      <h2 className="text-2xl">{text ? `Nessuna tratta per “${text}”` : 'Nessuna tratta disponibile'}</h2>
      <p className="mt-2 text-ink-soft">
        Chiamaci: ti facciamo un prezzo anche per una località che non è in elenco.
      </p>
      <ButtonLink href={tel} look="sun" className="mt-5">
        <Icon name="phone" />
        CHIAMA ORA
      </ButtonLink>
    </div>
  )
}
