import { Link } from 'react-router'
import { ExportPrices } from '../../../../modules/catalog/prices/contract.ts'
import { ChangeRoutes } from '../../../../modules/catalog/routes/bulk.contract.ts'
import { ListRoutes } from '../../../../modules/catalog/routes/contract.ts'
import { ListTransferTypes } from '../../../../modules/catalog/transferTypes/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { useRights } from '../../kit/rights.ts'
import { NoRoutes } from './NoRoutes.tsx'
import { RouteActs, routeNouns } from './RouteActs.tsx'
import { routeColumns } from './routeColumns.tsx'

/** Filters that staff use often. */
const views = [
  { name: 'Tutte', query: '' },
  { name: 'Prezzi mancanti', query: 'missing=prices' },
  { name: 'Testi mancanti', query: 'missing=texts' },
  { name: 'Disattivate', query: 'active=false' },
  { name: 'Principali', query: 'main=true' },
  { name: 'Fuori dall’indice', query: 'indexed=false' },
]

const isTrue = (text: string) => text === 'true'

export default listScreen({
  title: 'Lista Tratte',
  actions: <PriceLinks />,
  create: { path: 'tratte/nuova/', label: 'Aggiungi Tratta' },
  views: { section: 'tratte/', views },
  caption: 'Tratte',
  query: ListRoutes,
  columns: routeColumns,
  search: 'Cerca per località o slug',
  filters: [
    { field: 'missing', choices: { prices: 'prezzi', texts: 'testi' } },
    { field: 'active', read: isTrue },
    { field: 'main', read: isTrue },
    { field: 'indexed', read: isTrue },
    {
      field: 'transferType',
      param: 'type',
      label: 'Tipologia',
      useChoices: useTypes,
      all: 'tutte',
      read: (text) => Number(text) || undefined,
    },
  ],
  empty: <NoRoutes />,
  emptyFiltered: 'Nessuna tratta corrisponde ai filtri',
  bulk: {
    command: ChangeRoutes,
    nouns: routeNouns,
    nameOf: ({ departure, destination }) => `${departure} → ${destination}`,
    renderActs: (chosen) => <RouteActs chosen={chosen} />,
  },
})

function useTypes(): Record<string, string> {
  const { data } = useQueryCall(ListTransferTypes, { page: 1, limit: 100 })
  return Object.fromEntries((data?.items ?? []).map(({ id, name }) => [id, name]))
}

/** For those who read prices but do not open the screen that changes them. */
function PriceLinks() {
  const { may, opens } = useRights()
  const [, path = ''] = ExportPrices.http.split(' ')
  if (opens(adminPath('prezzimod/')) || !may(ExportPrices)) return null
  return (
    <>
      <DownloadLink path={path}>Esporta prezzi CSV</DownloadLink>
      <Link to={adminPath('prezzimod/cronologia/')} className={buttonClass('plain')}>
        Cronologia prezzi
      </Link>
    </>
  )
}
