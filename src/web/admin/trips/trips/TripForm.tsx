import { AddTrip, ListTrips } from '../../../../modules/trips/trips/contract.ts'
import { call } from '../../../client.ts'
import { FieldRow, Form, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { Title } from '../../kit/Title.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { useSaved } from '../../kit/useSaved.ts'

/** Adds a trip without a request. Times of the form are those of the browser, as in every form of the panel. */
export default function TripForm() {
  const { leave, saved } = useSaved('/admin/viaggi/', [ListTrips.http])
  const form = useContractForm({
    schema: AddTrip.input,
    values: {
      ...{ from: '', to: '', address: '', pickupAt: '', endsAt: '', passengers: 1, bags: 0 },
      ...{ flightOrTrain: '', total: '' },
    },
    save: ({ pickupAt, endsAt, ...input }) =>
      call<typeof AddTrip>(AddTrip.http, {
        ...input,
        pickupAt: new Date(pickupAt).toISOString(),
        endsAt: endsAt ? new Date(endsAt).toISOString() : null,
      }),
    done: 'Viaggio aggiunto',
    failed: 'Impossibile aggiungere il viaggio',
    onSaved: saved,
  })
  return (
    <>
      <Title intro="Le richieste confermate hanno già il loro viaggio.">Nuovo viaggio</Title>
      <Form form={form} save="Aggiungi viaggio" onCancel={leave}>
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
