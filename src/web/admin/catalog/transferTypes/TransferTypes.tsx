import { useState } from 'react'
import { Link } from 'react-router'
import {
  DeleteTransferType,
  ListTransferTypes,
  type TransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function TransferTypes() {
  const address = useListAddress()
  const types = useQueryCall(ListTransferTypes, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<TransferType | null>(null)
  const remove = useCommandCall(DeleteTransferType, {
    done: 'Tipologia eliminata',
    failed: 'Impossibile eliminare la tipologia',
    renews: [ListTransferTypes.http],
  })
  const columns: DataColumn<TransferType>[] = [
    { id: 'id', header: 'ID', cell: ({ id }) => id },
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={`/admin/tipologie-transfer/${id}/`} className="font-medium text-sea-deep underline">
          {name}
        </Link>
      ),
    },
    { id: 'description', header: 'Descrizione', cell: ({ description }) => description || '—' },
    {
      id: 'state',
      header: 'Stato',
      sort: 'active',
      cell: ({ isActive }) =>
        isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Disattivata</Badge>,
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: (type) => (
        <RowActions>
          <Link to={`/admin/tipologie-transfer/${type.id}/`} className={rowActionClass}>
            Modifica<span className="sr-only"> {type.name}</span>
          </Link>
          <RowAction onClick={() => setDoomed(type)}>
            Elimina<span className="sr-only"> {type.name}</span>
          </RowAction>
        </RowActions>
      ),
    },
  ]
  return (
    <>
      <Title
        actions={
          <Link to="/admin/tipologie-transfer/nuova/" className={buttonClass('sea')}>
            Nuova tipologia
          </Link>
        }
      >
        Tipologie Transfer
      </Title>
      <DataTable
        caption="Tipologie di transfer"
        columns={columns}
        of={types}
        rowId={({ id }) => id}
        address={address}
        empty="Nessuna tipologia"
      />
      {doomed && (
        <Confirm
          title={`Eliminare la tipologia «${doomed.name}»?`}
          action="Elimina"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: doomed.id }, { onSettled: () => setDoomed(null) })}
          onClose={() => setDoomed(null)}
        >
          Una tipologia usata da tratte non si può eliminare.
        </Confirm>
      )}
    </>
  )
}
