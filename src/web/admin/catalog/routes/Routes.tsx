import { useState } from 'react'
import { Link } from 'react-router'
import { ChangeRoutes } from '../../../../modules/catalog/routes/bulk.contract.ts'
import { DeleteRoute, ListRoutes, type RouteSummary } from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { useRights } from '../../kit/rights.ts'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { NoRoutes } from './NoRoutes.tsx'
import { RouteActs, routeNouns } from './RouteActs.tsx'
import { useRouteColumns } from './useRouteColumns.tsx'

type Filter = 'missing' | 'active' | 'main' | 'indexed' | 'type'

/** Filters that staff use often. */
const views = [
  { name: 'Tutte', query: '' },
  { name: 'Prezzi mancanti', query: 'missing=prices' },
  { name: 'Testi mancanti', query: 'missing=texts' },
  { name: 'Disattivate', query: 'active=false' },
  { name: 'Principali', query: 'main=true' },
  { name: 'Fuori dall’indice', query: 'indexed=false' },
]

export default function Routes() {
  const address = useListAddress<Filter>(['missing', 'active', 'main', 'indexed', 'type'])
  const { missing, active, main, indexed, type } = address.filters
  const filter: Omit<(typeof ListRoutes)['input']['static'], 'page' | 'limit'> = {
    ...(address.search ? { search: address.search } : {}),
    ...(missing === 'prices' || missing === 'texts' ? { missing } : {}),
    ...(active ? { active: active === 'true' } : {}),
    ...(main ? { main: main === 'true' } : {}),
    ...(indexed ? { indexed: indexed === 'true' } : {}),
    ...(Number(type) > 0 ? { transferType: Number(type) } : {}),
  }
  const routes = useQueryCall(ListRoutes, { ...address.input, ...filter }, { keepPrevious: true })
  const types = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  const [deleting, setDeleting] = useState<RouteSummary | null>(null)

  const { opens } = useRights()
  const columns = useRouteColumns(setDeleting)
  const isFiltered = address.search !== '' || Object.keys(address.filters).length > 0
  return (
    <>
      <Title
        actions={
          opens(adminPath('tratte/nuova/')) && (
            <Link to={adminPath('tratte/nuova/')} className={buttonClass('sea')}>
              Aggiungi Tratta
            </Link>
          )
        }
      >
        Lista Tratte
      </Title>
      <SavedViews section="tratte/" views={views} />
      <FilterBar>
        <SearchBox label="Cerca per località o slug" address={address} />
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
        empty={isFiltered ? 'Nessuna tratta corrisponde ai filtri' : <NoRoutes />}
        bulk={{
          command: ChangeRoutes,
          filter,
          nouns: routeNouns,
          nameOf: ({ departure, destination }) => `${departure} → ${destination}`,
          acts: (chosen) => <RouteActs chosen={chosen} />,
        }}
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
}
