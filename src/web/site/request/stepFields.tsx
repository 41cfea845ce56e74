import type { ReactNode } from 'react'
import { countChoices, moreThanEight } from '../../../modules/catalog/fares/counts.contract.ts'
import { linkMax } from '../../../modules/catalog/placeSearch/links.contract.ts'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { useLanguage } from '../../ui/language.ts'
import type { Errors, Values } from '../../ui/useForm.ts'
import { PositionField } from './PositionField.tsx'

interface FieldsProps {
  errors: Errors
  values: Values
}

export function PlaceStep({ errors, values }: FieldsProps) {
  const { t } = useLanguage()
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label={t('trip.departure')}
        name="departure"
        maxLength={linkMax}
        defaultValue={values.departure}
        aria-required
        error={errors.departure}
      />
      <TextField
        label={t('trip.destination')}
        name="destination"
        maxLength={linkMax}
        defaultValue={values.destination}
        aria-required
        error={errors.destination}
      />
    </div>
  )
}

export function WhenStep({ errors, values, today }: FieldsProps & { today: string }) {
  const { t } = useLanguage()
  return (
    <div className="grid gap-x-4 gap-y-2">
      <div className="field-pair gap-4">
        <TextField
          label={t('trip.day')}
          name="date"
          type="date"
          min={today || undefined}
          defaultValue={values.date}
          aria-required
          error={errors.date}
        />
        <TextField
          label={t('request.time')}
          name="time"
          type="time"
          defaultValue={values.time}
          aria-required
          error={errors.time}
        />
      </div>
      <CheckField name="whenUnknown" value="1" defaultChecked={Boolean(values.whenUnknown)}>
        {t('request.whenUnknown')}
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
  const { t } = useLanguage()
  return (
    <div className="grid gap-x-4 gap-y-2 [&:not(:has([name=returnTrip]:checked))_.return-leg]:hidden">
      <div className="field-pair gap-4">
        <SelectField
          label={t('trip.passengers')}
          name="passengers"
          defaultValue={values.passengers ?? ''}
          aria-required
          error={errors.passengers}
        >
          <option value="">{t('party.choose')}</option>
          {countChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === moreThanEight ? t('party.moreThanEight') : choice}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={t('trip.bags')}
          name="luggage"
          defaultValue={values.luggage ?? ''}
          error={errors.luggage}
        >
          <option value="">{t('party.bagsUnknown')}</option>
          <option value="0">{t('party.none')}</option>
          {countChoices.map((choice) => (
            <option key={choice} value={choice}>
              {choice === moreThanEight ? t('party.moreThanEight') : choice}
            </option>
          ))}
        </SelectField>
      </div>
      {children}
      <CheckField name="returnTrip" value="1" defaultChecked={Boolean(values.returnTrip)}>
        {t('trip.bothWays')}
      </CheckField>
      <div className="return-leg field-pair items-end gap-4">
        <TextField
          label={t('trip.returnDay')}
          name="returnDate"
          type="date"
          min={today || undefined}
          defaultValue={values.returnDate}
          error={errors.returnDate}
        />
        <TextField
          label={t('request.returnTime')}
          name="returnTime"
          type="time"
          defaultValue={values.returnTime}
          error={errors.returnTime}
        />
      </div>
    </div>
  )
}

/** Names of the inputs below. */
export const detailNames = ['flightOrTrain', 'address', 'position', 'message'] as const

export function DetailsStep({ errors, values, warning }: FieldsProps & { warning: string }) {
  const { t } = useLanguage()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={t('request.flight')}
          name="flightOrTrain"
          maxLength={leadFields.flightOrTrain.maxLength}
          autoCapitalize="characters"
          hint={t('request.flightHint')}
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
        label={t('request.message')}
        name="message"
        maxLength={leadFields.message.maxLength}
        defaultValue={values.message}
        hint={t('request.messageHint')}
        error={errors.message}
      />
    </>
  )
}
