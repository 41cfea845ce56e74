import { romanDay } from '../../../../kernel/romanDay.ts'
import { languageName } from '../../../../languages/languageName.ts'
import { DeleteDriver, type Driver, ListDrivers } from '../../../../modules/trips/fleet/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { CallLink } from '../../kit/CallLink.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowAction } from '../../kit/RowAction.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { Examples } from '../demo/Examples.tsx'
import { LoginLinkDialog } from '../driving/LoginLinkDialog.tsx'
import { Expiry } from './Expiry.tsx'

const columns: DataColumn<Driver>[] = [
  {
    id: 'name',
    header: 'Nome',
    sort: 'name',
    cell: ({ id, name }) => <RowLink to={adminPath('autisti/:id/', { id })}>{name}</RowLink>,
  },
  { id: 'phone', header: 'Telefono', cell: (driver) => <CallLink {...driver} /> },
  {
    id: 'languages',
    header: 'Lingue',
    cell: ({ languages }) => languages.map(languageName).join(', ') || '—',
  },
  {
    id: 'licence',
    header: 'Patente',
    sort: 'licence',
    cell: ({ licenceExpiresOn }) => <Expiry lastDay={licenceExpiresOn} />,
  },
  {
    id: 'certificate',
    header: 'CAP / KB',
    sort: 'certificate',
    cell: ({ certificateExpiresOn }) => <Expiry lastDay={certificateExpiresOn} />,
  },
  { id: 'state', header: 'Stato', sort: 'active', cell: (driver) => <State {...driver} /> },
  thingActions({
    path: 'autisti/:id/',
    name: ({ name }) => name,
    more: (driver) => <PhoneLink driver={driver} />,
    deletion: {
      command: DeleteDriver,
      title: ({ name }) => `Eliminare l’autista ${name}?`,
      text: () => 'Un autista assegnato a un viaggio non si può eliminare: disattivalo.',
      done: 'Autista eliminato',
      failed: 'Impossibile eliminare l’autista',
      renews: [ListDrivers.http],
    },
  }),
]

export default listScreen({
  title: 'Autisti',
  create: { path: 'autisti/nuovo/', label: 'Nuovo autista' },
  above: <Examples />,
  caption: 'Autisti',
  query: ListDrivers,
  columns,
  search: 'Cerca per nome o telefono',
  empty: 'Nessun autista: aggiungi il primo per assegnare i viaggi',
  emptyFiltered: 'Nessun autista corrisponde alla ricerca',
})

function PhoneLink({ driver }: { driver: Driver }) {
  const show = useDialog()
  const { adminUserId } = driver
  if (adminUserId === null) return null
  return (
    <RowAction
      onClick={() =>
        show((close) => <LoginLinkDialog driver={driver} adminUserId={adminUserId} onClose={close} />)
      }
    >
      Link per il telefono<span className="sr-only"> di {driver.name}</span>
    </RowAction>
  )
}

function State({ isActive, daysOff }: Driver) {
  const today = romanDay(new Date())
  const off = daysOff.find(({ from, until }) => from <= today && today <= until)
  if (!isActive) return <Badge tone="quiet">Disattivato</Badge>
  return off ? (
    <Badge tone="info">Libero fino al {showNumericDay(off.until)}</Badge>
  ) : (
    <Badge tone="ok">Attivo</Badge>
  )
}
