import { roleNames } from '../../../../kernel/role.ts'
import {
  type AdminUser,
  DeleteAdminUser,
  ListAdminUsers,
} from '../../../../modules/settings/staff/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showDate } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { SignInRules } from './SignInRules.tsx'

const columns: DataColumn<AdminUser>[] = [
  {
    id: 'username',
    header: 'Username',
    sort: 'username',
    cell: ({ id, username }) => <RowLink to={adminPath('utenti/:id/', { id })}>{username}</RowLink>,
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
  thingActions({
    path: 'utenti/:id/',
    name: ({ username }) => username,
    deletion: {
      command: DeleteAdminUser,
      title: ({ username }) => `Eliminare l’utente ${username}?`,
      text: () =>
        'Tutti i suoi accessi finiscono subito: sessioni, notifiche e calendari. Ciò che ha fatto resta nel registro.',
      done: 'Utente eliminato',
      failed: 'Impossibile eliminare l’utente',
      renews: [ListAdminUsers.http],
    },
  }),
]

export default listScreen({
  title: 'Utenti Admin',
  create: { path: 'utenti/nuovo/', label: 'Nuovo utente' },
  caption: 'Utenti admin',
  query: ListAdminUsers,
  columns,
  search: 'Cerca per username',
  empty: 'Nessun utente corrisponde alla ricerca',
  below: <SignInRules />,
})
