import { romanDay } from '../../../../kernel/romanDay.ts'
import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import { DeleteVehicle, ListVehicles, type Vehicle } from '../../../../modules/trips/fleet/contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { showNumericDay } from '../../kit/format.ts'
import { listScreen } from '../../kit/ListScreen.tsx'
import { RowLink } from '../../kit/RowLink.tsx'
import { thingActions } from '../../kit/ThingActions.tsx'
import { Examples } from '../demo/Examples.tsx'
import { roomOf } from '../trips/tripLabels.ts'
import { Expiry } from './Expiry.tsx'

const columns: DataColumn<Vehicle>[] = [
  {
    id: 'plate',
    header: 'Targa',
    sort: 'plate',
    cell: ({ id, plate }) => (
      <RowLink to={adminPath('veicoli/:id/', { id })} className="figures">
        {plate}
      </RowLink>
    ),
  },
  { id: 'kind', header: 'Tipo', sort: 'kind', cell: ({ kind }) => <Kind kind={kind} /> },
  { id: 'seats', header: 'Posti e bagagli', sort: 'seats', cell: roomOf },
  {
    id: 'authorization',
    header: 'Autorizzazione',
    cell: ({ authorizationNumber, municipality, authorizationExpiresOn }) => (
      <div>
        {[authorizationNumber && `n. ${authorizationNumber}`, municipality].filter(Boolean).join(', ') || '—'}
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
  thingActions({
    path: 'veicoli/:id/',
    name: ({ plate }) => plate,
    deletion: {
      command: DeleteVehicle,
      title: ({ plate }) => `Eliminare il veicolo ${plate}?`,
      text: () => 'Un veicolo assegnato a un viaggio non si può eliminare: disattivalo.',
      done: 'Veicolo eliminato',
      failed: 'Impossibile eliminare il veicolo',
      renews: [ListVehicles.http],
    },
  }),
]

export default listScreen({
  title: 'Veicoli',
  create: { path: 'veicoli/nuovo/', label: 'Nuovo veicolo' },
  above: <Examples />,
  caption: 'Veicoli',
  query: ListVehicles,
  columns,
  search: 'Cerca per targa, comune o rimessa',
  empty: 'Nessun veicolo: aggiungi il primo per assegnare i viaggi',
  emptyFiltered: 'Nessun veicolo corrisponde alla ricerca',
})

function Kind({ kind }: Pick<Vehicle, 'kind'>) {
  const { t } = useLanguage()
  return t(vehicleKeys[kind])
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
