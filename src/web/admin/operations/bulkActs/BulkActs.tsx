import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { actWords, type BulkAct, ListBulkActs } from '../../../../modules/operations/bulkActs/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { JobProgress, JobState } from '../../kit/JobProgress.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { Title } from '../../kit/Title.tsx'
import { undo } from '../../kit/useBulkAct.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

/** Lists the bulk acts: commands that changed many rows. Staff can undo each act as a whole. */
export default function BulkActs() {
  const client = useQueryClient()
  const { opens } = useRights()
  const address = useListAddress()
  const acts = useQueryCall(ListBulkActs, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<BulkAct | null>(null)
  const [shown, setShown] = useState<{ jobId: number; title: string } | null>(null)
  const columns: DataColumn<BulkAct>[] = [
    {
      id: 'madeAt',
      header: 'Quando',
      sort: 'madeAt',
      cell: ({ madeAt }) => <span className="whitespace-nowrap">{showDateTime(madeAt)}</span>,
    },
    { id: 'madeBy', header: 'Chi', sort: 'madeBy', cell: ({ madeBy }) => madeBy },
    { id: 'list', header: 'Elenco', cell: ({ act }) => actWords[act] ?? act },
    { id: 'title', header: 'Che cosa', cell: ({ title }) => title },
    {
      id: 'changed',
      header: 'Righe',
      sort: 'changed',
      align: 'right',
      cell: ({ changed, total }) =>
        changed === total ? showNumber(total) : `${showNumber(changed)} di ${showNumber(total)}`,
    },
    {
      id: 'job',
      header: 'Lavoro',
      cell: (act) =>
        act.job ? (
          <span className="flex flex-wrap items-center gap-2">
            <JobState status={act.job.status} />
            <RowAction onClick={() => act.job && setShown({ jobId: act.job.id, title: act.title })}>
              Dettagli<span className="sr-only"> di {act.title}</span>
            </RowAction>
          </span>
        ) : (
          '—'
        ),
    },
    actionsColumn((act) => <Undo act={act} onUndo={setDoomed} />),
  ]
  return (
    <>
      <Title
        intro="Le modifiche fatte su molte righe insieme negli ultimi 90 giorni. Ognuna si annulla per intero."
        actions={
          opens(adminPath('registro/')) && (
            <Link to={adminPath('registro/')} className={buttonClass('plain')}>
              Registro Modifiche
            </Link>
          )
        }
      >
        Modifiche in Blocco
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per persona o modifica" address={address} />
      </FilterBar>
      <DataTable
        caption="Modifiche in blocco"
        columns={columns}
        of={acts}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessuna modifica corrisponde alla ricerca'
            : 'Nessuna modifica in blocco: la prima compare quando qualcuno cambia più righe di un elenco insieme'
        }
      />
      {doomed && (
        <Confirm
          title={`Annullare «${doomed.title}»?`}
          action="Annulla la modifica"
          onConfirm={() => {
            setDoomed(null)
            // Fetches all queries again, because any list may show the restored rows.
            void undo(client, doomed.id, ['GET /api/']).then((jobId) => {
              if (jobId) setShown({ jobId, title: `Annulla: ${doomed.title}` })
            })
          }}
          onClose={() => setDoomed(null)}
        >
          Tornano com’erano {countOf(doomed.changed - doomed.undone, ['riga', 'righe'])}. Quelle cambiate di
          nuovo in seguito restano come sono.
        </Confirm>
      )}
      {shown && (
        <Dialog title="Modifica in blocco" onClose={() => setShown(null)}>
          <JobProgress {...shown} onEnd={() => void renew(client, ['GET /api/'])} />
        </Dialog>
      )}
    </>
  )
}

function Undo({ act, onUndo }: { act: BulkAct; onUndo: (act: BulkAct) => void }) {
  const { changed, undone, title } = act
  if (changed > 0 && undone >= changed) return <Badge tone="quiet">Annullata</Badge>
  return (
    <RowActions>
      {undone > 0 && <Badge tone="warn">Annullate {showNumber(undone)}</Badge>}
      <RowAction onClick={() => onUndo(act)}>
        Annulla<span className="sr-only"> {title}</span>
      </RowAction>
    </RowActions>
  )
}
