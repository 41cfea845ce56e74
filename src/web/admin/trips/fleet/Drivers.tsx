import { useState } from 'react'
import { Link } from 'react-router'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { languageName } from '../../../../languages/languageName.ts'
import { DeleteDriver, type Driver, ListDrivers } from '../../../../modules/trips/fleet/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { CallLink } from '../../kit/CallLink.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { RowAction } from '../../kit/RowAction.tsx'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { Examples } from '../demo/Examples.tsx'
import { LoginLinkDialog } from '../driving/LoginLinkDialog.tsx'
import { Expiry } from './Expiry.tsx'

export default function Drivers() {
  const address = useListAddress()
  const drivers = useQueryCall(ListDrivers, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<Driver | null>(null)
  const [linking, setLinking] = useState<Driver | null>(null)
  const columns: DataColumn<Driver>[] = [
    {
      id: 'name',
      header: 'Nome',
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={adminPath('autisti/:id/', { id })} className="font-medium text-sea-deep underline">
          {name}
        </Link>
      ),
    },
    {
      id: 'phone',
      header: 'Telefono',
      cell: (driver) => <CallLink {...driver} />,
    },
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
    actionsColumn((driver) => (
      <ThingActions
        to={adminPath('autisti/:id/', { id: driver.id })}
        name={driver.name}
        deletion={DeleteDriver}
        onDelete={() => setDeleting(driver)}
      >
        {driver.adminUserId !== null && (
          <RowAction onClick={() => setLinking(driver)}>
            Link per il telefono<span className="sr-only"> di {driver.name}</span>
          </RowAction>
        )}
      </ThingActions>
    )),
  ]
  return (
    <>
      <Title
        actions={
          <Link to={adminPath('autisti/nuovo/')} className={buttonClass('sea')}>
            Nuovo autista
          </Link>
        }
      >
        Autisti
      </Title>
      <Examples />
      <FilterBar>
        <SearchBox label="Cerca per nome o telefono" address={address} />
      </FilterBar>
      <DataTable
        caption="Autisti"
        columns={columns}
        of={drivers}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun autista corrisponde alla ricerca'
            : 'Nessun autista: aggiungi il primo per assegnare i viaggi'
        }
      />
      {linking?.adminUserId && (
        <LoginLinkDialog
          driver={linking}
          adminUserId={linking.adminUserId}
          onClose={() => setLinking(null)}
        />
      )}
      {deleting && (
        <DeleteConfirm
          command={DeleteDriver}
          id={deleting.id}
          title={`Eliminare l’autista ${deleting.name}?`}
          done="Autista eliminato"
          failed="Impossibile eliminare l’autista"
          renews={[ListDrivers.http]}
          onClose={() => setDeleting(null)}
        >
          Un autista assegnato a un viaggio non si può eliminare: disattivalo.
        </DeleteConfirm>
      )}
    </>
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
