import { useState } from 'react'
import { Link } from 'react-router'
import { dayAfter, isDay, romanDay } from '../../../../kernel/romanDay.ts'
import { ListTrips, SaveTrip, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { Button, buttonClass } from '../../../ui/Button.tsx'
import { useCommandCall, useQueryCall } from '../../kit/api.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { DayFilter } from '../../kit/DayFilter.tsx'
import { FilterBar } from '../../kit/Filters.tsx'
import { showLongDate } from '../../kit/format.ts'
import { Title } from '../../kit/Title.tsx'
import { useListAddress } from '../../kit/useListAddress.ts'
import { leadPath } from '../../leads/inbox/leadCalls.ts'
import { directionNames } from '../offers/offerLabels.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { tripColumns } from './tripColumns.tsx'
import { clockOf } from './tripLabels.ts'

export default function Trips() {
  const address = useListAddress(['giorno'])
  const { giorno = '' } = address.filters
  const day = isDay(giorno) ? giorno : romanDay(new Date())
  const trips = useQueryCall(ListTrips, { from: day, to: day }, { keepPrevious: true })
  const [assigning, setAssigning] = useState<Trip | null>(null)
  const [cancelling, setCancelling] = useState<Trip | null>(null)
  const untimed = trips.data?.untimed ?? []
  const go = (chosen: string | undefined) => address.set({ giorno: chosen })
  return (
    <>
      <Title
        actions={
          <Link to="/admin/viaggi/nuovo/" className={buttonClass('sea')}>
            Nuovo viaggio
          </Link>
        }
      >
        Viaggi
      </Title>
      <FilterBar>
        <Button look="plain" onClick={() => go(dayAfter(day, -1))}>
          Giorno prima
        </Button>
        <DayFilter label="Giorno" value={day} onChoose={go} />
        <Button look="plain" onClick={() => go(dayAfter(day))}>
          Giorno dopo
        </Button>
      </FilterBar>
      {untimed.length > 0 && <Untimed legs={untimed} />}
      <DataTable
        caption={`Viaggi del ${showLongDate(day)}`}
        columns={tripColumns({ onAssign: setAssigning, onCancel: setCancelling })}
        of={trips}
        rowId={({ id }) => id}
        empty={`Nessun viaggio il ${showLongDate(day)}`}
      />
      {assigning && <AssignDialog trip={assigning} onClose={() => setAssigning(null)} />}
      {cancelling && <CancelConfirm trip={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}

type Untimed = (typeof ListTrips.output.static)['untimed']

function Untimed({ legs }: { legs: Untimed }) {
  return (
    <section
      aria-labelledby="senza-orario"
      className="mb-4 rounded-card border border-line bg-sun-pale px-4 py-3"
    >
      <h2 id="senza-orario" className="font-semibold text-base">
        Confermate, ma senza giorno o orario
      </h2>
      <ul className="flex flex-wrap gap-x-4">
        {legs.map(({ leadKind: kind, leadId: id, code, name, direction }) => (
          <li key={`${kind}-${id}-${direction}`}>
            <Link to={leadPath({ kind, id })} className="inline-flex min-h-9 items-center underline">
              {[name ?? code, directionNames[direction].toLowerCase()].join(', ')}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

function CancelConfirm({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const save = useCommandCall(SaveTrip, {
    done: 'Viaggio annullato',
    failed: 'Impossibile annullare il viaggio',
    renews: [ListTrips.http],
  })
  return (
    <Confirm
      title={`Annullare il viaggio delle ${clockOf(trip.pickupAt)} da ${trip.from} a ${trip.to}?`}
      action="Annulla il viaggio"
      isPending={save.isPending}
      onConfirm={() => save.mutate({ id: trip.id, state: 'cancelled' }, { onSettled: onClose })}
      onClose={onClose}
    >
      Veicolo e autista tornano liberi. La richiesta del cliente non cambia.
    </Confirm>
  )
}
