import type { ReactNode } from 'react'
import type { FareAnswer } from '../../../modules/catalog/fares/contract.ts'
import type { Vehicle } from '../../../modules/catalog/prices/quote.contract.ts'
import { leadFields } from '../../../modules/leads/requests/fields.contract.ts'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import type { Errors, Values } from '../../ui/useForm.ts'
import { Offers } from '../trip/Offers.tsx'
import { countChoices } from '../trip/trip.ts'
import { ConsentFields, PersonFields } from './leadFields.tsx'
import { PositionField } from './PositionField.tsx'

/** The steps of the request form, with the names of their fields. */
const steps = [
  { title: 'Da dove a dove', names: ['departure', 'destination'] },
  { title: 'Quando', names: ['date', 'time', 'whenUnknown'] },
  {
    title: 'In quanti siete',
    names: ['passengers', 'luggage', 'offer', 'returnTrip', 'returnDate', 'returnTime'],
  },
  { title: 'Volo e indirizzo', names: ['flightOrTrain', 'address', 'position', 'message'] },
  { title: 'I tuoi contatti', names: ['name', 'phone', 'email', 'privacyAccepted'] },
]

export const stepsCount = steps.length

/** Returns the number of the step that contains the field. */
export const stepOf = (name: string) =>
  Math.max(
    0,
    steps.findIndex(({ names }) => names.includes(name)),
  )

interface StepsProps {
  step: number
  errors: Errors
  /** Initial values. */
  values: Values
  today: string
  /** The fare of the current values. */
  fare: FareAnswer | null
  passengers: number | null
  bags: number | null
  vehicle: Vehicle | null
  /** What does not fit between flight, airport and time; empty if all fits. */
  warning: string
  onVehicle(vehicle: Vehicle): void
}

export function Steps({
  step,
  errors,
  values,
  today,
  fare,
  passengers,
  bags,
  vehicle,
  warning,
  onVehicle,
}: StepsProps) {
  const parts = [
    <PlaceStep key="places" errors={errors} values={values} />,
    <WhenStep key="when" errors={errors} values={values} today={today} />,
    <PartyStep key="party" errors={errors} values={values} today={today}>
      {fare && passengers !== null && fare.offers.length > 1 && (
        <Offers
          fare={fare}
          party={{ passengers, bags: bags ?? 0 }}
          vehicle={vehicle}
          name="offer"
          onChoose={onVehicle}
        />
      )}
    </PartyStep>,
    <DetailsStep key="details" errors={errors} values={values} warning={warning} />,
    <PersonFields key="person" errors={errors} values={values} />,
  ]
  return steps.map(({ title }, index) => (
    <fieldset
      key={title}
      data-current={index === step || undefined}
      className={`mt-5 grid gap-4 first:mt-0 ${index === step ? '' : 'max-sm:hidden noscript:grid'}`}
    >
      <legend tabIndex={-1} className="mb-3 font-serif text-xl outline-none">
        <span className="font-sans text-ink-soft text-sm noscript:hidden sm:hidden">
          {`Passo ${index + 1} di ${steps.length}: `}
        </span>
        {title}
      </legend>
      {parts[index]}
      {index === steps.length - 1 && <ConsentFields errors={errors} />}
    </fieldset>
  ))
}

interface FieldsProps {
  errors: Errors
  values: Values
}

function PlaceStep({ errors, values }: FieldsProps) {
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

function WhenStep({ errors, values, today }: FieldsProps & { today: string }) {
  return (
    <div className="grid gap-x-4 gap-y-2">
      <div className="grid grid-cols-2 gap-4">
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

function PartyStep({
  errors,
  values,
  today,
  children,
}: FieldsProps & { today: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-4 gap-y-2 [&:not(:has([name=returnTrip]:checked))_.return-leg]:hidden">
      <div className="grid grid-cols-2 gap-4">
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
      <div className="return-leg grid grid-cols-2 items-end gap-4">
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

function DetailsStep({ errors, values, warning }: FieldsProps & { warning: string }) {
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
