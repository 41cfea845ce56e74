import { useEffect, useState } from 'react'
import type { Offer } from '../../../modules/catalog/prices/quote.contract.ts'
import type { BookingRequest } from '../../../modules/leads/requests/contract.ts'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { draftKeys } from '../../../modules/settings/privacy/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Values } from '../../ui/useForm.ts'
import { useCompany } from '../company.ts'
import { Icon } from '../icons.tsx'
import { leadSender } from '../lead.ts'
import { ConsentFields, FailureNote, PhoneField } from '../leadFields.tsx'
import { OfferNote, useOfferOf } from '../OfferNote.tsx'
import { SentCode } from '../SentCode.tsx'
import { FlightField, LuggageField, MoreFields } from '../TripFields.tsx'
import { countChoices, dateValues, optionalTripFields, tripValues } from '../trip.ts'
import { useDraft } from '../useDraft.ts'
import { useLeadForm } from '../useLeadForm.ts'
import { type Journey, useRequests } from '../useRequests.ts'

const required = ['time', 'passengers', 'phone', 'privacyAccepted']
const failure = {
  title: 'Errore nella prenotazione',
  text: 'Si è verificato un errore. Riprova o chiamaci direttamente.',
}

const promiseOf = (when: string) => `Ti contatteremo ${when} per confermare il preventivo.`

function bookingOf(values: Values, journey: Journey, offer: Offer | undefined): BookingRequest {
  const { passengers = '', phone = '', website = '' } = values
  return { ...journey, passengers, phone, website, ...optionalTripFields(values, offer) }
}

/** The short form of a route page, which needs no fields for places. Without JavaScript it is a plain form. */
export function BookingForm({ journey }: { journey: Journey }) {
  const [send] = useState(() => leadSender('POST /api/bookings', 0))
  const [sentCode, setSentCode] = useState<string | null>(null)
  const { hours, promiseNow } = useCompany()
  const { trip, choice } = useRequests()
  const dates = dateValues(choice)
  const offerOf = useOfferOf()
  const {
    errors,
    values: typed,
    isSending,
    formProps,
    failed,
  } = useLeadForm({
    required,
    send: (values) => send(bookingOf(values, journey, offerOf(values))),
    onSent(code) {
      draft.forget()
      setSentCode(code)
      toast({ title: 'Prenotazione ricevuta!', text: promiseOf(promiseNow()) })
    },
    failure,
  })
  const draft = useDraft(formProps.ref, `${draftKeys.booking} ${journey.departure} ${journey.destination}`)

  const chosen = tripValues(trip)
  const { ref } = formProps
  // Choosing an offer remounts these fields. A remount fires no input event, so this effect dispatches an input event.
  useEffect(() => {
    if (trip) ref.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [trip, ref])

  if (sentCode !== null) return <Received code={sentCode} onAgain={() => setSentCode(null)} />
  return (
    <section className="rounded-card border border-line bg-white p-5 shadow-soft sm:p-6 print:hidden">
      <h2 className="text-2xl">Prenota il transfer</h2>
      <p className="mt-1 text-ink-soft text-sm">
        Ti richiamiamo entro 15 minuti, ogni giorno {hours}. Non paghi nulla adesso.
      </p>
      <form {...formProps} method="post" action="/prenotazione/" data-app className="mt-5 grid gap-4">
        <input type="hidden" name="departure" value={journey.departure} />
        <input type="hidden" name="destination" value={journey.destination} />
        <div className="grid grid-cols-2 gap-3">
          <TextField
            label="Data"
            name="date"
            type="date"
            defaultValue={dates.date}
            maxLength={leadFields.date.maxLength}
            error={errors.date}
          />
          <TextField label="Orario" name="time" type="time" aria-required error={errors.time} />
        </div>
        <SelectField
          key={chosen.passengers}
          label="Passeggeri"
          name="passengers"
          defaultValue={chosen.passengers ?? ''}
          aria-required
          error={errors.passengers}
        >
          <option value="">Scegli…</option>
          {countChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
        <PhoneField errors={errors} />
        <FlightField errors={errors} />
        <LuggageField key={`bagagli ${chosen.luggage}`} errors={errors} values={chosen} />
        <OfferNote typed={typed} />
        <MoreFields
          errors={errors}
          values={{ returnTrip: dates.returnTrip ?? '', returnDate: dates.returnDate ?? '' }}
        />
        <ConsentFields errors={errors} />
        <FailureNote text={failed} />
        <Button type="submit" look="sun" disabled={isSending}>
          {isSending ? 'Invio in corso...' : 'Prenota il transfer'}
        </Button>
      </form>
    </section>
  )
}

function Received({ code, onAgain }: { code: string; onAgain(): void }) {
  const { promiseNow } = useCompany()
  const [promise] = useState(() => promiseOf(promiseNow()))
  return (
    <section className="rounded-card border border-leaf bg-white p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-2xl">
        <Icon name="check" className="size-7 text-leaf" />
        Richiesta ricevuta
      </h2>
      <p className="mt-2 text-ink-soft">{promise}</p>
      <SentCode code={code} className="mt-2" />
      <Button look="plain" onClick={onAgain} className="mt-4">
        Nuova richiesta
      </Button>
    </section>
  )
}
