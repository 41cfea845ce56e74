import { useParams, useSearchParams } from 'react-router'
import { clockOf, romanDay, romanMoment } from '../../../../kernel/romanDay.ts'
import { AddTrip, ReadTrip, SaveTrip, type Trip } from '../../../../modules/trips/trips/contract.ts'
import { call } from '../../../client.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { Answer } from '../../kit/States.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'

/** Adds a trip without a request, or changes a trip that has not started. */
export default function TripForm() {
  const { id } = useParams()
  const [params] = useSearchParams()
  return id === undefined ? (
    <>
      <Title intro="Le richieste confermate hanno già il loro viaggio.">Nuovo viaggio</Title>
      <Fields trip={null} start={params.get('alle') ?? ''} />
    </>
  ) : (
    <Existing key={id} id={Number(id)} />
  )
}

function Existing({ id }: { id: number }) {
  const trip = useQueryCall(ReadTrip, { id }, { isUncached: true })
  return (
    <>
      <Title intro="Se il viaggio è già assegnato, veicolo e autista devono poterlo ancora fare.">
        Modifica viaggio
      </Title>
      <Answer of={trip}>{(values) => <Fields trip={values} start="" />}</Answer>
    </>
  )
}

const empty = {
  ...{ from: '', to: '', address: '', endsAt: '', passengers: 1, bags: 0 },
  ...{ flightOrTrain: '', total: '' },
}

/** Returns the trip with its moments as times in Rome, which the fields show. */
const valuesOf = (trip: Trip) => ({ ...trip, pickupAt: localOf(trip.pickupAt), endsAt: localOf(trip.endsAt) })

const localOf = (moment: string) => `${romanDay(new Date(moment))}T${clockOf(new Date(moment))}`

const momentOf = (local: string) => romanMoment(local.slice(0, 10), local.slice(11, 16)).toISOString()

function Fields({ trip, start }: { trip: Trip | null; start: string }) {
  const day = trip ? romanDay(new Date(trip.pickupAt)) : start.slice(0, 10)
  const { leave, saved } = useSaved(`/admin/calendario/${day && `?giorno=${day}`}`, [
    'GET /api/admin/trips',
    'GET /api/admin/calendar',
  ])
  const form = useContractForm({
    schema: trip ? SaveTrip.input : AddTrip.input,
    values: trip ? valuesOf(trip) : { ...empty, pickupAt: start },
    save: (input) => {
      const { pickupAt = '', endsAt } = input
      // A trip that begins at another time keeps its duration, unless staff also enter its end.
      const isMoved = trip && pickupAt !== localOf(trip.pickupAt) && endsAt === localOf(trip.endsAt)
      const duration = trip ? Date.parse(trip.endsAt) - Date.parse(trip.pickupAt) : 0
      const start = momentOf(pickupAt)
      const end = isMoved ? new Date(Date.parse(start) + duration).toISOString() : endsAt && momentOf(endsAt)
      const times = { pickupAt: start, endsAt: end || null }
      return trip
        ? call<typeof SaveTrip>(SaveTrip.http, { ...input, ...times, id: trip.id })
        : call<typeof AddTrip>(AddTrip.http, { ...(input as typeof AddTrip.input.static), ...times })
    },
    done: trip ? 'Viaggio salvato' : 'Viaggio aggiunto',
    failed: trip ? 'Impossibile salvare il viaggio' : 'Impossibile aggiungere il viaggio',
    ...(trip && {
      readAgain: async () => valuesOf(await call<typeof ReadTrip>(ReadTrip.http, { id: trip.id })),
    }),
    onSaved: saved,
  })
  return (
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
  )
}
