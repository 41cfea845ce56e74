import { useState } from 'react'
import { Link } from 'react-router'
import {
  ListPriceBatches,
  type PriceBatch,
  UndoPriceBatch,
} from '../../../../modules/catalog/prices/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { countOf, showDateTime, showNumber } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { proposalRenews } from './Proposal.tsx'

/** Returns what caused a save, such as `Importazione da CSV`. */
export const savedWhat = ({ reason }: Pick<PriceBatch, 'reason'>) => reason ?? 'Scheda della tratta'

/** Lists the saves of prices. Staff undo a save here, or open it and undo part of it. */
export default function PriceHistory() {
  const address = useListAddress()
  const batches = useQueryCall(ListPriceBatches, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<PriceBatch | null>(null)
  const undo = useCommandCall(UndoPriceBatch, {
    done: 'Modifica annullata: i prezzi sono quelli di prima',
    failed: 'Impossibile annullare la modifica',
    renews: proposalRenews,
  })
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
    actionsColumn((batch) =>
      batch.undoneAt ? (
        <Badge tone="quiet">Annullata</Badge>
      ) : (
        <RowActions>
          {batch.undone > 0 && (
            <Badge tone="quiet">{countOf(batch.undone, ['annullato', 'annullati'])}</Badge>
          )}
          <RowAction onClick={() => setDoomed(batch)}>
            Annulla<span className="sr-only"> la modifica del {showDateTime(batch.changedAt)}</span>
          </RowAction>
        </RowActions>
      ),
    ),
  ]
  return (
    <>
      <Title
        actions={
          <Link to={adminPath('prezzimod/')} className={buttonClass('plain')}>
            Torna ai prezzi
          </Link>
        }
      >
        Cronologia Prezzi
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per persona o motivo" address={address} />
      </FilterBar>
      <DataTable
        caption="Modifiche dei prezzi"
        columns={columns}
        of={batches}
        rowId={({ batchId }) => batchId}
        address={address}
        empty={
          address.search ? 'Nessuna modifica corrisponde alla ricerca' : 'Nessun prezzo è mai stato cambiato'
        }
      />
      {doomed && (
        <Confirm
          title={`Annullare la modifica del ${showDateTime(doomed.changedAt)}?`}
          action="Annulla la modifica"
          isPending={undo.isPending}
          onConfirm={() => undo.mutate({ batchId: doomed.batchId }, { onSettled: () => setDoomed(null) })}
          onClose={() => setDoomed(null)}
        >
          {savedWhat(doomed)}: tornano com’erano{' '}
          {countOf(doomed.updated - doomed.undone, ['prezzo', 'prezzi'])}. Se uno di essi è stato cambiato
          dopo, non cambia nulla: apri la modifica per annullare gli altri.
        </Confirm>
      )}
    </>
  )
}
