import { Link } from 'react-router'
import { isOpen, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { actionsColumn, type DataColumn } from '../../kit/DataTable.tsx'
import { useDialog } from '../../kit/DialogPlace.tsx'
import { showClock } from '../../kit/format.ts'
import { laterPart } from '../../kit/laterPart.tsx'
import { RowAction, RowActions, rowActionClass } from '../../kit/RowAction.tsx'
import { rowLink } from '../../kit/rowOpening.ts'
import { leadPath } from '../../leads/lead/leadCalls.ts'
import { CancelConfirm } from './CancelConfirm.tsx'
import { TripEvents } from './TripEvents.tsx'
import { tripStates } from './tripLabels.ts'
import { useDispatch } from './useDispatch.ts'

const AssignDialog = laterPart(async () => (await import('./AssignDialog.tsx')).AssignDialog)

export const tripColumns: DataColumn<Trip>[] = [
  {
    id: 'time',
    header: 'Ora',
    cell: ({ pickupAt, endsAt }) => (
      <span className="figures whitespace-nowrap">
        <strong className="font-semibold">{showClock(pickupAt)}</strong>–{showClock(endsAt)}
      </span>
    ),
  },
  {
    id: 'route',
    header: 'Viaggio',
    cell: ({ from, to, address, flightOrTrain }) => (
      <div className="md:min-w-28 lg:min-w-36">
        <span className="font-medium">
          <Arrowed text={`${from} → ${to}`} />
        </span>
        {(address || flightOrTrain) && (
          <span className="block text-ink-soft text-sm">
            {[flightOrTrain, address].filter(Boolean).join(', ')}
          </span>
        )}
      </div>
    ),
  },
  { id: 'customer', header: 'Cliente', cell: (trip) => <Customer trip={trip} /> },
  {
    id: 'party',
    header: 'Persone e bagagli',
    cell: ({ passengers, bags }) => `${passengers} + ${bags}`,
  },
  { id: 'vehicle', header: 'Veicolo', cell: ({ plate }) => plate ?? '—' },
  { id: 'driver', header: 'Autista', cell: ({ driverName }) => driverName ?? '—' },
  {
    id: 'state',
    header: 'Stato',
    cell: ({ state, events }) => (
      <div>
        <Badge tone={tripStates[state].tone}>{tripStates[state].label}</Badge>
        <TripEvents events={events} />
      </div>
    ),
  },
  actionsColumn((trip) => <Acts trip={trip} />),
]

function Acts({ trip }: { trip: Trip }) {
  const { free, reopen } = useDispatch()
  const show = useDialog()
  const which = <span className="sr-only"> il viaggio delle {showClock(trip.pickupAt)}</span>
  const edit = (
    <Link {...rowLink} to={adminPath('viaggi/:id/', { id: trip.id })} className={rowActionClass}>
      Modifica{which}
    </Link>
  )
  if (!isOpen(trip))
    return (
      <RowActions>
        {trip.state === 'cancelled' && <RowAction onClick={() => void reopen(trip)}>Riapri{which}</RowAction>}
        {edit}
      </RowActions>
    )
  return (
    // Wide enough for two actions in a line.
    <div className="md:min-w-37">
      <RowActions>
        <RowAction onClick={() => show((close) => <AssignDialog trip={trip} onClose={close} />)}>
          {trip.state === 'planned' ? 'Assegna' : 'Riassegna'}
          {which}
        </RowAction>
        {trip.state === 'assigned' && <RowAction onClick={() => void free(trip)}>Togli{which}</RowAction>}
        {edit}
        <RowAction onClick={() => show((close) => <CancelConfirm trip={trip} onClose={close} />)}>
          Annulla{which}
        </RowAction>
      </RowActions>
    </div>
  )
}

function Customer({ trip: { leadKind: kind, leadId: id, name, code, phone, parties } }: { trip: Trip }) {
  if (kind === null || id === null) return '—'
  return (
    <div>
      <Link to={leadPath({ kind, id })} className="font-medium text-sea-deep underline">
        {name ?? code}
      </Link>
      {phone && <span className="figures block text-sm">{phone}</span>}
      {parties.slice(1).map((party) => (
        <Link
          key={`${party.leadKind}-${party.leadId}`}
          to={leadPath({ kind: party.leadKind, id: party.leadId })}
          className="block text-sea-deep text-sm underline"
        >
          {party.name ?? party.code}
        </Link>
      ))}
    </div>
  )
}
