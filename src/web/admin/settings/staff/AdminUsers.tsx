import { useState } from 'react'
import { Link } from 'react-router'
import { roleNames } from '../../../../kernel/role.ts'
import {
  type AdminUser,
  DeleteAdminUser,
  ListAdminUsers,
} from '../../../../modules/settings/staff/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showDate } from '../../kit/format.ts'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { SignInRules } from './SignInRules.tsx'

export default function AdminUsers() {
  const address = useListAddress()
  const users = useQueryCall(ListAdminUsers, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<AdminUser | null>(null)
  const columns: DataColumn<AdminUser>[] = [
    {
      id: 'username',
      header: 'Username',
      sort: 'username',
      cell: (user) => (
        <Link to={adminPath('utenti/:id/', { id: user.id })} className="font-medium text-sea-deep underline">
          {user.username}
        </Link>
      ),
    },
    {
      id: 'role',
      header: 'Ruolo',
      cell: ({ role }) =>
        role === 'superAdmin' ? <Badge tone="info">{roleNames[role]}</Badge> : roleNames[role],
    },
    {
      id: 'state',
      header: 'Stato',
      cell: ({ isActive }) =>
        isActive ? <Badge tone="ok">Attivo</Badge> : <Badge tone="quiet">Inattivo</Badge>,
    },
    { id: 'totp', header: 'Verifica in due passaggi', cell: ({ hasTotp }) => (hasTotp ? 'Attiva' : '—') },
    { id: 'created', header: 'Creato il', sort: 'createdAt', cell: ({ createdAt }) => showDate(createdAt) },
    actionsColumn((user) => (
      <ThingActions
        to={adminPath('utenti/:id/', { id: user.id })}
        name={user.username}
        deletion={DeleteAdminUser}
        onDelete={() => setDeleting(user)}
      />
    )),
  ]

  return (
    <>
      <Title
        actions={
          <Link to={adminPath('utenti/nuovo/')} className={buttonClass('sea')}>
            Nuovo utente
          </Link>
        }
      >
        Utenti Admin
      </Title>
      <FilterBar>
        <SearchBox label="Cerca per username" address={address} />
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
      {deleting && (
        <DeleteConfirm
          command={DeleteAdminUser}
          id={deleting.id}
          title={`Eliminare l’utente ${deleting.username}?`}
          done="Utente eliminato"
          failed="Impossibile eliminare l’utente"
          renews={[ListAdminUsers.http]}
          onClose={() => setDeleting(null)}
        >
          Tutti i suoi accessi finiscono subito: sessioni, notifiche e calendari. Ciò che ha fatto resta nel
          registro.
        </DeleteConfirm>
      )}
    </>
  )
}
