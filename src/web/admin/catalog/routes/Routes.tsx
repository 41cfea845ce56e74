import { useState } from 'react'
import { Link } from 'react-router'
import {
  DeleteRoute,
  ListRoutes,
  type RouteSummary,
  SwitchRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { ReadCompany } from '../../../../modules/settings/company/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { buttonClass } from '../../../ui/Button.tsx'
import { formatEuro } from '../../../ui/money.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate, showNumber } from '../../kit/format.ts'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { IndexBadge } from './IndexBadge.tsx'
import { shortBarriers } from './indexWords.ts'
import { quoteMail } from './quoteMail.ts'

const Amount = ({ price }: { price: string | null }) => (
  <span className="whitespace-nowrap">{formatEuro(price)}</span>
)

const unknownPlace = 'Località sconosciuta'

type Filter = 'missing' | 'active' | 'main' | 'indexed' | 'type'

/** Looks at the list that staff need again and again. */
const views: { label: string; filters: Partial<Record<Filter, string>> }[] = [
  { label: 'Tutte', filters: {} },
  { label: 'Prezzi mancanti', filters: { missing: 'prices' } },
  { label: 'Testi mancanti', filters: { missing: 'texts' } },
  { label: 'Disattivate', filters: { active: 'false' } },
  { label: 'Principali', filters: { main: 'true' } },
  { label: 'Fuori dall’indice', filters: { indexed: 'false' } },
]

export default function Routes() {
  const address = useListAddress<Filter>(['missing', 'active', 'main', 'indexed', 'type'])
  const { missing, active, main, indexed, type } = address.filters
  const routes = useQueryCall(
    ListRoutes,
    {
      ...address.input,
      ...(missing === 'prices' || missing === 'texts' ? { missing } : {}),
      ...(active ? { active: active === 'true' } : {}),
      ...(main ? { main: main === 'true' } : {}),
      ...(indexed ? { indexed: indexed === 'true' } : {}),
      ...(Number(type) > 0 ? { transferType: Number(type) } : {}),
    },
    { keepPrevious: true },
  )
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const company = useQueryCall(ReadCompany, {})
  const [doomed, setDoomed] = useState<RouteSummary | null>(null)
  const renews = [ListRoutes.http]
  const remove = useCommandCall(DeleteRoute, {
    done: 'Tratta eliminata',
    failed: 'Impossibile eliminare la tratta',
    renews,
  })
  const turn = useCommandCall(SwitchRoute, {
    done: ({ isActive }) => (isActive ? 'Tratta attivata' : 'Tratta disattivata'),
    failed: 'Impossibile aggiornare la tratta',
    renews,
  })

  const columns: DataColumn<RouteSummary>[] = [
    {
      id: 'route',
      header: 'Tratta',
      sort: 'departure',
      cell: ({ id, departure, destination, isMainRoute, isActive, isIndexed, gateReasons }) => (
        <span className="inline-flex flex-wrap items-center gap-2 md:min-w-40">
          <Link to={`/admin/tratte/${id}/`} className="font-medium text-sea-deep underline">
            <Arrowed text={`${departure ?? unknownPlace} → ${destination ?? unknownPlace}`} />
          </Link>
          {isMainRoute && <Badge tone="info">Principale</Badge>}
          {isActive && !isIndexed && (
            <span className="text-ink-soft text-xs">
              <IndexBadge isActive isIndexed={false} />{' '}
              {gateReasons?.map((reason) => shortBarriers[reason]).join(', ') ?? 'da controllare'}
            </span>
          )}
        </span>
      ),
    },
    {
      id: 'state',
      header: 'Stato',
      cell: ({ id, departure, destination, isActive }) => (
        <label className="inline-flex min-h-9 items-center gap-2">
          <input
            type="checkbox"
            aria-label={`Attiva: ${departure} - ${destination}`}
            className="size-5 accent-sea"
            checked={isActive}
            aria-disabled={turn.isPending || undefined}
            onChange={({ target }) => !turn.isPending && turn.mutate({ id, isActive: target.checked })}
          />
          <span className="md:max-lg:hidden">
            {isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Disattiva</Badge>}
          </span>
        </label>
      ),
    },
    { id: 'type', header: 'Tipologia', cell: ({ transferType }) => transferType ?? 'Transfer sconosciuto' },
    {
      id: 'distance',
      header: 'Distanza e durata',
      sort: 'distance',
      cell: ({ distanceKm, estimatedDuration }) => (
        <span className="figures">
          <span className="whitespace-nowrap">
            {distanceKm === null ? '—' : `${showNumber(distanceKm)} km`}
          </span>
          {' · '}
          <span className="whitespace-nowrap">{estimatedDuration || '—'}</span>
        </span>
      ),
    },
    {
      id: 'min2',
      header: 'Min 2 pax',
      sort: 'price',
      align: 'right',
      cell: ({ priceMin2Pax }) => <Amount price={priceMin2Pax} />,
    },
    {
      id: 'three',
      header: '3-4 pax',
      align: 'right',
      cell: ({ price3to4Pax }) => <Amount price={price3to4Pax} />,
    },
    {
      id: 'searches',
      header: 'Ricerche',
      sort: 'ricerche',
      align: 'right',
      isHidden: true,
      cell: ({ ricerche }) => showNumber(ricerche),
    },
    {
      id: 'updated',
      header: 'Aggiornata',
      sort: 'updatedAt',
      isHidden: true,
      cell: ({ updatedAt }) => showDate(updatedAt),
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: (route) => {
        const quote = quoteMail(route, company.data?.email)
        const name = `${route.departure} - ${route.destination}`
        return (
          <RowActions>
            {quote && (
              <a href={quote} className={rowActionClass}>
                Richiedi Quotazione<span className="sr-only"> {name}</span>
              </a>
            )}
            <Link to={`/admin/tratte/${route.id}/`} className={rowActionClass}>
              Modifica<span className="sr-only"> {name}</span>
            </Link>
            <RowAction onClick={() => setDoomed(route)}>
              Elimina<span className="sr-only"> {name}</span>
            </RowAction>
          </RowActions>
        )
      },
    },
  ]

  const isFiltered = address.search !== '' || Object.keys(address.filters).length > 0
  return (
    <>
      <Title
        actions={
          <Link to="/admin/tratte/nuova/" className={buttonClass('sea')}>
            Aggiungi Tratta
          </Link>
        }
      >
        Lista Tratte
      </Title>
      <nav aria-label="Viste salvate" className="mb-3 flex flex-wrap gap-1.5">
        {views.map(({ label, filters }) => (
          <Link
            key={label}
            to={`?${new URLSearchParams(filters)}`}
            aria-current={isView(filters) ? 'page' : undefined}
            className="inline-flex min-h-9 items-center rounded-full border border-line px-3.5 text-sm hover:border-ink aria-[current=page]:border-ink aria-[current=page]:bg-ink aria-[current=page]:text-white"
          >
            {label}
          </Link>
        ))}
      </nav>
      <FilterBar>
        <SearchBox
          label="Cerca per località o slug"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
        <ChoiceFilter
          label="Tipologia"
          value={type}
          choices={Object.fromEntries((types.data?.items ?? []).map(({ id, name }) => [id, name]))}
          all="tutte"
          onChoose={(value) => address.set({ type: value })}
        />
      </FilterBar>
      <DataTable
        caption="Tratte"
        columns={columns}
        of={routes}
        rowId={({ id }) => id}
        address={address}
        empty={isFiltered ? 'Nessuna tratta corrisponde ai filtri' : 'Nessuna tratta registrata'}
      />
      {doomed && (
        <Confirm
          title={`Eliminare la tratta ${doomed.departure} – ${doomed.destination}?`}
          action="Elimina"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: doomed.id }, { onSettled: () => setDoomed(null) })}
          onClose={() => setDoomed(null)}
        >
          La sua pagina risponderà che non esiste più. Per toglierla dal sito senza perderla, disattivala.
        </Confirm>
      )}
    </>
  )

  function isView(filters: Partial<Record<Filter, string>>): boolean {
    return (['missing', 'active', 'main', 'indexed'] as const).every(
      (name) => filters[name] === address.filters[name],
    )
  }
}
