import { useState } from 'react'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { DataTable } from '../../kit/DataTable.tsx'
import { showClock, showFullDay } from '../../kit/format.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { tripColumns } from './tripColumns.tsx'
import { useDispatch } from './useDispatch.ts'

export function TripList({ day, trips }: { day: string; trips: Trip[] }) {
  const { free, reopen } = useDispatch()
  const [assigning, setAssigning] = useState<Trip | null>(null)
  const [cancelling, setCancelling] = useState<Trip | null>(null)
  return (
    <>
      <DataTable
        caption={`Viaggi di ${showFullDay(day)}`}
        columns={tripColumns({
          onAssign: setAssigning,
          onCancel: setCancelling,
          onFree: (trip) => void free(trip),
          onReopen: (trip) => void reopen(trip),
        })}
        of={{ data: trips, error: null, isFetching: false, refetch: () => {} }}
        rowId={({ id }) => id}
        empty={`Nessun viaggio ${showFullDay(day)}`}
      />
      {assigning && <AssignDialog trip={assigning} onClose={() => setAssigning(null)} />}
      {cancelling && <CancelConfirm trip={cancelling} onClose={() => setCancelling(null)} />}
    </>
  )
}

function CancelConfirm({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const { cancel } = useDispatch()
  const [isPending, setPending] = useState(false)
  return (
    <Confirm
      title={`Annullare il viaggio delle ${showClock(trip.pickupAt)} da ${trip.from} a ${trip.to}?`}
      action="Annulla il viaggio"
      isPending={isPending}
      onConfirm={() => {
        setPending(true)
        void cancel(trip).then(onClose)
      }}
      onClose={onClose}
    >
      Veicolo e autista tornano liberi. La richiesta del cliente non cambia.
    </Confirm>
  )
}
