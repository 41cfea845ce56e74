import {
  DeleteTransferType,
  ListTransferTypes,
  type TransferType,
} from '../../../../modules/catalog/transferTypes/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'

const columns: DataColumn<TransferType>[] = [
  { id: 'id', header: 'ID', cell: ({ id }) => id },
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <RowLink to={adminPath('tipologie-transfer/:id/', { id })}>{name}</RowLink>,
  },
  { id: 'description', header: 'Descrizione', cell: ({ description }) => description || '—' },
  {
    id: 'state',
    header: 'Stato',
    sort: 'active',
    cell: ({ isActive }) =>
      isActive ? <Badge tone="ok">Attiva</Badge> : <Badge tone="quiet">Disattivata</Badge>,
  },
  thingActions({
    path: 'tipologie-transfer/:id/',
    name: ({ name }) => name,
    deletion: {
      command: DeleteTransferType,
      title: ({ name }) => `Eliminare la tipologia «${name}»?`,
      text: () => 'Una tipologia usata da tratte non si può eliminare.',
      done: 'Tipologia eliminata',
      failed: 'Impossibile eliminare la tipologia',
      renews: [ListTransferTypes.http],
    },
  }),
]

export default listScreen({
  title: 'Tipologie Transfer',
  create: { path: 'tipologie-transfer/nuova/', label: 'Nuova tipologia' },
  caption: 'Tipologie di transfer',
  query: ListTransferTypes,
  columns,
  empty: 'Nessuna tipologia: aggiungi la prima',
})
