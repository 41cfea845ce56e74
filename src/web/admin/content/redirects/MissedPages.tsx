import { Link } from 'react-router'
import {
  DismissMissedPage,
  ListMissedPages,
  type MissedPage,
} from '../../../../modules/content/redirects/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { RedirectTabs } from './RedirectTabs.tsx'

export default function MissedPages() {
  const address = useListAddress()
  const missed = useQueryCall(ListMissedPages, address.input, { keepPrevious: true })
  const dismiss = useCommandCall(DismissMissedPage, {
    done: 'Indirizzo ignorato',
    failed: 'Impossibile ignorare l’indirizzo',
    renews: [ListMissedPages.http],
  })
  const columns: DataColumn<MissedPage>[] = [
    {
      id: 'path',
      header: 'Indirizzo',
      sort: 'path',
      cell: (page) => <Address page={page} />,
    },
    { id: 'hits', header: 'Visite', sort: 'hits', align: 'right', cell: ({ hits }) => showNumber(hits) },
    { id: 'referrer', header: 'Arrivano da', cell: ({ referrerHost }) => referrerHost ?? '—' },
    {
      id: 'last',
      header: 'Ultima visita',
      sort: 'lastSeenAt',
      cell: ({ lastSeenAt }) => showDateTime(lastSeenAt),
    },
    actionsColumn(({ id, path }) => (
      <RowActions>
        <Link to={newRedirect(path)} className={rowActionClass}>
          Reindirizza<span className="sr-only"> {path}</span>
        </Link>
        <RowAction disabled={dismiss.isPending} onClick={() => dismiss.mutate({ id })}>
          Ignora<span className="sr-only"> {path}</span>
        </RowAction>
      </RowActions>
    )),
  ]
  return (
    <>
      <Title intro="Indirizzi che i visitatori hanno chiesto e che non esistono, con i parametri che indicano una pagina. Quelli reindirizzati escono dall’elenco.">
        Pagine non trovate
      </Title>
      <RedirectTabs />
      <FilterBar>
        <SearchBox label="Cerca per indirizzo" address={address} />
      </FilterBar>
      <DataTable
        caption="Pagine non trovate"
        columns={columns}
        of={missed}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun indirizzo corrisponde alla ricerca'
            : 'Nessun visitatore ha trovato una pagina mancante'
        }
      />
    </>
  )
}

const newRedirect = (address: string) => adminPath('reindirizzamenti/nuovo/', {}, { da: address })

function Address({ page: { path, queries } }: { page: MissedPage }) {
  return (
    <div>
      <span className="wrap-anywhere font-medium">{path}</span>
      <Queries path={path} queries={queries} />
    </div>
  )
}

/** Queries with which visitors asked for the path. Each can have its own redirect. */
function Queries({ path, queries }: Pick<MissedPage, 'path' | 'queries'>) {
  if (queries.length === 0) return null
  return (
    <ul aria-label={`Parametri di ${path}`} className="mt-1 text-sm">
      {queries.map(({ query, hits }) => (
        <li key={query} className="flex flex-wrap items-center gap-x-3">
          <span className="wrap-anywhere">?{query}</span>
          <span className="text-ink-soft">{countOf(hits, ['visita', 'visite'])}</span>
          <Link to={newRedirect(`${path}?${query}`)} className={rowActionClass}>
            Reindirizza<span className="sr-only"> {`${path}?${query}`}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
