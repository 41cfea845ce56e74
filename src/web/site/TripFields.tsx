import { type ReactNode, useState } from 'react'
import { leadFields } from '../../modules/leads/requests/fields.contract.ts'
import { CheckField, SelectField, TextField } from '../ui/Field.tsx'
import type { Errors, Values } from '../ui/useForm.ts'
import { OfferNote } from './OfferNote.tsx'
import { countChoices } from './trip.ts'
import { useRequests } from './useRequests.ts'

interface FieldsProps {
  errors: Errors
  values?: Values
}

interface TripFieldsProps {
  errors: Errors
  /** Initial values. */
  values: Values
  /** Current values. */
  typed: Values
  required: readonly string[]
}

/** The fields for route and party of a trip, its price, and the folded fields for date and return. */
export function TripFields({ errors, values, typed, required }: TripFieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Partenza"
          name="departure"
          maxLength={leadFields.departure.maxLength}
          defaultValue={values.departure}
          aria-required={required.includes('departure') || undefined}
          error={errors.departure}
        />
        <TextField
          label="Destinazione"
          name="destination"
          maxLength={leadFields.destination.maxLength}
          defaultValue={values.destination}
          aria-required={required.includes('destination') || undefined}
          error={errors.destination}
        />
      </div>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Passeggeri"
          name="passengers"
          defaultValue={values.passengers ?? ''}
          aria-required={required.includes('passengers') || undefined}
          error={errors.passengers}
        >
          <option value="">Scegli…</option>
          {/* The last choice means more than eight passengers, for whom the office combines vehicles. */}
          {countChoices.map((choice) => (
            <option key={choice}>{choice}</option>
          ))}
        </SelectField>
        <LuggageField errors={errors} values={values} />
      </div>
      <OfferNote typed={typed} />
      <MoreFields errors={errors} values={values}>
        <WhenFields errors={errors} values={values} />
      </MoreFields>
    </>
  )
}

/** Date, flight and return are optional, so these fields are folded until the visitor opens them. */
export function MoreFields({ errors, values = {}, children }: FieldsProps & { children?: ReactNode }) {
  const names = ['date', 'time', 'flightOrTrain', 'returnTrip', 'returnDate', 'returnTime']
  const isWanted = names.some((name) => values[name] || errors[name])
  // `isWanted` decides only the initial state. Later the visitor opens and closes the fields, and an error opens them
  // again.
  const [isOpen, setOpen] = useState(isWanted)
  return (
    <details
      open={isOpen || isWanted}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="group rounded-field border border-line bg-white"
    >
      <summary className="flex min-h-12 items-center justify-between gap-3 px-3.5 py-2.5 font-medium text-sm">
        <span>
          {children ? 'Data, volo, andata e ritorno' : 'Andata e ritorno'}{' '}
          <span className="font-normal text-ink-soft">facoltativo</span>
        </span>
        <span aria-hidden="true" className="text-sea text-xl transition-transform group-open:rotate-45">
          +
        </span>
      </summary>
      <div className="grid gap-4 border-line border-t p-3.5 [&:not(:has(:checked))_.return-leg]:hidden">
        {children}
        <CheckField name="returnTrip" value="1" defaultChecked={Boolean(values.returnTrip)}>
          Andata e ritorno
        </CheckField>
        <div className="return-leg grid gap-4 sm:grid-cols-2">
          <TextField
            label="Giorno del ritorno"
            name="returnDate"
            type="date"
            maxLength={leadFields.returnDate.maxLength}
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
    </details>
  )
}

export function WhenFields({ errors, values = {} }: FieldsProps) {
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Data"
          name="date"
          type="date"
          maxLength={leadFields.date.maxLength}
          defaultValue={values.date}
          error={errors.date}
        />
        <TextField label="Orario" name="time" type="time" defaultValue={values.time} error={errors.time} />
      </div>
      <FlightField errors={errors} values={values} />
    </>
  )
}

export function FlightField({ errors, values = {} }: FieldsProps) {
  const { journey } = useRequests()
  const isDeparture = /^aeroporto/i.test(journey?.destination ?? '')
  return (
    <TextField
      label="Volo o treno"
      name="flightOrTrain"
      maxLength={leadFields.flightOrTrain.maxLength}
      autoCapitalize="characters"
      hint={
        isDeparture
          ? 'Per esempio FR 1234. Scegli un orario che ti porti in aeroporto 2 ore prima del volo.'
          : 'Per esempio FR 1234: se arriva tardi, ti aspettiamo.'
      }
      defaultValue={values.flightOrTrain}
      error={errors.flightOrTrain}
    />
  )
}

export function LuggageField({ errors, values = {} }: FieldsProps) {
  return (
    <SelectField label="Bagagli" name="luggage" defaultValue={values.luggage ?? ''} error={errors.luggage}>
      <option value="">Non so ancora</option>
      <option value="0">Nessuno</option>
      {countChoices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </SelectField>
  )
}
