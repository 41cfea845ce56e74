import { useState } from 'react'
import { Link } from 'react-router'
import { DeleteRoute, ListRoutes, type RouteSummary } from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { useRights } from '../../kit/rights.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { useRouteColumns } from './useRouteColumns.tsx'

type Filter = 'missing' | 'active' | 'main' | 'indexed' | 'type'

/** Filters that staff use often. */
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
  const [deleting, setDeleting] = useState<RouteSummary | null>(null)

  const { opens } = useRights()
  const columns = useRouteColumns(setDeleting)
  const isFiltered = address.search !== '' || Object.keys(address.filters).length > 0
  return (
    <>
      <Title
        actions={
          opens('/admin/tratte/nuova/') && (
            <Link to="/admin/tratte/nuova/" className={buttonClass('sea')}>
              Aggiungi Tratta
            </Link>
          )
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
      {deleting && (
        <DeleteConfirm
          command={DeleteRoute}
          id={deleting.id}
          title={`Eliminare la tratta ${deleting.departure} – ${deleting.destination}?`}
          done="Tratta eliminata"
          failed="Impossibile eliminare la tratta"
          renews={[ListRoutes.http]}
          onClose={() => setDeleting(null)}
        >
          La sua pagina risponderà che non esiste più. Per toglierla dal sito senza perderla, disattivala.
        </DeleteConfirm>
      )}
    </>
  )

  function isView(filters: Partial<Record<Filter, string>>): boolean {
    return (['missing', 'active', 'main', 'indexed'] as const).every(
      (name) => filters[name] === address.filters[name],
    )
  }
}
