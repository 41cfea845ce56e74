import { Link } from 'react-router'
import {
  DismissMissedPage,
  ListMissedPages,
  type MissedPage,
} from '../../../../modules/content/redirects/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { RowCommand } from '../../kit/RowCommand.tsx'
import { RedirectTabs } from './RedirectTabs.tsx'

const columns: DataColumn<MissedPage>[] = [
  { id: 'path', header: 'Indirizzo', sort: 'path', cell: (page) => <Address page={page} /> },
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
      <RowCommand
        command={DismissMissedPage}
        input={{ id }}
        done="Indirizzo ignorato"
        failed="Impossibile ignorare l’indirizzo"
        renews={[ListMissedPages.http]}
      >
        Ignora<span className="sr-only"> {path}</span>
      </RowCommand>
    </RowActions>
  )),
]

export default listScreen({
  title: 'Pagine non trovate',
  intro:
    'Indirizzi che i visitatori hanno chiesto e che non esistono, con i parametri che indicano una pagina. Quelli reindirizzati escono dall’elenco.',
  above: <RedirectTabs />,
  caption: 'Pagine non trovate',
  query: ListMissedPages,
  columns,
  search: 'Cerca per indirizzo',
  empty: 'Nessun visitatore ha trovato una pagina mancante',
  emptyFiltered: 'Nessun indirizzo corrisponde alla ricerca',
})

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
