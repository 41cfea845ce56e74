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
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'
import { AssignDialog } from './AssignDialog.tsx'
import { tripStates } from './tripLabels.ts'
import { callText, tripAnswers, useDispatch } from './useDispatch.ts'

/** Adds a trip without a lead, or changes what the state of a trip still allows. */
export default function TripForm() {
  return (
    <ThingScreen
      read={ReadTrip}
      titles={{ created: 'Nuovo viaggio', edited: 'Modifica viaggio' }}
      intros={{
        created: 'Le richieste confermate hanno già il loro viaggio.',
        edited: 'Se il viaggio è già assegnato, veicolo e autista devono poterlo ancora fare.',
      }}
    >
      {(trip) => <Editor trip={trip} />}
    </ThingScreen>
  )
}

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

function useTripForm(trip: Trip | null, start: string) {
  const day = trip ? romanDay(new Date(trip.pickupAt)) : start.slice(0, 10)
  const { leave, saved } = useSaved(adminPath('calendario/', {}, { giorno: day }), tripAnswers)
  const form = useContractForm({
    schema: trip ? changeSchema : AddTrip.input,
    values: trip ? valuesOf(trip) : { ...empty, pickupAt: start },
    save: (input) =>
      trip
        ? call<typeof SaveTrip>(SaveTrip.http, { ...input, ...timesOf(trip, input), id: trip.id })
        : call<typeof AddTrip>(AddTrip.http, input as typeof AddTrip.input.static),
    done: (after) => (trip ? doneText(trip, after) : 'Viaggio aggiunto'),
    failed: trip ? 'Impossibile salvare il viaggio' : 'Impossibile aggiungere il viaggio',
    ...(trip && {
      readAgain: async () => valuesOf(await call<typeof ReadTrip>(ReadTrip.http, { id: trip.id })),
    }),
    onSaved: () => void saved(),
  })
  return { form, leave }
}

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

/** The URL's parameter `alle` fills in the pick-up time of a new trip. */
function Editor({ trip }: { trip: Trip | null }) {
  const [params] = useSearchParams()
  const { form, leave } = useTripForm(trip, params.get('alle') ?? '')
  const locked = trip ? lockedFields(trip) : {}
  const field = <N extends keyof typeof AddTrip.input.static>(name: N) => ({
    form,
    name,
    readOnly: locked[name] !== undefined,
  })
  return (
    <>
      {trip && <TripState trip={trip} />}
      <Form form={form} save={trip ? 'Salva' : 'Aggiungi viaggio'} onCancel={leave}>
        <FieldRow>
          <FormText {...field('from')} label="Partenza" />
          <FormText {...field('to')} label="Destinazione" />
        </FieldRow>
        <FieldRow>
          <FormMoment {...field('pickupAt')} label="Partenza alle" warnsOfPast={!trip} />
          <FormMoment {...field('endsAt')} label="Arrivo alle" hint="Vuoto: il tempo della strada." />
        </FieldRow>
        <FieldRow>
          <FormNumber {...field('passengers')} label="Passeggeri" />
          <FormNumber {...field('bags')} label="Bagagli" />
          <FormDecimal form={form} name="total" as="money" label="Prezzo (€)" />
        </FieldRow>
        <FieldRow>
          <FormText {...field('address')} label="Indirizzo" />
          <FormText {...field('flightOrTrain')} label="Volo o treno" />
        </FieldRow>
      </Form>
    </>
  )
}

/** Shows state, vehicle and driver of the trip with their buttons, and why some fields cannot change. */
function TripState({ trip }: { trip: Trip }) {
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
