import { useState } from 'react'
import type { Trip } from '../../../../modules/trips/trips/contract.ts'
import { Confirm } from '../../kit/Confirm.tsx'
import { showClock } from '../../kit/format.ts'
import { useDispatch } from './useDispatch.ts'

export function CancelConfirm({ trip, onClose }: { trip: Trip; onClose: () => void }) {
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
