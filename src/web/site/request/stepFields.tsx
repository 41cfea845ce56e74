import type { ReactNode } from 'react'
import { countChoices } from '../../../modules/catalog/fares/counts.contract.ts'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import type { Errors, Values } from '../../ui/useForm.ts'
import { PositionField } from './PositionField.tsx'

interface FieldsProps {
  errors: Errors
  values: Values
}

export function PlaceStep({ errors, values }: FieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="Partenza"
        name="departure"
        maxLength={leadFields.departure.maxLength}
        defaultValue={values.departure}
        aria-required
        error={errors.departure}
      />
      <TextField
        label="Destinazione"
        name="destination"
        maxLength={leadFields.destination.maxLength}
        defaultValue={values.destination}
        aria-required
        error={errors.destination}
      />
    </div>
  )
}

export function WhenStep({ errors, values, today }: FieldsProps & { today: string }) {
  return (
    <div className="grid gap-x-4 gap-y-2">
      <div className="field-pair gap-4">
        <TextField
          label="Giorno"
          name="date"
          type="date"
          min={today || undefined}
          defaultValue={values.date}
          aria-required
          error={errors.date}
        />
        <TextField
          label="Ora"
          name="time"
          type="time"
          defaultValue={values.time}
          aria-required
          error={errors.time}
        />
      </div>
      <CheckField name="whenUnknown" value="1" defaultChecked={Boolean(values.whenUnknown)}>
        Non so ancora il giorno o l’ora
      </CheckField>
    </div>
  )
}

export function PartyStep({
  errors,
  values,
  today,
  children,
}: FieldsProps & { today: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-2 [&:not(:has([name=returnTrip]:checked))_.return-leg]:hidden">
      <div className="field-pair gap-4">
        <SelectField
          label="Passeggeri"
          name="passengers"
          defaultValue={values.passengers ?? ''}
          aria-required
          error={errors.passengers}
        >
          <option value="">Scegli…</option>
          {countChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
        <SelectField
          label="Bagagli"
          name="luggage"
          defaultValue={values.luggage ?? ''}
          error={errors.luggage}
        >
          <option value="">Non so ancora</option>
          <option value="0">Nessuno</option>
          {countChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
      </div>
      {children}
      <CheckField name="returnTrip" value="1" defaultChecked={Boolean(values.returnTrip)}>
        Andata e ritorno
      </CheckField>
      <div className="return-leg field-pair items-end gap-4">
        <TextField
          label="Giorno del ritorno"
          name="returnDate"
          type="date"
          min={today || undefined}
          defaultValue={values.returnDate}
          error={errors.returnDate}
        />
        <TextField
          label="Ora del ritorno"
          name="returnTime"
          type="time"
          defaultValue={values.returnTime}
          error={errors.returnTime}
        />
      </div>
    </div>
  )
}

export function DetailsStep({ errors, values, warning }: FieldsProps & { warning: string }) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Volo o treno"
          name="flightOrTrain"
          maxLength={leadFields.flightOrTrain.maxLength}
          autoCapitalize="characters"
          hint="Per esempio FR 1234: se arriva tardi, ti aspettiamo. Se parti in aereo, scegli un orario che ti porti in aeroporto 2 ore prima."
          defaultValue={values.flightOrTrain}
          error={errors.flightOrTrain}
        />
        <PositionField errors={errors} values={values} />
        <p
          role="status"
          className="rounded-field bg-sun-pale px-3.5 py-2.5 text-sm empty:hidden sm:col-span-2"
        >
          {warning}
        </p>
      </div>
      <TextArea
        label="Messaggio"
        name="message"
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        hint="Per esempio: seggiolini, bagagli speciali, una sosta lungo la strada."
        error={errors.message}
      />
    </>
  )
}
