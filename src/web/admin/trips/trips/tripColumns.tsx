import { Link } from 'react-router'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { Badge } from '../../kit/Badge.tsx'
import type { DataColumn } from '../../kit/DataTable.tsx'
import { RowAction, RowActions } from '../../kit/RowAction.tsx'
import { leadPath } from '../../leads/inbox/leadCalls.ts'
import { TripEvents } from '../driving/TripEvents.tsx'
import { clockOf, tripStates } from './tripLabels.ts'

interface Actions {
  onAssign: (trip: Trip) => void
  onCancel: (trip: Trip) => void
}

export function tripColumns({ onAssign, onCancel }: Actions): DataColumn<Trip>[] {
  return [
    {
      id: 'time',
      header: 'Ora',
      cell: ({ pickupAt, endsAt }) => (
        <span className="figures whitespace-nowrap">
          <strong className="font-semibold">{clockOf(pickupAt)}</strong>–{clockOf(endsAt)}
        </span>
      ),
    },
    {
      id: 'route',
      header: 'Viaggio',
      cell: ({ from, to, address, flightOrTrain }) => (
        <>
          <span className="font-medium">
            <Arrowed text={`${from} → ${to}`} />
          </span>
          {(address || flightOrTrain) && (
            <span className="block text-ink-soft text-sm">
              {[flightOrTrain, address].filter(Boolean).join(', ')}
            </span>
          )}
        </>
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
        <>
          <Badge tone={tripStates[state].tone}>{tripStates[state].label}</Badge>
          <TripEvents events={events} />
        </>
      ),
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: (trip) =>
        (trip.state === 'planned' || trip.state === 'assigned') && (
          <RowActions>
            <RowAction onClick={() => onAssign(trip)}>
              {trip.state === 'planned' ? 'Assegna' : 'Riassegna'}
              <span className="sr-only"> il viaggio delle {clockOf(trip.pickupAt)}</span>
            </RowAction>
            <RowAction onClick={() => onCancel(trip)}>
              Annulla<span className="sr-only"> il viaggio delle {clockOf(trip.pickupAt)}</span>
            </RowAction>
          </RowActions>
        ),
    },
  ]
}

function Customer({ trip: { leadKind: kind, leadId: id, name, code, phone } }: { trip: Trip }) {
  if (kind === null || id === null) return '—'
  return (
    <>
      <Link to={leadPath({ kind, id })} className="font-medium text-sea-deep underline">
        {name ?? code}
      </Link>
      {phone && <span className="figures block text-sm">{phone}</span>}
    </>
  )
}
