import { useState } from 'react'
import { ListDrivers, ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import { ReadTripFits, type Trip, type TripFits } from '../../../../modules/trips/trips/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { PickerField } from '../../kit/ChoiceField.tsx'
import { countOf, showClock } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { CommandForm, errorsOf } from '../../kit/UnshownErrors.tsx'
import { type Choices, isLong } from '../../kit/usePicker.ts'
import { roomOf } from './tripLabels.ts'
import { useDispatch } from './useDispatch.ts'

const all = { page: 1, limit: 100 }

interface AssignDialogProps {
  trip: Trip
  /** Vehicle or driver that staff have already chosen. */
  preset?: { vehicleId?: number; driverId?: number }
  onClose: () => void
}

/** Vehicles and drivers that cannot do the trip come last in the lists. The server refuses them. */
export function AssignDialog({ trip, preset = {}, onClose }: AssignDialogProps) {
  const fits = useQueryCall(ReadTripFits, { id: trip.id })
  return (
    <Dialog
      title={`${showClock(trip.pickupAt)}, da ${trip.from} a ${trip.to}`}
      intro={`${countOf(trip.passengers, ['passeggero', 'passeggeri'])}, ${countOf(trip.bags, ['bagaglio', 'bagagli'])}`}
      onClose={onClose}
    >
      <Answer of={fits} rows={3}>
        {(known) => <Choice trip={trip} preset={preset} onClose={onClose} fits={known} />}
      </Answer>
    </Dialog>
  )
}

type ChoiceProps = Required<AssignDialogProps> & { fits: TripFits }

function Choice({ trip, preset, fits, onClose }: ChoiceProps) {
  const { assign } = useDispatch()
  const vehicles = useQueryCall(ListVehicles, all)
  const drivers = useQueryCall(ListDrivers, all)
  const [vehicleId, setVehicleId] = useState(preset.vehicleId ?? trip.vehicleId ?? firstFree(fits.vehicles))
  const [driverId, setDriverId] = useState(preset.driverId ?? trip.driverId ?? firstFree(fits.drivers))
  const [isPending, setPending] = useState(false)
  const [refused, setRefused] = useState<{ refusal: string; error: unknown } | null>(null)
  const isReady = vehicleId > 0 && driverId > 0
  async function submit(): Promise<void> {
    setPending(true)
    const outcome = await assign(trip, { vehicleId, driverId }, { failed: null })
    setPending(false)
    if ('trip' in outcome) onClose()
    else setRefused(outcome)
  }
  const choosing = (choose: (id: number) => void) => (id: number) => {
    choose(id)
    setRefused(null)
  }
  const seats = new Map(vehicles.data?.items.map((vehicle) => [vehicle.id, roomOf(vehicle)]))
  const isShown = (isActive: boolean | undefined, isOwn: boolean) => isActive !== false || isOwn
  return (
    <CommandForm
      error={refused?.error ?? null}
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void submit()
      }}
    >
      {refused && errorsOf(refused.error).length === 0 && (
        <p role="alert" className="font-medium text-brick">
          {refused.refusal}
        </p>
      )}
      <FitField
        label="Veicolo"
        name="vehicleId"
        value={vehicleId}
        onChoose={choosing(setVehicleId)}
        fits={fits.vehicles.filter(({ id }) =>
          isShown(vehicles.data?.items.find((one) => one.id === id)?.isActive, id === trip.vehicleId),
        )}
        textOf={({ id, name }) => [name, seats.get(id)].filter(Boolean).join(', ')}
      />
      <FitField
        label="Autista"
        name="driverId"
        value={driverId}
        onChoose={choosing(setDriverId)}
        fits={fits.drivers.filter(({ id }) =>
          isShown(drivers.data?.items.find((one) => one.id === id)?.isActive, id === trip.driverId),
        )}
        textOf={({ name }) => name}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton>Chiudi</LeaveButton>
        <Button look="sea" type="submit" aria-busy={isPending} disabled={isPending || !isReady}>
          Assegna
        </Button>
      </div>
    </CommandForm>
  )
}

type Fit = TripFits['vehicles'][number]

const isFree = ({ clashes }: Fit) => clashes.length === 0
const firstFree = (fits: Fit[]) => fits.find(isFree)?.id ?? 0

interface FitFieldProps {
  label: string
  name: string
  value: number
  fits: Fit[]
  textOf: (fit: Fit) => string
  onChoose: (id: number) => void
}

/** Field for a vehicle or driver. Below the field are the reasons why the chosen one cannot do the trip. */
function FitField({ label, name, value, fits, textOf, onChoose }: FitFieldProps) {
  const reasons = fits.find(({ id }) => id === value)?.clashes.map(({ message }) => message) ?? []
  const error = reasons.join(' ') || undefined
  const free = fits.filter(isFree)
  const busy = fits.filter((fit) => !isFree(fit))
  const choices: Choices = [
    ...free.map((fit) => [fit.id, textOf(fit)] as const),
    ...busy.map((fit) => [fit.id, `${textOf(fit)} (non può)`] as const),
  ]
  if (isLong(choices))
    return (
      <PickerField
        label={label}
        name={name}
        choices={choices}
        error={error}
        isRequired
        value={value === 0 ? '' : String(value)}
        onPick={(picked) => onChoose(Number(picked))}
      />
    )
  const options = (some: Fit[]) =>
    some.map((fit) => (
      <option key={fit.id} value={fit.id}>
        {textOf(fit)}
      </option>
    ))
  return (
    <SelectField
      label={label}
      name={name}
      aria-required
      value={value}
      error={error}
      onChange={({ target }) => onChoose(Number(target.value))}
    >
      <option value={0}>Scegli…</option>
      <optgroup label="Liberi">{options(free)}</optgroup>
      <optgroup label="Non possono">{options(busy)}</optgroup>
    </SelectField>
  )
}
