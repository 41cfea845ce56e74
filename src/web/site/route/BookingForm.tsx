import { useState } from 'react'
import type { BookingRequest } from '../../../modules/leads/contract.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { toast } from '../../ui/toast.ts'
import type { Values } from '../../ui/useForm.ts'
import { Icon } from '../icons.tsx'
import { leadSender } from '../lead.ts'
import { ConsentFields, FailureNote, PhoneField } from '../leadFields.tsx'
import type { Journey } from '../Requests.tsx'
import { useDraft } from '../useDraft.ts'
import { useLeadForm } from '../useLeadForm.ts'

const required = ['time', 'passengers', 'phone', 'privacyAccepted']
const promise = 'Ti contatteremo entro 15 minuti per confermare il preventivo.'
const failure = {
  title: 'Errore nella prenotazione',
  text: 'Si è verificato un errore. Riprova o chiamaci direttamente.',
}

function bookingOf(values: Values, journey: Journey): BookingRequest {
  const { date = '', time = '', passengers = '', phone = '', flightOrTrain = '', website = '' } = values
  return { ...journey, date, time, passengers, phone, flightOrTrain, website }
}

/** The short request of a route page: the places are known, so time, people and a number are enough. */
export function BookingForm({ journey }: { journey: Journey }) {
  const [send] = useState(() => leadSender('POST /api/bookings', 0))
  const [hasSent, setSent] = useState(false)
  const { errors, isSending, formProps, failed } = useLeadForm({
    required,
    send: (values) => send(bookingOf(values, journey)),
    onSent() {
      draft.forget()
      setSent(true)
      toast({ title: 'Prenotazione ricevuta!', text: promise })
    },
    failure,
  })
  const draft = useDraft(formProps.ref, `prenotazione ${journey.departure} ${journey.destination}`)

  if (hasSent) return <Received onAgain={() => setSent(false)} />
  return (
    <section className="rounded-card border border-line bg-white p-5 shadow-soft sm:p-6 noscript:hidden">
      <h2 className="text-2xl">Prenota il transfer</h2>
      <p className="mt-1 text-ink-soft text-sm">Ti richiamiamo entro 15 minuti. Non paghi nulla adesso.</p>
      <form {...formProps} data-app className="mt-5 grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <TextField label="Data" name="date" type="date" maxLength={20} error={errors.date} />
          <TextField label="Orario" name="time" type="time" aria-required error={errors.time} />
        </div>
        <SelectField
          label="Passeggeri"
          name="passengers"
          defaultValue="1-4"
          aria-required
          error={errors.passengers}
        >
          <option>1-4</option>
          <option>5-8</option>
          <option>8+</option>
        </SelectField>
        <PhoneField errors={errors} />
        <TextField label="Volo o treno" name="flightOrTrain" maxLength={40} error={errors.flightOrTrain} />
        <ConsentFields errors={errors} />
        <FailureNote text={failed} />
        <Button type="submit" look="sun" disabled={isSending}>
          {isSending ? 'Invio in corso...' : 'Prenota il transfer'}
        </Button>
      </form>
    </section>
  )
}

function Received({ onAgain }: { onAgain(): void }) {
  return (
    <section className="rounded-card border border-leaf bg-white p-5 sm:p-6">
      <h2 className="flex items-center gap-2.5 text-2xl">
        <Icon name="check" className="size-7 text-leaf" />
        Richiesta ricevuta
      </h2>
      <p className="mt-2 text-ink-soft">{promise}</p>
      <Button look="plain" onClick={onAgain} className="mt-4">
        Nuova richiesta
      </Button>
    </section>
  )
}
