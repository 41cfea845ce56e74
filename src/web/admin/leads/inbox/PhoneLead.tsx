import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { officeLanguage } from '../../../../languages/office.ts'
import { AddPhoneLead, detailNames } from '../../../../modules/leads/inbox/contract.ts'
import { CallError, call } from '../../../client.ts'
import { FieldRow, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { isPastTime, pastHint } from '../../kit/MomentField.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { Title } from '../../kit/Title.tsx'
import { leadAnswers, leadPath } from '../lead/leadCalls.ts'
import { languageChoices } from '../lead/leadLabels.ts'
import { useTap } from './TapCard.tsx'

export default function PhoneLead() {
  const [params] = useSearchParams()
  const code = params.get('codice') ?? ''
  const tap = useTap(code)
  // When the tap (click on a WhatsApp link) has loaded, the new key restarts the form with the tap's places.
  return <PhoneLeadScreen key={tap?.code ?? ''} tap={tap} />
}

interface PhoneLeadProps {
  tap: ReturnType<typeof useTap>
  sender: ReturnType<typeof phoneLeadSender>
}

function PhoneLeadScreen({ tap }: Pick<PhoneLeadProps, 'tap'>) {
  const [sender] = useState(phoneLeadSender)
  return (
    <>
      <Title intro="Con partenza e destinazione è una richiesta, senza è un messaggio. Il cliente non riceve email.">
        {tap ? `Richiesta da WhatsApp ${tap.code}` : 'Richiesta dal telefono'}
      </Title>
      <PhoneLeadForm tap={tap} sender={sender} />
    </>
  )
}

const PhoneLeadForm = thingForm<typeof AddPhoneLead, PhoneLeadProps>({
  command: AddPhoneLead,
  valuesOf: ({ tap }) => ({
    name: '',
    phone: '',
    email: '',
    passengers: '',
    ...Object.fromEntries(detailNames.map((name) => [name, ''])),
    departure: tap?.departure ?? '',
    destination: tap?.destination ?? '',
    tapCode: tap?.code ?? '',
    date: '',
    time: '',
    message: '',
    language: officeLanguage,
  }),
  send: (input, { sender }) => sender(input),
  done: 'Richiesta registrata',
  failed: 'Impossibile registrare la richiesta',
  renews: leadAnswers,
  list: 'richieste/',
  pathAfter: (lead) => leadPath(lead),
  save: 'Registra',
  Fields,
})

function Fields({ form }: Parts<typeof AddPhoneLead>) {
  const [date, time] = form.rhf.watch(['date', 'time'])
  const isPast = isPastTime(date ?? '', time ?? '')
  return (
    <>
      <FieldRow>
        <FormText form={form} name="name" autoComplete="off" />
        <FormText form={form} name="phone" type="tel" inputMode="tel" autoComplete="off" />
        <FormText form={form} name="email" type="email" autoComplete="off" />
        <FormSelect form={form} name="language" choices={languageChoices} />
      </FieldRow>
      <FieldRow>
        <FormText form={form} name="departure" />
        <FormText form={form} name="destination" />
        <FormText form={form} name="passengers" inputMode="numeric" />
      </FieldRow>
      <FieldRow>
        <FormText form={form} name="date" type="date" hint={isPast ? pastHint : undefined} />
        <FormText form={form} name="time" type="time" />
      </FieldRow>
      <FieldRow>
        {detailNames.map((name) => (
          <FormText key={name} form={form} name={name} />
        ))}
      </FieldRow>
      <FormArea form={form} name="message" rows={3} />
    </>
  )
}

/** Returns a function that stores the lead of one form: a second press after a lost response stores no second lead. */
function phoneLeadSender() {
  let idempotencyKey = crypto.randomUUID()
  return async (input: typeof AddPhoneLead.input.static) => {
    try {
      return await call<typeof AddPhoneLead>(AddPhoneLead.http, input, { idempotencyKey })
    } catch (error) {
      const isOther = error instanceof CallError && error.problem.errors.some(({ path }) => path === 'key')
      if (!isOther) throw error
      // Staff read that the lead is stored with other content. The next press stores another lead.
      idempotencyKey = crypto.randomUUID()
      const { status, problem } = error
      const errors = problem.errors.map(({ message }) => ({ path: '', message }))
      throw new CallError(status, '', JSON.stringify({ ...problem, errors }))
    }
  }
}
