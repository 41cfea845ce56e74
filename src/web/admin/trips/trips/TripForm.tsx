import { useSearchParams } from 'react-router'
import { romanDay } from '../../../../kernel/romanDay.ts'
import { AddTrip, ReadTrip, SaveTrip, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { call } from '../../../client.ts'
import { dateTimeValue, momentOf } from '../../kit/dateTimeField.ts'
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'
import { callText, tripAnswers } from '../calendar/useDispatch.ts'

/** Adds a trip without a lead, or changes a trip that has not started. */
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
  ...{ from: '', to: '', address: '', endsAt: '', passengers: 1, bags: 0 },
  ...{ flightOrTrain: '', total: '' },
}

/** Returns whether the customer must learn of the change. */
const isMoved = (before: Trip, after: Trip) =>
  (['pickupAt', 'from', 'to', 'address'] as const).some((name) => before[name] !== after[name])

const valuesOf = (trip: Trip) => ({
  ...trip,
  pickupAt: dateTimeValue(trip.pickupAt),
  endsAt: dateTimeValue(trip.endsAt),
})

/** The URL's parameter `alle` fills in the pick-up time of a new trip. */
function Editor({ trip }: { trip: Trip | null }) {
  const [params] = useSearchParams()
  const start = params.get('alle') ?? ''
  const day = trip ? romanDay(new Date(trip.pickupAt)) : start.slice(0, 10)
  const { leave, saved } = useSaved(`/admin/calendario/${day && `?giorno=${day}`}`, tripAnswers)
  const form = useContractForm({
    schema: trip ? SaveTrip.input : AddTrip.input,
    values: trip ? valuesOf(trip) : { ...empty, pickupAt: start },
    save: (input) => {
      const { pickupAt = '', endsAt } = input
      // If staff change the pick-up time but not the end, the trip keeps its duration.
      const isMoved =
        trip && pickupAt !== dateTimeValue(trip.pickupAt) && endsAt === dateTimeValue(trip.endsAt)
      const duration = trip ? Date.parse(trip.endsAt) - Date.parse(trip.pickupAt) : 0
      const start = momentOf(pickupAt)
      const end = isMoved ? new Date(Date.parse(start) + duration).toISOString() : endsAt && momentOf(endsAt)
      const times = { pickupAt: start, endsAt: end || null }
      return trip
        ? call<typeof SaveTrip>(SaveTrip.http, { ...input, ...times, id: trip.id })
        : call<typeof AddTrip>(AddTrip.http, { ...(input as typeof AddTrip.input.static), ...times })
    },
    done: (saved) =>
      trip
        ? saved.needsCall && isMoved(trip, saved)
          ? `Viaggio salvato. ${callText}`
          : 'Viaggio salvato'
        : 'Viaggio aggiunto',
    failed: trip ? 'Impossibile salvare il viaggio' : 'Impossibile aggiungere il viaggio',
    ...(trip && {
      readAgain: async () => valuesOf(await call<typeof ReadTrip>(ReadTrip.http, { id: trip.id })),
    }),
    onSaved: () => void saved(),
  })
  return (
    <>
      {trip?.state === 'cancelled' && (
        <p role="status" className="mb-4 font-medium text-brick">
          Il viaggio è annullato: per cambiarlo, riaprilo nell’elenco del calendario.
        </p>
      )}
      <Form form={form} save={trip ? 'Salva' : 'Aggiungi viaggio'} onCancel={leave}>
        <FieldRow>
          <FormText form={form} name="from" label="Partenza" />
          <FormText form={form} name="to" label="Destinazione" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="pickupAt" label="Partenza alle" type="datetime-local" />
          <FormText
            form={form}
            name="endsAt"
            label="Arrivo alle"
            type="datetime-local"
            hint="Vuoto: il tempo della strada."
          />
        </FieldRow>
        <FieldRow>
          <FormNumber form={form} name="passengers" label="Passeggeri" />
          <FormNumber form={form} name="bags" label="Bagagli" />
          <FormDecimal form={form} name="total" as="money" label="Prezzo (€)" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="address" label="Indirizzo" />
          <FormText form={form} name="flightOrTrain" label="Volo o treno" />
        </FieldRow>
      </Form>
    </>
  )
}
