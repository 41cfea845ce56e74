import { useState } from 'react'
import { Link } from 'react-router'
import {
  DeleteTransferType,
  ListTransferTypes,
  type TransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'

export default function TransferTypes() {
  const address = useListAddress()
  const types = useQueryCall(ListTransferTypes, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<TransferType | null>(null)
  const columns: DataColumn<TransferType>[] = [
    { id: 'id', header: 'ID', cell: ({ id }) => id },
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link
          to={adminPath('tipologie-transfer/:id/', { id })}
          className="font-medium text-sea-deep underline"
        >
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
    actionsColumn((type) => (
      <ThingActions
        to={adminPath('tipologie-transfer/:id/', { id: type.id })}
        name={type.name}
        deletion={DeleteTransferType}
        onDelete={() => setDeleting(type)}
      />
    )),
  ]
  return (
    <>
      <Title
        actions={
          <Link to={adminPath('tipologie-transfer/nuova/')} className={buttonClass('sea')}>
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
        empty="Nessuna tipologia: aggiungi la prima"
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteTransferType}
          id={deleting.id}
          title={`Eliminare la tipologia «${deleting.name}»?`}
          done="Tipologia eliminata"
          failed="Impossibile eliminare la tipologia"
          renews={[ListTransferTypes.http]}
          onClose={() => setDeleting(null)}
        >
          Una tipologia usata da tratte non si può eliminare.
        </DeleteConfirm>
      )}
    </>
  )
}
