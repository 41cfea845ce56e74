import { Link } from 'react-router'
import {
  ListPriceBatches,
  type PriceBatch,
  UpdatePrices,
} from '../../../../modules/catalog/prices/contract.ts'
import { UndoBulkAct } from '../../../../modules/operations/bulkActs/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { CommandConfirm } from '../../kit/CommandConfirm.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { useRights } from '../../kit/rights.ts'
import { priceAnswers } from './priceAnswers.ts'

/** Returns what caused a save, such as `Importazione da CSV`. */
export const savedWhat = ({ reason }: Pick<PriceBatch, 'reason'>) => reason ?? 'Scheda della tratta'

const columns: DataColumn<PriceBatch>[] = [
  {
    id: 'changedAt',
    header: 'Quando',
    sort: 'changedAt',
    cell: ({ changedAt }) => <span className="whitespace-nowrap">{showDateTime(changedAt)}</span>,
  },
  { id: 'changedBy', header: 'Chi', sort: 'changedBy', cell: ({ changedBy }) => changedBy },
  {
    id: 'reason',
    header: 'Che cosa',
    cell: (batch) => (
      <Link
        to={adminPath('prezzimod/cronologia/:batchId/', { batchId: batch.batchId })}
        className="inline-flex min-h-(--target) items-center text-sea-deep underline"
      >
        {savedWhat(batch)}
        <span className="sr-only">, {showDateTime(batch.changedAt)}</span>
      </Link>
    ),
  },
  {
    id: 'updated',
    header: 'Prezzi',
    sort: 'updated',
    align: 'right',
    cell: ({ updated }) => showNumber(updated),
  },
  {
    id: 'updatedRoutes',
    header: 'Tratte',
    align: 'right',
    cell: ({ updatedRoutes }) => showNumber(updatedRoutes),
  },
  actionsColumn((batch) => (batch.undoneAt ? <Badge tone="quiet">Annullata</Badge> : <Undo of={batch} />)),
]

/** Lists the saves of prices. Staff undo a save here, or open it and undo part of it. */
export default listScreen({
  title: 'Cronologia Prezzi',
  actions: <Back />,
  caption: 'Modifiche dei prezzi',
  query: ListPriceBatches,
  columns,
  rowId: ({ batchId }) => batchId,
  search: 'Cerca per persona o motivo',
  empty: 'Nessun prezzo è mai stato cambiato',
  emptyFiltered: 'Nessuna modifica corrisponde alla ricerca',
})

function Back() {
  const { opens } = useRights()
  const prices = adminPath('prezzimod/')
  return (
    <Link to={opens(prices) ? prices : adminPath('tratte/')} className={buttonClass('plain')}>
      Torna ai prezzi
    </Link>
  )
}

function Undo({ of: batch }: { of: PriceBatch }) {
  const { may } = useRights()
  const show = useDialog()
  const { actId, changedAt, updated, undone } = batch
  const ask = (id: number) =>
    show((close) => (
      <CommandConfirm
        command={UndoBulkAct}
        input={{ id }}
        title={`Annullare la modifica del ${showDateTime(changedAt)}?`}
        action="Annulla la modifica"
        done="Modifica annullata: i prezzi sono quelli di prima"
        failed="Impossibile annullare la modifica"
        renews={priceAnswers}
        onClose={close}
      >
        {savedWhat(batch)}: tornano com’erano {countOf(updated - undone, ['prezzo', 'prezzi'])}. Se uno di
        essi è stato cambiato dopo, non cambia nulla: apri la modifica per riportare gli altri.
      </CommandConfirm>
    ))
  return (
    <RowActions>
      {undone > 0 && <Badge tone="quiet">{countOf(undone, ['annullato', 'annullati'])}</Badge>}
      {actId !== null && may(UpdatePrices) && (
        <RowAction onClick={() => ask(actId)}>
          Annulla<span className="sr-only"> la modifica del {showDateTime(changedAt)}</span>
        </RowAction>
      )}
    </RowActions>
  )
}
