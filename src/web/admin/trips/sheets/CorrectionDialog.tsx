import {
  CorrectServiceSheet,
  ListServiceSheets,
  type ServiceSheet,
} from '../../../../modules/trips/sheets/contract.ts'
import { numberOf } from '../../../../modules/trips/sheets/words.contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { dateTimeValue } from '../../kit/dateTimeField.ts'
import { FieldRow, FormArea, FormNumber, FormText } from '../../kit/Form.tsx'
import { FormMoment } from '../../kit/FormMoment.tsx'
import { type Parts, thingDialog } from '../../kit/ThingForm.tsx'

/** Asks staff for corrected values, creates a new sheet with these values and opens the sheet. Times are in Rome. */
export const CorrectionDialog = thingDialog<typeof CorrectServiceSheet, { sheet: ServiceSheet }>({
  command: CorrectServiceSheet,
  valuesOf: ({ sheet }) => {
    const { id, driverName, passengerName, from, to, departureAt, arrivalAt, startKm, endKm } = sheet
    return {
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
    }
  },
  title: ({ sheet }) => `Correggi il foglio n. ${numberOf(sheet)}`,
  intro:
    'Il foglio resta com’è. La correzione è un foglio nuovo, con il numero seguente, che dice quale corregge e perché.',
  save: 'Fai il foglio corretto',
  done: (corrected) => `Foglio corretto dal n. ${numberOf(corrected)}`,
  failed: 'Impossibile correggere il foglio',
  renews: [ListServiceSheets.http],
  pathAfter: ({ id }) => adminPath('fogli-di-servizio/:id/', { id }),
  Fields,
})

function Fields({ form }: Parts<typeof CorrectServiceSheet>) {
  return (
    <>
      <FormArea form={form} name="reason" rows={2} />
      <FieldRow>
        <FormMoment form={form} name="departureAt" />
        <FormNumber form={form} name="startKm" />
      </FieldRow>
      <FieldRow>
        <FormMoment form={form} name="arrivalAt" />
        <FormNumber form={form} name="endKm" />
      </FieldRow>
      <FieldRow>
        <FormText form={form} name="from" />
        <FormText form={form} name="to" />
      </FieldRow>
      <FieldRow>
        <FormText form={form} name="driverName" />
        <FormText form={form} name="passengerName" />
      </FieldRow>
    </>
  )
}
