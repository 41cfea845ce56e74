import { useController, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { ReadFareSettings } from '../../../../modules/catalog/fares/contract.ts'
import type { PriceListForm } from '../../../../modules/catalog/priceLists/contract.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { useQueryCall } from '../../kit/api.ts'
import { FormSelect } from '../../kit/Form.tsx'
import { useChoiceNames } from '../../kit/fieldLabel.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'
import { overlayNames, weekdayNames } from './listLabels.tsx'

type Form = ContractForm<PriceListForm>

export function OverlayFields({ form }: { form: Form }) {
  const overlay = useWatch({ control: form.rhf.control, name: 'overlay' })
  const settings = useQueryCall(ReadFareSettings, {})
  const isOff = overlay !== 'period' && settings.data !== undefined && !settings.data[overlay]
  return (
    <>
      <FormSelect
        form={form}
        name="overlay"
        choices={Object.entries(overlayNames)}
        hint={
          overlay === 'nights'
            ? 'Per partenze dalle 22 alle 6, sopra i prezzi del periodo.'
            : overlay === 'weekdays'
              ? 'Solo nei giorni scelti, sopra i prezzi del periodo.'
              : 'Ogni giorno, dal primo all’ultimo.'
        }
      />
      {overlay === 'weekdays' && <Weekdays form={form} />}
      {isOff && (
        <p role="status" className="rounded-field border border-line bg-panel px-4 py-3">
          I listini di questo tipo oggi sono spenti: il listino si può preparare, ma non cambia nessun prezzo
          finché non li accendi in{' '}
          <Link to={adminPath('tariffe/')} className="text-sea-deep underline">
            Impostazioni Tariffe
          </Link>
          .
        </p>
      )}
    </>
  )
}

const weekdayChoices = weekdayNames.map((name, index) => [index + 1, name] as const)

function Weekdays({ form }: { form: Form }) {
  const { field, fieldState } = useController({ control: form.rhf.control, name: 'weekdays' })
  const chosen: number[] = field.value ?? []
  useChoiceNames(form, 'weekdays', weekdayChoices)
  return (
    <fieldset
      name="weekdays"
      aria-describedby={fieldState.error ? 'weekdays-error' : undefined}
      className="flex flex-wrap gap-x-5 gap-y-1"
    >
      <legend className="mb-1 font-medium text-sm">Giorni della settimana</legend>
      {weekdayNames.map((name, index) => (
        <label key={name} className="flex min-h-(--target) items-center gap-2">
          <input
            type="checkbox"
            name="weekdays"
            value={index + 1}
            ref={index === 0 ? field.ref : undefined}
            className="size-5 accent-sea"
            checked={chosen.includes(index + 1)}
            onChange={({ target }) =>
              field.onChange(
                target.checked
                  ? [...chosen, index + 1].sort((one, other) => one - other)
                  : chosen.filter((day) => day !== index + 1),
              )
            }
            onBlur={field.onBlur}
          />
          {name}
        </label>
      ))}
      {fieldState.error && (
        <p
          id="weekdays-error"
          role="alert"
          data-error="weekdays"
          className="w-full font-medium text-brick text-sm"
        >
          {fieldState.error.message}
        </p>
      )}
    </fieldset>
  )
}
