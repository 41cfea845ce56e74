import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from 'react-router'
import {
  CorrectServiceSheet,
  ListServiceSheets,
  type ServiceSheet,
} from '../../../../modules/trips/sheets/contract.ts'
import { numberOf } from '../../../../modules/trips/sheets/words.contract.ts'
import { call } from '../../../client.ts'
import { Dialog, LeaveButton } from '../../../ui/Dialog.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { renew } from '../../kit/api.ts'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { FieldRow, Form, FormArea, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { useContractForm } from '../../kit/useContractForm.ts'

/** Asks staff for corrected values, creates a new sheet with these values and opens the sheet. Times are in Rome. */
export function CorrectionDialog({ sheet, onClose }: { sheet: ServiceSheet; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const { id, driverName, passengerName, from, to, departureAt, arrivalAt, startKm, endKm } = sheet
  const form = useContractForm({
    schema: CorrectServiceSheet.input,
    values: {
      id,
      reason: '',
      driverName,
      passengerName,
      from,
      to,
      startKm,
      endKm,
      departureAt: dateTimeValue(departureAt),
      arrivalAt: dateTimeValue(arrivalAt ?? departureAt),
    },
    save: (input) => call<typeof CorrectServiceSheet>(CorrectServiceSheet.http, input),
    done: (corrected) => `Foglio corretto dal n. ${numberOf(corrected)}`,
    failed: 'Impossibile correggere il foglio',
    onSaved: async (corrected) => {
      await renew(client, [ListServiceSheets.http])
      await navigate(adminPath('fogli-di-servizio/:id/', { id: corrected.id }))
    },
  })
  return (
    <Dialog
      title={`Correggi il foglio n. ${numberOf(sheet)}`}
      intro="Il foglio resta com’è. La correzione è un foglio nuovo, con il numero seguente, che dice quale corregge e perché."
      onClose={onClose}
    >
      <Form form={form} save="Fai il foglio corretto" actions={<LeaveButton>Annulla</LeaveButton>} note="">
        <FormArea form={form} name="reason" label="Motivo della correzione" rows={2} />
        <FieldRow>
          <FormMoment form={form} name="departureAt" label="Inizio del servizio" />
          <FormNumber form={form} name="startKm" label="Chilometri alla partenza" />
        </FieldRow>
        <FieldRow>
          <FormMoment form={form} name="arrivalAt" label="Fine del servizio" />
          <FormNumber form={form} name="endKm" label="Chilometri all’arrivo" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="from" label="Luogo di partenza" />
          <FormText form={form} name="to" label="Destinazione" />
        </FieldRow>
        <FieldRow>
          <FormText form={form} name="driverName" label="Conducente" />
          <FormText form={form} name="passengerName" label="Passeggero" />
        </FieldRow>
      </Form>
    </Dialog>
  )
}
