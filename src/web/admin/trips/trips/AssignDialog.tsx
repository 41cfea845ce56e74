import { useState } from 'react'
import { ListDrivers, ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import { AssignTrip, ListTrips, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { sentenceOf, useCommandCall, useQueryCall } from '../../kit/api.ts'
import { clockOf } from './tripLabels.ts'

const all = { page: 1, limit: 100 }

/** Chooses vehicle and driver. The server refuses what does not fit, with all reasons. */
export function AssignDialog({ trip, onClose }: { trip: Trip; onClose: () => void }) {
  const vehicles = useQueryCall(ListVehicles, all)
  const drivers = useQueryCall(ListDrivers, all)
  const [vehicleId, setVehicleId] = useState(trip.vehicleId ?? 0)
  const [driverId, setDriverId] = useState(trip.driverId ?? 0)
  const assign = useCommandCall(AssignTrip, {
    done: 'Viaggio assegnato',
    failed: 'Impossibile assegnare il viaggio',
    renews: [ListTrips.http],
    onDone: onClose,
  })
  const isReady = vehicleId > 0 && driverId > 0
  return (
    <Dialog
      title={`${clockOf(trip.pickupAt)}, da ${trip.from} a ${trip.to}`}
      intro={`${trip.passengers} ${trip.passengers === 1 ? 'passeggero' : 'passeggeri'}, ${trip.bags} ${trip.bags === 1 ? 'bagaglio' : 'bagagli'}`}
      onClose={onClose}
    >
      <form
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (isReady) assign.mutate({ id: trip.id, vehicleId, driverId })
        }}
      >
        <SelectField
          label="Veicolo"
          aria-required
          value={vehicleId}
          onChange={({ target }) => setVehicleId(Number(target.value))}
        >
          <option value={0}>Scegli…</option>
          {vehicles.data?.items
            .filter(({ id, isActive }) => isActive || id === trip.vehicleId)
            .map(({ id, plate, seats, bags }) => (
              <option key={id} value={id}>
                {plate}, {seats} posti, {bags} bagagli
              </option>
            ))}
        </SelectField>
        <SelectField
          label="Autista"
          aria-required
          value={driverId}
          onChange={({ target }) => setDriverId(Number(target.value))}
        >
          <option value={0}>Scegli…</option>
          {drivers.data?.items
            .filter(({ id, isActive }) => isActive || id === trip.driverId)
            .map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
        </SelectField>
        {assign.isError && (
          <p role="alert" className="font-medium text-brick">
            {sentenceOf(assign.error)}
          </p>
        )}
        <div className="flex flex-wrap justify-end gap-2">
          <Button look="plain" onClick={onClose}>
            Chiudi
          </Button>
          <Button
            look="sea"
            type="submit"
            aria-busy={assign.isPending}
            disabled={assign.isPending || !isReady}
          >
            Assegna
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
