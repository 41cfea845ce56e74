import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { directionsOf, timesOf } from '../../../../modules/leads/lead/leg.contract.ts'
import { ListOffers, SendOffer } from '../../../../modules/trips/offers/contract.ts'
import { useLanguage } from '../../../ui/language.ts'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { FieldGroup, FieldRow, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { type Parts, thingDialog } from '../../kit/ThingForm.tsx'
import { leadAnswers } from '../../leads/lead/leadCalls.ts'
import { directionNames } from './offerLabels.ts'

const validDays = 2

interface OfferProps {
  lead: LeadDetail
}

/** The server computes each price that staff leave empty. */
export const OfferDialog = thingDialog<typeof SendOffer, OfferProps>({
  command: SendOffer,
  valuesOf: ({ lead }) => ({
    leadKind: lead.kind,
    leadId: lead.id,
    lines: linesOf(lead),
    validUntil: dateTimeValue(new Date(Date.now() + validDays * 86_400_000)),
    message: '',
  }),
  title: 'Preventivo',
  intro: ({ lead }) =>
    lead.email
      ? `Parte un’email a ${lead.email}, con il link per accettare.`
      : 'Il cliente non ha un’email: dopo l’invio copia il link e mandaglielo.',
  save: 'Manda il preventivo',
  saving: 'Invio...',
  done: 'Preventivo mandato',
  failed: 'Impossibile mandare il preventivo',
  renews: [...leadAnswers, ListOffers.http],
  Fields,
})

function Fields({ form, lead }: Parts<typeof SendOffer, OfferProps>) {
  const { t } = useLanguage()
  return (
    <>
      {linesOf(lead).map(({ direction }, index) => (
        <FieldGroup key={direction} title={directionNames[direction]}>
          <FieldRow>
            <FormText form={form} name={`lines.${index}.day`} type="date" />
            <FormText form={form} name={`lines.${index}.time`} type="time" />
          </FieldRow>
          <FieldRow>
            <FormSelect
              form={form}
              name={`lines.${index}.vehicle`}
              none="Come nella richiesta"
              choices={Object.entries(vehicleKeys).map(([vehicle, key]) => [vehicle, t(key)] as const)}
            />
            <FormDecimal
              form={form}
              name={`lines.${index}.total`}
              as="money"
              label="Prezzo (€)"
              hint="Vuoto: la tariffa del listino."
            />
          </FieldRow>
        </FieldGroup>
      ))}
      <FormMoment form={form} name="validUntil" />
      <FormArea form={form} name="message" rows={3} />
    </>
  )
}

const linesOf = (lead: LeadDetail) =>
  directionsOf(lead).map((direction) => {
    const { day, time } = timesOf(lead, direction)
    return { direction, vehicle: '', total: '', day: day ?? '', time: time ?? '' }
  })
