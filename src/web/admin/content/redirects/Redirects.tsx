import { useState } from 'react'
import { Link } from 'react-router'
import { DeleteRedirects } from '../../../../modules/content/redirects/bulk.contract.ts'
import {
  DeleteRedirect,
  ListRedirects,
  type Redirect,
} from '../../../../modules/content/redirects/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { ListActs } from '../../kit/ListActs.tsx'
import { RowAction } from '../../kit/RowAction.tsx'
import { SavedViews } from '../../kit/SavedViews.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { ImportDialog } from './ImportDialog.tsx'
import { RedirectTabs } from './RedirectTabs.tsx'

const nouns = ['reindirizzamento', 'reindirizzamenti'] as const
const acts = { delete: 'Elimina' }

export default function Redirects() {
  const address = useListAddress(['off'])
  const isOffOnly = address.filters.off === 'true'
  const filter = {
    ...(address.search ? { search: address.search } : {}),
    ...(isOffOnly ? { off: true } : {}),
  }
  const redirects = useQueryCall(ListRedirects, { ...address.input, ...filter }, { keepPrevious: true })
  const [deleting, setDeleting] = useState<Redirect | null>(null)
  const [isImporting, setImporting] = useState(false)
  const columns: DataColumn<Redirect>[] = [
    {
      id: 'from',
      header: 'Indirizzo vecchio',
      sort: 'fromPath',
      cell: ({ id, fromPath, offReason }) => (
        <div>
          <Link
            to={adminPath('reindirizzamenti/:id/', { id })}
            className="wrap-anywhere font-medium text-sea-deep underline"
          >
            {fromPath}
          </Link>
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
    actionsColumn((redirect) => (
      <ThingActions
        to={adminPath('reindirizzamenti/:id/', { id: redirect.id })}
        name={redirect.fromPath}
        deletion={DeleteRedirect}
        onDelete={() => setDeleting(redirect)}
      />
    )),
  ]
  return (
    <>
      <Title
        intro="Chi apre un indirizzo vecchio arriva a quello nuovo in un solo passo. Cambiando lo slug di una tratta o di un articolo nascono da soli."
        actions={
          <>
            <Button look="plain" onClick={() => setImporting(true)}>
              Importa
            </Button>
            <a href="/api/admin/redirects/export.csv" download className={buttonClass('plain')}>
              Esporta CSV
            </a>
            <Link to={adminPath('reindirizzamenti/nuovo/')} className={buttonClass('sea')}>
              Nuovo reindirizzamento
            </Link>
          </>
        }
      >
        Reindirizzamenti
      </Title>
      <RedirectTabs />
      <SavedViews section="reindirizzamenti/" />
      <FilterBar>
        <SearchBox label="Cerca per indirizzo" address={address} />
      </FilterBar>
      <OffNotice
        total={redirects.data?.totalOff ?? 0}
        isOffOnly={isOffOnly}
        onShow={(off) => address.set({ off })}
      />
      <DataTable
        caption="Reindirizzamenti"
        columns={columns}
        of={redirects}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search || isOffOnly
            ? 'Nessun indirizzo corrisponde alla ricerca'
            : 'Nessun reindirizzamento: il primo nasce quando cambia lo slug di una tratta o di un articolo'
        }
        bulk={{
          command: DeleteRedirects,
          filter,
          nouns,
          nameOf: ({ fromPath }) => fromPath,
          acts: (chosen) => (
            <ListActs
              command={DeleteRedirects}
              acts={acts}
              chosen={chosen}
              nouns={nouns}
              renews={[ListRedirects.http]}
            />
          ),
        }}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
      {deleting && (
        <DeleteConfirm
          command={DeleteRedirect}
          id={deleting.id}
          title={`Eliminare il reindirizzamento da ${deleting.fromPath}?`}
          done="Reindirizzamento eliminato"
          failed="Impossibile eliminare il reindirizzamento"
          renews={[ListRedirects.http]}
          onClose={() => setDeleting(null)}
        >
          Chi apre quell’indirizzo troverà una pagina inesistente.
        </DeleteConfirm>
      )}
    </>
  )
}

/** Shows how many redirects the site ignores (`offReason`). A button lists only the ignored redirects of all pages. */
function OffNotice({
  total,
  isOffOnly,
  onShow,
}: {
  total: number
  isOffOnly: boolean
  onShow: (off: 'true' | undefined) => void
}) {
  if (total === 0 && !isOffOnly) return null
  return (
    <p role="status" className="mb-3 flex flex-wrap items-center gap-x-3">
      {countOf(total, ['reindirizzamento è disattivato', 'reindirizzamenti sono disattivati'])}: correggi
      l’indirizzo o elimina la riga.
      <RowAction onClick={() => onShow(isOffOnly ? undefined : 'true')}>
        {isOffOnly ? 'Mostra tutti' : 'Mostra solo questi'}
      </RowAction>
    </p>
  )
}
