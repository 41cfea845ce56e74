import { useState } from 'react'
import { Link } from 'react-router'
import {
  ListPriceBatches,
  ListPrices,
  type PriceBatch,
  UndoPriceBatch,
} from '../../../../modules/catalog/prices/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDateTime, showNumber } from '../../kit/format.ts'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

const what = ({ reason }: PriceBatch) => reason ?? 'Scheda della tratta'

/** Lists the saves of prices. Staff can undo each save as a whole. */
export default function PriceHistory() {
  const address = useListAddress()
  const batches = useQueryCall(ListPriceBatches, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<PriceBatch | null>(null)
  const undo = useCommandCall(UndoPriceBatch, {
    done: 'Modifica annullata: i prezzi sono quelli di prima',
    failed: 'Impossibile annullare la modifica',
    renews: [ListPriceBatches.http, ListPrices.http, 'GET /api/admin/route'],
  })
  const columns: DataColumn<PriceBatch>[] = [
    {
      id: 'changedAt',
      header: 'Quando',
      sort: 'changedAt',
      cell: ({ changedAt }) => <span className="whitespace-nowrap">{showDateTime(changedAt)}</span>,
    },
    { id: 'changedBy', header: 'Chi', sort: 'changedBy', cell: ({ changedBy }) => changedBy },
    { id: 'reason', header: 'Che cosa', cell: what },
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
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: (batch) =>
        batch.undoneAt ? (
          <Badge tone="quiet">Annullata</Badge>
        ) : (
          <RowActions>
            <RowAction onClick={() => setDoomed(batch)}>
              Annulla<span className="sr-only"> la modifica del {showDateTime(batch.changedAt)}</span>
            </RowAction>
          </RowActions>
        ),
    },
  ]
  return (
    <>
      <Title
        actions={
          <Link to="/admin/prezzimod/" className={buttonClass('plain')}>
            Torna ai prezzi
          </Link>
        }
      >
        Cronologia Prezzi
      </Title>
      <FilterBar>
        <SearchBox
          label="Cerca per persona o motivo"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
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
          {what(doomed)}: tornano com’erano {showNumber(doomed.updated)} prezzi. Se uno di essi è stato
          cambiato dopo, non cambia nulla.
        </Confirm>
      )}
    </>
  )
}
