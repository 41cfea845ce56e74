import { Type } from '@sinclair/typebox'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { ListDrivers, ListVehicles } from '../../../../modules/trips/fleet/contract.ts'
import {
  AssignTrip,
  ReadTripFits,
  type Trip,
  type TripFits,
} from '../../../../modules/trips/trips/contract.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { SelectField } from '../../../ui/Field.tsx'
import { type ActParts, actForm, SendButton } from '../../kit/ActForm.tsx'
import { useQueryCall } from '../../kit/api.ts'
import { PickerField } from '../../kit/ChoiceField.tsx'
import { useLabel } from '../../kit/fieldLabel.ts'
import { countOf, showClock } from '../../kit/format.ts'
import { Answer } from '../../kit/States.tsx'
import { errorsOf } from '../../kit/UnshownErrors.tsx'
import { type Choices, isLong } from '../../kit/usePicker.ts'
import { roomOf } from './tripLabels.ts'
import { type Pair, useDispatch } from './useDispatch.ts'

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

const pair = { input: Type.Pick(AssignTrip.input, ['vehicleId', 'driverId']), output: Type.Void() }

const Choice = actForm<typeof pair, ChoiceProps, Refusal>({
  asked: pair,
  valuesOf: ({ trip, preset, fits }) => ({
    vehicleId: preset.vehicleId ?? trip.vehicleId ?? firstFree(fits.vehicles),
    driverId: preset.driverId ?? trip.driverId ?? firstFree(fits.drivers),
  }),
  async send(input, { trip, shared, onClose }) {
    const outcome = await shared.assign(trip, input, { failed: null })
    if ('trip' in outcome) return onClose()
    shared.setRefusal(errorsOf(outcome.error).length === 0 ? outcome.refusal : '')
    throw outcome.error
  },
  useShared: useRefusal,
  className: 'grid gap-4',
  Fields,
})

type Refusal = ReturnType<typeof useRefusal>

/** Reason of the server that concerns no field. */
function useRefusal() {
  const { assign } = useDispatch()
  const [refusal, setRefusal] = useState('')
  return { assign, refusal, setRefusal }
}

function Fields({ form, trip, fits, shared }: ActParts<typeof pair, ChoiceProps, Refusal>) {
  const vehicles = useQueryCall(ListVehicles, all)
  const drivers = useQueryCall(ListDrivers, all)
  const [vehicleId, driverId]: number[] = form.rhf.watch(['vehicleId', 'driverId'])
  const seats = new Map(vehicles.data?.items.map((vehicle) => [vehicle.id, roomOf(vehicle)]))
  const isShown = (isActive: boolean | undefined, isOwn: boolean) => isActive !== false || isOwn
  const onChoose = () => shared.setRefusal('')
  return (
    <>
      {shared.refusal && (
        <p role="alert" className="font-medium text-brick">
          {shared.refusal}
        </p>
      )}
      <FitField
        form={form}
        name="vehicleId"
        onChoose={onChoose}
        fits={fits.vehicles.filter(({ id }) =>
          isShown(vehicles.data?.items.find((one) => one.id === id)?.isActive, id === trip.vehicleId),
        )}
        textOf={({ id, name }) => [name, seats.get(id)].filter(Boolean).join(', ')}
      />
      <FitField
        form={form}
        name="driverId"
        onChoose={onChoose}
        fits={fits.drivers.filter(({ id }) =>
          isShown(drivers.data?.items.find((one) => one.id === id)?.isActive, id === trip.driverId),
        )}
        textOf={({ name }) => name}
      />
      <div className="flex flex-wrap justify-end gap-2">
        <LeaveButton>Chiudi</LeaveButton>
        <SendButton form={form} disabled={!vehicleId || !driverId}>
          Assegna
        </SendButton>
      </div>
    </>
  )
}

type Fit = TripFits['vehicles'][number]

const isFree = ({ clashes }: Fit) => clashes.length === 0
const firstFree = (fits: Fit[]) => fits.find(isFree)?.id ?? 0

interface FitFieldProps extends Pick<ActParts<typeof pair>, 'form'> {
  name: keyof Pair
  fits: Fit[]
  textOf: (fit: Fit) => string
  onChoose: () => void
}

/** Field for a vehicle or driver. Below the field are the reasons why the chosen one cannot do the trip. */
function FitField({ form, name, fits, textOf, onChoose }: FitFieldProps) {
  const { field, fieldState } = useController({ control: form.rhf.control, name })
  const label = useLabel(form, name, undefined)
  const value = Number(field.value)
  const reasons = fits.find(({ id }) => id === value)?.clashes.map(({ message }) => message) ?? []
  const error = reasons.join(' ') || fieldState.error?.message
  const choose = (id: number) => {
    field.onChange(id)
    onChoose()
  }
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
        ref={field.ref}
        value={value === 0 ? '' : String(value)}
        onPick={(picked) => choose(Number(picked))}
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
      ref={field.ref}
      value={value}
      error={error}
      onChange={({ target }) => choose(Number(target.value))}
    >
      <option value={0}>Scegli…</option>
      <optgroup label="Liberi">{options(free)}</optgroup>
      <optgroup label="Non possono">{options(busy)}</optgroup>
    </SelectField>
  )
}
