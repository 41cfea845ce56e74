import { useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { actWords, type BulkAct, ListBulkActs } from '../../../../modules/operations/bulkActs/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { JobProgress, JobState } from '../../kit/JobProgress.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { undo } from '../../kit/useBulkAct.tsx'

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
  { id: 'job', header: 'Lavoro', cell: (act) => <Job act={act} /> },
  actionsColumn((act) => <Undo act={act} />),
]

/** Lists the bulk acts: commands that changed many rows. Staff can undo each act as a whole. */
export default listScreen({
  title: 'Modifiche in Blocco',
  intro: 'Le modifiche fatte su molte righe insieme negli ultimi 90 giorni. Ognuna si annulla per intero.',
  actions: <AuditLink />,
  caption: 'Modifiche in blocco',
  query: ListBulkActs,
  columns,
  search: 'Cerca per persona o modifica',
  empty: 'Nessuna modifica in blocco: la prima compare quando qualcuno cambia più righe di un elenco insieme',
  emptyFiltered: 'Nessuna modifica corrisponde alla ricerca',
})

function AuditLink() {
  const { opens } = useRights()
  const to = adminPath('registro/')
  if (!opens(to)) return null
  return (
    <Link to={to} className={buttonClass('plain')}>
      Registro Modifiche
    </Link>
  )
}

function Job({ act: { job, title } }: { act: BulkAct }) {
  const show = useDialog()
  if (!job) return '—'
  return (
    <span className="flex flex-wrap items-center gap-2">
      <JobState status={job.status} />
      <RowAction onClick={() => show((close) => <JobDialog jobId={job.id} title={title} onClose={close} />)}>
        Dettagli<span className="sr-only"> di {title}</span>
      </RowAction>
    </span>
  )
}

function JobDialog({ onClose, ...job }: { jobId: number; title: string; onClose: () => void }) {
  const client = useQueryClient()
  return (
    <Dialog title="Modifica in blocco" onClose={onClose}>
      <JobProgress {...job} onEnd={() => void renew(client, ['GET /api/'])} />
    </Dialog>
  )
}

function Undo({ act: { id, changed, undone, title } }: { act: BulkAct }) {
  const client = useQueryClient()
  const show = useDialog()
  if (changed > 0 && undone >= changed) return <Badge tone="quiet">Annullata</Badge>
  async function undoAct(close: () => void): Promise<void> {
    close()
    // Fetches all queries again, because any list may show the restored rows.
    const jobId = await undo(client, id, ['GET /api/'])
    if (jobId) show((end) => <JobDialog jobId={jobId} title={`Annulla: ${title}`} onClose={end} />)
  }
  const ask = () =>
    show((close) => (
      <Confirm
        title={`Annullare «${title}»?`}
        action="Annulla la modifica"
        onConfirm={() => void undoAct(close)}
        onClose={close}
      >
        Tornano com’erano {countOf(changed - undone, ['riga', 'righe'])}. Quelle cambiate di nuovo in seguito
        restano come sono.
      </Confirm>
    ))
  return (
    <RowActions>
      {undone > 0 && <Badge tone="warn">Annullate {showNumber(undone)}</Badge>}
      <RowAction onClick={ask}>
        Annulla<span className="sr-only"> {title}</span>
      </RowAction>
    </RowActions>
  )
}
