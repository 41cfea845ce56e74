import { useState } from 'react'
import type { AvailabilityRequest } from '../../modules/leads/contract.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextArea, TextField } from '../ui/Field.tsx'
import type { Errors, Values } from '../ui/useForm.ts'
import { leadSender } from './lead.ts'
import { ConsentFields, FailureNote, PersonFields } from './leadFields.tsx'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'

interface AvailabilityFormProps {
  source: 'sticky-footer' | 'pagina'
  values: Values
  /** What the server said, when the form was sent without JavaScript. */
  refused?: Errors
  onSent(): void
}

const required = ['name', 'phone', 'email', 'departure', 'destination', 'passengers', 'privacyAccepted']
// Nobody is left without an answer: above eight the office makes an offer with more vehicles.
const passengerChoices = ['1', '2', '3', '4', '5', '6', '7', '8', 'Più di 8']
const failure = {
  title: "Errore nell'invio della richiesta",
  text: 'Si è verificato un problema. Riprova o contattaci direttamente al telefono.',
}

function requestOf(values: Values, formSource: string): AvailabilityRequest {
  const { name = '', phone = '', email = '', departure = '', destination = '', passengers = '' } = values
  const { message = '', website = '' } = values
  return { name, phone, email, departure, destination, passengers, message, website, formSource }
}

/** Sent by the app where it runs, and as a plain form where it does not. */
export function AvailabilityForm({ source, values, refused, onSent }: AvailabilityFormProps) {
  const [send] = useState(() => leadSender('POST /api/availability-requests'))
  const { errors, isSending, formProps, failed } = useLeadForm({
    required,
    send: (given) => send(requestOf(given, source)),
    onSent() {
      draft.forget()
      onSent()
    },
    failure,
    ...(refused && { refused }),
  })
  const draft = useDraft(formProps.ref, 'richiesta')

  return (
    <form {...formProps} method="post" action="/richiesta/" data-app className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Partenza"
          name="departure"
          maxLength={160}
          defaultValue={values.departure}
          aria-required
          error={errors.departure}
        />
        <TextField
          label="Destinazione"
          name="destination"
          maxLength={160}
          defaultValue={values.destination}
          aria-required
          error={errors.destination}
        />
      </div>
      <SelectField
        label="Passeggeri"
        name="passengers"
        defaultValue={values.passengers ?? ''}
        aria-required
        error={errors.passengers}
      >
        <option value="">Scegli…</option>
        {passengerChoices.map((choice) => (
          <option key={choice}>{choice}</option>
        ))}
      </SelectField>
      <PersonFields errors={errors} values={values} />
      <TextArea
        label="Messaggio"
        name="message"
        maxLength={2000}
        defaultValue={values.message}
        hint="Per esempio: giorno e orario preferito, numero di volo o treno, bagagli speciali."
        error={errors.message}
      />
      <ConsentFields errors={errors} />
      <FailureNote text={failed} />
      <Button type="submit" look="sun" disabled={isSending} className="w-full">
        {isSending ? 'Invio in corso...' : 'Invia la richiesta'}
      </Button>
    </form>
  )
}
