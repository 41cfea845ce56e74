import { useState } from 'react'
import type { Offer } from '../../modules/catalog/contract.quote.ts'
import type { AvailabilityRequest } from '../../modules/leads/contract.ts'
import { draftKeys } from '../../modules/settings/contract.privacy.ts'
import { Button } from '../ui/Button.tsx'
import { SelectField, TextArea, TextField } from '../ui/Field.tsx'
import type { Errors, Values } from '../ui/useForm.ts'
import { leadSender } from './lead.ts'
import { ConsentFields, FailureNote, PersonFields } from './leadFields.tsx'
import { LuggageField, MoreFields, OfferNote, WhenFields } from './TripFields.tsx'
import { chosenOffer, countChoices, moreOf, partyOf } from './trip.ts'
import { useDraft } from './useDraft.ts'
import { useLeadForm } from './useLeadForm.ts'
import { useRequests } from './useRequests.ts'

interface AvailabilityFormProps {
  source: 'sticky-footer' | 'pagina'
  values: Values
  /** What the server said, when the form was sent without JavaScript. */
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
    ...moreOf(values, offer),
  }
}

/** Sent by the app where it runs, and as a plain form where it does not. */
export function AvailabilityForm({ source, values, refused, onSent }: AvailabilityFormProps) {
  const [send] = useState(() => leadSender('POST /api/availability-requests'))
  const { trip, journey, offersFor } = useRequests()
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

  /** The prices of this page are those of its own route only. */
  const offerOf = (given: Values) => {
    const isOurs = given.departure === journey?.departure && given.destination === journey?.destination
    const party = isOurs ? partyOf(given) : null
    return party ? chosenOffer(offersFor(party), trip?.vehicle ?? null) : undefined
  }

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
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Passeggeri"
          name="passengers"
          defaultValue={values.passengers ?? ''}
          aria-required
          error={errors.passengers}
        >
          <option value="">Scegli…</option>
          {/* Nobody is left without an answer: above eight the office makes an offer with more vehicles. */}
          {countChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
        <LuggageField errors={errors} values={values} />
      </div>
      <OfferNote offer={offerOf(typed)} party={partyOf(typed)} isReturn={Boolean(typed.returnTrip)} />
      <MoreFields errors={errors} values={values}>
        <WhenFields errors={errors} values={values} />
      </MoreFields>
      <PersonFields errors={errors} values={values} />
      <TextArea
        label="Messaggio"
        name="message"
        maxLength={2000}
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
