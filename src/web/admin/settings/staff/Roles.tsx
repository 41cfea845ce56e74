import { roleNames, roles } from '../../../../kernel/role.ts'
import {
  ReadRoles,
  type RoleAct,
  type RoleArea,
  type RoleCall,
  roleActsIn,
  roleAreasOf,
} from '../../../../modules/settings/staff/roles.contract.ts'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { areaNames } from './areaNames.ts'

const actWords: Record<RoleAct, string> = { read: 'legge', change: 'modifica', delete: 'elimina' }

const columns: DataColumn<RoleArea>[] = [
  { id: 'area', header: 'Che cosa', cell: (area) => <Area {...area} /> },
  ...roles.map((role) => ({
    id: role,
    header: roleNames[role],
    cell: (area: RoleArea) =>
      roleActsIn(area, role)
        .map(({ act, isWhole }) => actWords[act] + (isWhole ? '' : ' in parte'))
        .join(', ') || '—',
  })),
]

export default listScreen({
  title: 'Ruoli',
  intro:
    'Che cosa può fare ogni ruolo, letto dalle regole che il server applica. Il ruolo di ogni persona si sceglie in Utenti Admin.',
  caption: 'Ruoli e operazioni',
  query: ReadRoles,
  isWhole: true,
  rowsOf: ({ items }) => roleAreasOf(items),
  columns,
  rowId: ({ name }) => name,
  empty: 'Nessuna operazione',
})

function Area({ name, calls }: RoleArea) {
  return (
    <details>
      <summary className="flex min-h-(--target) items-center cursor-pointer font-medium">
        {areaNames[name] ?? name}
      </summary>
      <ul className="mt-1 grid max-w-md gap-1 text-sm wrap-anywhere">
        {calls.map((call) => (
          <li key={call.http}>
            <Call {...call} />
          </li>
        ))}
      </ul>
    </details>
  )
}

function Call({ http, least }: RoleCall) {
  return (
    <>
      <code>{http}</code> <span className="text-ink-soft">da {roleNames[least]}</span>
    </>
  )
}
