import { isAtLeast, roleNames, roles } from '../../../../kernel/role.ts'
import {
  ReadRoles,
  type RoleAct,
  type RoleArea,
  type RoleCall,
  roleActsIn,
  roleAreasOf,
} from '../../../../modules/settings/staff/roles.contract.ts'
import { Button } from '../../../ui/Button.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { listScreen } from '../../kit/ListScreen.tsx'
import { seePanelAs } from '../../kit/seenAs.ts'
import { useSession } from '../../kit/session.ts'
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
  above: <SeeAs />,
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

function Call({ http, roles: own }: RoleCall) {
  const names = own.length === roles.length ? 'tutti i ruoli' : own.map((role) => roleNames[role]).join(', ')
  return (
    <>
      <code>{http}</code> <span className="text-ink-soft">{names}</span>
    </>
  )
}

/** Shows the panel as a role sees it. Only the server's answer decides what the role may read. */
function SeeAs() {
  const session = useSession()
  const own = session?.role
  if (own === undefined) return null
  const others = roles.filter((role) => role !== own && isAtLeast(own, role))
  return (
    <section aria-labelledby="vedi-come" className="mb-5 rounded-card border border-line bg-panel p-4">
      <h2 id="vedi-come" className="font-semibold">
        Vedi come
      </h2>
      <p className="mt-1 mb-3 text-ink-soft text-sm">
        Apre il pannello come lo vede un ruolo, in questa scheda: menu, sezioni e pulsanti. Puoi guardare, ma
        non cambiare nulla.
      </p>
      <div className="flex flex-wrap gap-2">
        {others.map((role) => (
          <Button key={role} look="plain" onClick={() => seePanelAs(role)}>
            {roleNames[role]}
          </Button>
        ))}
      </div>
    </section>
  )
}
