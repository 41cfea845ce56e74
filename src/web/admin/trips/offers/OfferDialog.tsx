import { useQueryClient } from '@tanstack/react-query'
import { vehicleKeys } from '../../../../modules/catalog/prices/quote.contract.ts'
import type { LeadDetail } from '../../../../modules/leads/inbox/contract.ts'
import { ListOffers, type OfferForm, SendOffer } from '../../../../modules/trips/offers/contract.ts'
import { call } from '../../../client.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { useLanguage } from '../../../ui/language.ts'
import { renew } from '../../kit/api.ts'
import { dateTimeValue, dayValue, timeValue } from '../../kit/dateTimeField.ts'
import { FieldGroup, FieldRow, Form, FormArea, FormSelect, FormText } from '../../kit/Form.tsx'
import { FormDecimal } from '../../kit/FormDecimal.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'
import { leadAnswers } from '../../leads/lead/leadCalls.ts'
import { directionNames } from './offerLabels.ts'

const validDays = 2

/** The server computes each price that staff leave empty. */
export function OfferDialog({ lead, onClose }: { lead: LeadDetail; onClose: () => void }) {
  const client = useQueryClient()
  const { t } = useLanguage()
  const lines = linesOf(lead)
  const form = useContractForm({
    schema: SendOffer.input,
    values: {
      leadKind: lead.kind,
      leadId: lead.id,
      lines,
      validUntil: dateTimeValue(new Date(Date.now() + validDays * 86_400_000)),
      message: '',
    },
    save: (input: OfferForm) => call<typeof SendOffer>(SendOffer.http, input),
    done: 'Preventivo mandato',
    failed: 'Impossibile mandare il preventivo',
    onSaved: () => {
      void renew(client, [...leadAnswers, ListOffers.http])
      onClose()
    },
  })
  return (
    <Dialog
      title="Preventivo"
      intro={
        lead.email
          ? `Parte un’email a ${lead.email}, con il link per accettare.`
          : 'Il cliente non ha un’email: dopo l’invio copia il link e mandaglielo.'
      }
      onClose={onClose}
    >
      <Form
        form={form}
        save="Manda il preventivo"
        saving="Invio..."
        actions={<LeaveButton>Annulla</LeaveButton>}
        note=""
      >
        {lines.map(({ direction }, index) => (
          <FieldGroup key={direction} title={directionNames[direction]}>
            <FieldRow>
              <FormText form={form} name={`lines.${index}.day`} label="Giorno" type="date" />
              <FormText form={form} name={`lines.${index}.time`} label="Ora" type="time" />
            </FieldRow>
            <FieldRow>
              <FormSelect
                form={form}
                name={`lines.${index}.vehicle`}
                label="Veicolo"
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
        <FormMoment form={form} name="validUntil" label="Valido fino al" />
        <FormArea form={form} name="message" label="Messaggio al cliente" rows={3} />
      </Form>
    </Dialog>
  )
}

function linesOf({ date, time, returnTrip, returnDate, returnTime }: LeadDetail) {
  const line = (direction: 'there' | 'back', day: string | null, at: string | null) => ({
    direction,
    vehicle: '',
    total: '',
    day: dayValue(day),
    time: timeValue(at),
  })
  return [line('there', date, time), ...(returnTrip ? [line('back', returnDate, returnTime)] : [])]
}
