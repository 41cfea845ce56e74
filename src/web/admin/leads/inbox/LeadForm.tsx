import {
  LeadChange,
  type LeadDetail,
  ListOwners,
  ReadLead,
} from '../../../../modules/leads/inbox/contract.ts'
import { call } from '../../../client.ts'
import { useQueryCall } from '../../kit/api.ts'
import { dateTimeValue, dayValue, timeValue } from '../../kit/dateTimeField.ts'
import { FieldRow, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { isPastTime, pastHint } from '../../kit/MomentField.tsx'
import { type Parts, thingForm } from '../../kit/ThingForm.tsx'
import { changeOf, leadAnswers } from '../lead/leadCalls.ts'
import { languageChoices } from '../lead/leadLabels.ts'

interface LeadProps {
  lead: LeadDetail
}

type ChangeLead = ReturnType<typeof changeOf>

/** Form of a lead. It does not contain the status, which has separate buttons. */
export const LeadForm = thingForm<ChangeLead, LeadProps>({
  command: ({ lead }) => changeOf(lead.kind),
  schemaOf: () => LeadChange,
  valuesOf: ({ lead }) => valuesOf(lead),
  readAgain: async ({ lead: { kind, id } }) =>
    valuesOf(await call<typeof ReadLead>(ReadLead.http, { kind, id })),
  send: ({ dueAt, ...input }, { lead }, { before }) =>
    call<ChangeLead>(changeOf(lead.kind).http, { ...withoutKept(input, before), dueAt: dueAt || null }),
  done: 'Richiesta aggiornata',
  failed: 'Impossibile aggiornare la richiesta',
  renews: leadAnswers,
  save: 'Salva',
  Fields,
})

function valuesOf({ kind, ...lead }: LeadDetail): LeadChange {
  const { id, assignedTo, notes, dueAt, date, time, returnTrip, returnDate, returnTime, price, updatedAt } =
    lead
  const { address, position, language } = lead
  return {
    id,
    assignedTo,
    language,
    updatedAt,
    notes: notes ?? '',
    price: price ?? '',
    address: address ?? '',
    position: position ?? '',
    dueAt: dueAt ? dateTimeValue(dueAt) : '',
    ...(kind === 'contact' ? {} : { date: dayValue(date), time: timeValue(time) }),
    ...(returnTrip ? { returnDate: dayValue(returnDate), returnTime: timeValue(returnTime) } : {}),
  }
}

const moments = ['date', 'time', 'returnDate', 'returnTime'] as const

/**
 * Omits what the save must keep: moments that are still empty, so that stored words of the customer, such as `metà
 * luglio`, remain; and an unchanged price, which would count as agreed if the save confirms the request.
 */
function withoutKept<C extends Omit<LeadChange, 'dueAt'>>(change: C, before: Record<string, unknown>): C {
  const kept: string[] = moments.filter((name) => !change[name] && !before[name])
  if (change.price === before.price) kept.push('price')
  return Object.fromEntries(Object.entries(change).filter(([name]) => !kept.includes(name))) as C
}

function Fields({ form, lead }: Parts<ChangeLead, LeadProps>) {
  const owners = useQueryCall(ListOwners, {})
  const choices = (owners.data?.items ?? []).map(({ id, username }) => [id, username] as const)
  const [date, time] = form.rhf.watch(['date', 'time'])
  const isChanged = date !== dayValue(lead.date) || time !== timeValue(lead.time)
  const isReturn = form.rhf.getValues('returnDate') !== undefined
  return (
    <>
      {lead.kind !== 'contact' && (
        <FieldRow>
          <FormText
            form={form}
            name="date"
            type="date"
            hint={isChanged && isPastTime(date ?? '', time ?? '') ? pastHint : undefined}
          />
          <FormText form={form} name="time" type="time" />
        </FieldRow>
      )}
      {isReturn && (
        <FieldRow>
          <FormText form={form} name="returnDate" type="date" />
          <FormText form={form} name="returnTime" type="time" />
        </FieldRow>
      )}
      <FieldRow>
        <FormText form={form} name="address" />
        <FormText
          form={form}
          name="position"
          hint="Coordinate, o un link di Google Maps, Apple Maps o WhatsApp."
        />
      </FieldRow>
      {choices.length > 0 && <FormSelect form={form} name="assignedTo" choices={choices} none="Nessuno" />}
      <FormSelect form={form} name="language" choices={languageChoices} />
      <FormMoment form={form} name="dueAt" />
      <FormDecimal
        form={form}
        name="price"
        as="money"
        label="Prezzo concordato (€)"
        hint="Dal listino finché non lo cambi: il valore in Provenienza."
      />
      <FormArea form={form} name="notes" rows={3} />
    </>
  )
}
