import { useState } from 'react'
import { Link } from 'react-router'
import {
  type AdminUser,
  DeleteAdminUser,
  ListAdminUsers,
} from '../../../../modules/settings/staff/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { Confirm } from '../../kit/Confirm.tsx'
import { type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate } from '../../kit/format.ts'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { SignInRules } from './SignInRules.tsx'

export default function AdminUsers() {
  const address = useListAddress()
  const users = useQueryCall(ListAdminUsers, address.input, { keepPrevious: true })
  const [doomed, setDoomed] = useState<AdminUser | null>(null)
  const remove = useCommandCall(DeleteAdminUser, {
    done: 'Utente eliminato',
    failed: 'Impossibile eliminare l’utente',
    renews: [ListAdminUsers.http],
  })
  const columns: DataColumn<AdminUser>[] = [
    {
      id: 'username',
      header: 'Username',
      sort: 'username',
      cell: (user) => (
        <Link to={`/admin/utenti/${user.id}/`} className="font-medium text-sea-deep underline">
          {user.username}
        </Link>
      ),
    },
    {
      id: 'role',
      header: 'Ruolo',
      cell: ({ isSuperAdmin }) => (isSuperAdmin ? <Badge tone="info">Super Admin</Badge> : 'Admin'),
    },
    {
      id: 'state',
      header: 'Stato',
      cell: ({ isActive }) =>
        isActive ? <Badge tone="ok">Attivo</Badge> : <Badge tone="quiet">Inattivo</Badge>,
    },
    { id: 'totp', header: 'Verifica in due passaggi', cell: ({ hasTotp }) => (hasTotp ? 'Attiva' : '—') },
    { id: 'created', header: 'Creato il', sort: 'createdAt', cell: ({ createdAt }) => showDate(createdAt) },
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: (user) => (
        <RowActions>
          <Link to={`/admin/utenti/${user.id}/`} className={rowActionClass}>
            Modifica<span className="sr-only"> {user.username}</span>
          </Link>
          <RowAction onClick={() => setDoomed(user)}>
            Elimina<span className="sr-only"> {user.username}</span>
          </RowAction>
        </RowActions>
      ),
    },
  ]

  return (
    <>
      <Title
        actions={
          <Link to="/admin/utenti/nuovo/" className={buttonClass('sea')}>
            Nuovo utente
          </Link>
        }
      >
        Utenti Admin
      </Title>
      <FilterBar>
        <SearchBox
          label="Cerca per username"
          value={address.search}
          onSearch={(search) => address.set({ search })}
        />
      </FilterBar>
      <DataTable
        caption="Utenti admin"
        columns={columns}
        of={users}
        rowId={({ id }) => id}
        address={address}
        empty="Nessun utente corrisponde alla ricerca"
      />
      <SignInRules />
      {doomed && (
        <Confirm
          title={`Eliminare l’utente ${doomed.username}?`}
          action="Elimina"
          isPending={remove.isPending}
          onConfirm={() => remove.mutate({ id: doomed.id }, { onSettled: () => setDoomed(null) })}
          onClose={() => setDoomed(null)}
        >
          Le sue sessioni finiscono subito. Ciò che ha fatto resta nel registro.
        </Confirm>
      )}
    </>
  )
}
