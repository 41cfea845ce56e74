import { DeleteRedirects } from '../../../../modules/content/redirects/bulk.contract.ts'
import {
  DeleteRedirect,
  ListRedirects,
  type Redirect,
} from '../../../../modules/content/redirects/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { DownloadLink } from '../../kit/DownloadLink.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { RedirectTabs } from './RedirectTabs.tsx'

const columns: DataColumn<Redirect>[] = [
  {
    id: 'from',
    header: 'Indirizzo vecchio',
    sort: 'fromPath',
    cell: ({ id, fromPath, offReason }) => (
      <div>
        <RowLink to={adminPath('reindirizzamenti/:id/', { id })} className="wrap-anywhere">
          {fromPath}
        </RowLink>
        {offReason && <span className="block text-brick text-sm">Disattivato: {offReason}</span>}
      </div>
    ),
  },
  {
    id: 'to',
    header: 'Porta a',
    sort: 'toPath',
    cell: ({ toPath, offReason }) =>
      toPath && offReason ? (
        <span className="wrap-anywhere">{toPath}</span>
      ) : toPath ? (
        <a href={toPath} target="_blank" rel="noopener" className="wrap-anywhere text-sea-deep underline">
          {toPath}
        </a>
      ) : (
        <Badge tone="quiet">Rimossa (410)</Badge>
      ),
  },
  {
    id: 'code',
    header: 'Codice',
    sort: 'statusCode',
    isHidden: true,
    cell: ({ statusCode }) => statusCode,
  },
  { id: 'hits', header: 'Visite', sort: 'hits', align: 'right', cell: ({ hits }) => showNumber(hits) },
  {
    id: 'last',
    header: 'Ultima visita',
    cell: ({ lastHitAt }) => (lastHitAt ? showDateTime(lastHitAt) : '—'),
  },
  { id: 'created', header: 'Creato', sort: 'createdAt', cell: ({ createdAt }) => showDateTime(createdAt) },
  thingActions({
    path: 'reindirizzamenti/:id/',
    name: ({ fromPath }) => fromPath,
    deletion: {
      command: DeleteRedirect,
      title: ({ fromPath }) => `Eliminare il reindirizzamento da ${fromPath}?`,
      text: () => 'Chi apre quell’indirizzo troverà una pagina inesistente.',
      done: 'Reindirizzamento eliminato',
      failed: 'Impossibile eliminare il reindirizzamento',
      renews: [ListRedirects.http],
    },
  }),
]

export default listScreen({
  title: 'Reindirizzamenti',
  intro:
    'Chi apre un indirizzo vecchio arriva a quello nuovo in un solo passo. Cambiando lo slug di una tratta o di un articolo nascono da soli.',
  actions: <Files />,
  create: { path: 'reindirizzamenti/nuovo/', label: 'Nuovo reindirizzamento' },
  above: <RedirectTabs />,
  views: { section: 'reindirizzamenti/' },
  caption: 'Reindirizzamenti',
  query: ListRedirects,
  columns,
  search: 'Cerca per indirizzo',
  filters: [{ field: 'off', choices: { true: 'disattivati' }, read: () => true }],
  note: ({ totalOff }) => <OffNotice total={totalOff} />,
  empty: 'Nessun reindirizzamento: il primo nasce quando cambia lo slug di una tratta o di un articolo',
  emptyFiltered: 'Nessun indirizzo corrisponde alla ricerca',
  bulk: {
    command: DeleteRedirects,
    nouns: ['reindirizzamento', 'reindirizzamenti'],
    nameOf: ({ fromPath }) => fromPath,
    acts: { delete: 'Elimina' },
  },
})

function Files() {
  const show = useDialog()
  return (
    <>
      <Button look="plain" onClick={() => show((close) => <ImportDialog onClose={close} />)}>
        Importa
      </Button>
      <DownloadLink path="/api/admin/redirects/export.csv">Esporta CSV</DownloadLink>
    </>
  )
}

/** Shows how many redirects the site ignores (`offReason`). A button lists only the ignored redirects of all pages. */
function OffNotice({ total }: { total: number }) {
  const address = useListAddress(['off'])
  const isOffOnly = address.filters.off === 'true'
  if (total === 0 && !isOffOnly) return null
  return (
    <p role="status" className="mb-3 flex flex-wrap items-center gap-x-3">
      {countOf(total, ['reindirizzamento è disattivato', 'reindirizzamenti sono disattivati'])}: correggi
      l’indirizzo o elimina la riga.
      <RowAction onClick={() => address.set({ off: isOffOnly ? undefined : 'true' })}>
        {isOffOnly ? 'Mostra tutti' : 'Mostra solo questi'}
      </RowAction>
    </p>
  )
}
