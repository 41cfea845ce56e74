import { useState } from 'react'
import { Link } from 'react-router'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import { DeleteVehicle, ListVehicles, type Vehicle } from '../../../../modules/trips/fleet/contract.ts'
import { buttonClass } from '../../../ui/Button.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn, DataTable } from '../../kit/DataTable.tsx'
import { DeleteConfirm } from '../../kit/DeleteConfirm.tsx'
import { FilterBar, SearchBox } from '../../kit/Filters.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { ThingActions } from '../../kit/ThingActions.tsx'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { Examples } from '../demo/Examples.tsx'
import { roomOf } from '../trips/tripLabels.ts'
import { Expiry } from './Expiry.tsx'

export default function Vehicles() {
  const { t } = useLanguage()
  const address = useListAddress()
  const vehicles = useQueryCall(ListVehicles, address.input, { keepPrevious: true })
  const [deleting, setDeleting] = useState<Vehicle | null>(null)
  const columns: DataColumn<Vehicle>[] = [
    {
      id: 'plate',
      header: 'Targa',
      sort: 'plate',
      cell: ({ id, plate }) => (
        <Link to={adminPath('veicoli/:id/', { id })} className="figures font-medium text-sea-deep underline">
          {plate}
        </Link>
      ),
    },
    { id: 'kind', header: 'Tipo', sort: 'kind', cell: ({ kind }) => t(vehicleKeys[kind]) },
    {
      id: 'seats',
      header: 'Posti e bagagli',
      sort: 'seats',
      cell: roomOf,
    },
    {
      id: 'authorization',
      header: 'Autorizzazione',
      cell: ({ authorizationNumber, municipality, authorizationExpiresOn }) => (
        <div>
          {[authorizationNumber && `n. ${authorizationNumber}`, municipality].filter(Boolean).join(', ') ||
            '—'}
          {authorizationExpiresOn && (
            <span className="block text-sm">
              <Expiry lastDay={authorizationExpiresOn} />
            </span>
          )}
        </div>
      ),
    },
    { id: 'garage', header: 'Rimessa', isHidden: true, cell: ({ garage }) => garage || '—' },
    { id: 'state', header: 'Stato', sort: 'active', cell: (vehicle) => <State {...vehicle} /> },
    actionsColumn((vehicle) => (
      <ThingActions
        to={adminPath('veicoli/:id/', { id: vehicle.id })}
        name={vehicle.plate}
        deletion={DeleteVehicle}
        onDelete={() => setDeleting(vehicle)}
      />
    )),
  ]
  return (
    <>
      <Title
        actions={
          <Link to={adminPath('veicoli/nuovo/')} className={buttonClass('sea')}>
            Nuovo veicolo
          </Link>
        }
      >
        Veicoli
      </Title>
      <Examples />
      <FilterBar>
        <SearchBox label="Cerca per targa, comune o rimessa" address={address} />
      </FilterBar>
      <DataTable
        caption="Veicoli"
        columns={columns}
        of={vehicles}
        rowId={({ id }) => id}
        address={address}
        empty={
          address.search
            ? 'Nessun veicolo corrisponde alla ricerca'
            : 'Nessun veicolo: aggiungi il primo per assegnare i viaggi'
        }
      />
      {deleting && (
        <DeleteConfirm
          command={DeleteVehicle}
          id={deleting.id}
          title={`Eliminare il veicolo ${deleting.plate}?`}
          done="Veicolo eliminato"
          failed="Impossibile eliminare il veicolo"
          renews={[ListVehicles.http]}
          onClose={() => setDeleting(null)}
        >
          Un veicolo assegnato a un viaggio non si può eliminare: disattivalo.
        </DeleteConfirm>
      )}
    </>
  )
}

function State({ isActive, outOfServiceFrom: from, outOfServiceUntil: until }: Vehicle) {
  const today = romanDay(new Date())
  if (!isActive) return <Badge tone="quiet">Disattivato</Badge>
  if (!from || (until && until < today)) return <Badge tone="ok">Attivo</Badge>
  const period = until
    ? `dal ${showNumericDay(from)} al ${showNumericDay(until)}`
    : `dal ${showNumericDay(from)}`
  return <Badge tone={from <= today ? 'bad' : 'warn'}>Fuori servizio {period}</Badge>
}
