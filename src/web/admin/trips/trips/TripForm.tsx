import { Type } from '@sinclair/typebox'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { romanDay } from '../../../../kernel/romanDay.ts'
import {
  AddTrip,
  isOpen,
  isRunning,
  lockedFields,
  ReadTrip,
  SaveTrip,
  type Trip,
  TripForm as TripFields,
} from '../../../../modules/trips/trips/contract.ts'
import { call } from '../../../client.ts'
import { Button } from '../../../ui/Button.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { Badge } from '../../kit/Badge.tsx'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { FieldRow, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { type Fields, thingScreen } from '../../kit/ThingScreen.tsx'
import { AssignDialog } from './AssignDialog.tsx'
import { tripStates } from './tripLabels.ts'
import { callText, tripAnswers, useDispatch } from './useDispatch.ts'

const empty = {
  from: '',
  to: '',
  address: '',
  endsAt: '',
  passengers: 1,
  bags: 0,
  flightOrTrain: '',
  total: '',
}

/** Returns whether the customer must learn of the change. */
const isMoved = (before: Trip, after: Trip) =>
  (['pickupAt', 'from', 'to', 'address'] as const).some((name) => before[name] !== after[name])

/** Returns the fields of the form. The trip's state has buttons of its own, so that a save never changes the state. */
const valuesOf = (trip: Trip) => {
  const { id, updatedAt, from, to, address, passengers, bags, flightOrTrain, total } = trip
  return {
    id,
    updatedAt,
    from,
    to,
    address,
    passengers,
    bags,
    flightOrTrain,
    total,
    pickupAt: dateTimeValue(trip.pickupAt),
    endsAt: dateTimeValue(trip.endsAt),
  }
}

const changeSchema = Type.Composite([TripFields, Type.Pick(SaveTrip.input, ['id', 'updatedAt'])])

/** Adds a trip without a lead, or changes what the state of a trip still allows. */
export default thingScreen({
  create: AddTrip,
  change: SaveTrip,
  changeSchema,
  read: ReadTrip,
  initial: useEmptyTrip,
  valuesOf,
  send: (input, { row: trip }) =>
    trip
      ? call<typeof SaveTrip>(SaveTrip.http, {
          ...(input as typeof SaveTrip.input.static),
          ...timesOf(trip, input),
          id: trip.id,
        })
      : call<typeof AddTrip>(AddTrip.http, input),
  title: { created: 'Nuovo viaggio', edited: 'Modifica viaggio' },
  intro: {
    created: 'Le richieste confermate hanno già il loro viaggio.',
    edited: 'Se il viaggio è già assegnato, veicolo e autista devono poterlo ancora fare.',
  },
  save: { created: 'Aggiungi viaggio', edited: 'Salva' },
  done: (after, before) => (before ? doneText(before, after) : 'Viaggio aggiunto'),
  failed: { created: 'Impossibile aggiungere il viaggio', edited: 'Impossibile salvare il viaggio' },
  list: ({ row }) => adminPath('calendario/', {}, { giorno: dayOf(row) }),
  renews: tripAnswers,
  Details: TripState,
  Fields: RideFields,
})

/** The URL's parameter `alle` fills in the pick-up time of a new trip. */
function useEmptyTrip() {
  const [params] = useSearchParams()
  return { ...empty, pickupAt: params.get('alle') ?? '' }
}

const dayOf = (trip: Trip | null) =>
  trip ? romanDay(new Date(trip.pickupAt)) : new URLSearchParams(location.search).get('alle')?.slice(0, 10)

/**
 * Returns the times that staff changed: a field has no seconds, which a stored time may have. If staff change the pick-up
 * but not the end, the trip keeps its duration.
 */
function timesOf(
  trip: Trip,
  { pickupAt = '', endsAt }: Pick<typeof SaveTrip.input.static, 'pickupAt' | 'endsAt'>,
) {
  const isKept = (sent: string | null | undefined, stored: string) =>
    dateTimeValue(sent ?? '') === dateTimeValue(stored)
  const start = isKept(pickupAt, trip.pickupAt) ? trip.pickupAt : pickupAt
  if (!isKept(endsAt, trip.endsAt)) return { pickupAt: start, endsAt: endsAt || null }
  const duration = Date.parse(trip.endsAt) - Date.parse(trip.pickupAt)
  return { pickupAt: start, endsAt: new Date(Date.parse(start) + duration).toISOString() }
}

function doneText(before: Trip, after: Trip): string {
  if (!isMoved(before, after)) return 'Viaggio salvato'
  // No mail announces a change of a trip that has begun.
  if (isRunning(after)) return 'Viaggio salvato. Al cliente non parte nessuna email: avvisalo tu'
  return after.needsCall ? `Viaggio salvato. ${callText}` : 'Viaggio salvato'
}

function RideFields({ form, row }: Fields<typeof AddTrip, typeof ReadTrip>) {
  const locked = row ? lockedFields(row) : {}
  const field = <N extends keyof typeof AddTrip.input.static>(name: N) => ({
    form,
    name,
    readOnly: locked[name] !== undefined,
  })
  return (
    <>
      <FieldRow>
        <FormText {...field('from')} />
        <FormText {...field('to')} />
      </FieldRow>
      <FieldRow>
        <FormMoment {...field('pickupAt')} warnsOfPast={!row} />
        <FormMoment {...field('endsAt')} hint="Vuoto: il tempo della strada." />
      </FieldRow>
      <FieldRow>
        <FormNumber {...field('passengers')} />
        <FormNumber {...field('bags')} />
        <FormDecimal form={form} name="total" as="money" label="Prezzo (€)" />
      </FieldRow>
      <FieldRow>
        <FormText {...field('address')} />
        <FormText {...field('flightOrTrain')} />
      </FieldRow>
    </>
  )
}

/** Shows state, vehicle and driver of the trip with their buttons, and why some fields cannot change. */
function TripState({ row: trip }: { row: Trip }) {
  const { reopen } = useDispatch()
  const [isAssigning, setAssigning] = useState(false)
  const reasons = [
    ...new Set(Object.values(lockedFields(trip))),
    ...(isRunning(trip)
      ? [
          'Il foglio di servizio è già scritto: se cambi un luogo, correggi il foglio quando il viaggio è finito. Veicolo e autista non cambiano più.',
        ]
      : []),
  ]
  return (
    <section aria-label="Stato del viaggio" className="mb-5 grid max-w-4xl gap-2">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Badge tone={tripStates[trip.state].tone}>{tripStates[trip.state].label}</Badge>
        <span>{[trip.plate, trip.driverName].filter(Boolean).join(', ')}</span>
        {isOpen(trip) && (
          <Button look="plain" onClick={() => setAssigning(true)}>
            {trip.state === 'planned' ? 'Assegna' : 'Riassegna'}
          </Button>
        )}
        {trip.state === 'cancelled' && (
          <Button look="plain" onClick={() => void reopen(trip)}>
            Riapri il viaggio
          </Button>
        )}
      </div>
      {reasons.map((reason) => (
        <p key={reason} className="text-ink-soft">
          {reason}
        </p>
      ))}
      {isAssigning && <AssignDialog trip={trip} onClose={() => setAssigning(false)} />}
    </section>
  )
}
