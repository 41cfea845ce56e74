import { useState } from 'react'
import type { Offer } from '../../modules/catalog/prices/quote.contract.ts'
import type { AvailabilityRequest } from '../../modules/leads/requests/contract.ts'
import { leadFields } from '../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../modules/settings/privacy/contract.ts'
import { Button } from '../ui/Button.tsx'
import { TextArea } from '../ui/Field.tsx'
import type { Errors, Values } from '../ui/useForm.ts'
import { leadSender } from './lead.ts'
import { ConsentFields, FailureNote, PersonFields } from './leadFields.tsx'
import { useOfferOf } from './OfferNote.tsx'
import { TripFields } from './TripFields.tsx'
import { optionalTripFields } from './trip.ts'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'

interface AvailabilityFormProps {
  source: 'sticky-footer' | 'pagina'
  values: Values
  refused?: Errors
  onSent(code: string): void
}

const required = ['name', 'phone', 'email', 'departure', 'destination', 'passengers', 'privacyAccepted']
const failure = {
  title: 'Errore nell’invio della richiesta',
  text: 'Si è verificato un problema. Riprova o contattaci direttamente al telefono.',
}

function requestOf(values: Values, formSource: string, offer: Offer | undefined): AvailabilityRequest {
  const { name = '', phone = '', email = '', departure = '', destination = '', passengers = '' } = values
  const { message = '', website = '' } = values
  return {
    name,
    phone,
    email,
    departure,
    destination,
    passengers,
    message,
    website,
    formSource,
    ...optionalTripFields(values, offer),
  }
}

/** The app sends this form; without JavaScript the browser sends it as a plain form. */
export function AvailabilityForm({ source, values, refused, onSent }: AvailabilityFormProps) {
  const [send] = useState(() => leadSender('POST /api/availability-requests'))
  const offerOf = useOfferOf()
  const {
    errors,
    values: typed,
    isSending,
    formProps,
    failed,
  } = useLeadForm({
    required,
    send: (given) => send(requestOf(given, source, offerOf(given))),
    onSent(code) {
      draft.forget()
      onSent(code)
    },
    failure,
    ...(refused && { refused }),
  })
  const draft = useDraft(formProps.ref, draftKeys.request)

  return (
    <form {...formProps} method="post" action="/richiesta/" data-app className="grid gap-4">
      <TripFields errors={errors} values={values} typed={typed} required={required} />
      <PersonFields errors={errors} values={values} />
      <TextArea
        label="Messaggio"
        name="message"
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        hint="Per esempio: seggiolini, bagagli speciali, una sosta lungo la strada."
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
