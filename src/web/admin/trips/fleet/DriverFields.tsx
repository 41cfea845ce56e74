import { get, useFieldArray } from 'react-hook-form'
import type { DriverForm } from '../../../../modules/trips/fleet/contract.ts'
import { Button } from '../../../ui/Button.tsx'
import { CheckField } from '../../../ui/Field.tsx'
import { FieldGroup, FieldRow, FormText } from '../../kit/Form.tsx'
import { useChoiceNames } from '../../kit/fieldLabel.ts'
import type { ContractForm } from '../../kit/useContractForm.ts'
import { languageChoices } from '../../leads/lead/leadLabels.ts'

type Form = ContractForm<DriverForm>

export function SpokenLanguages({ form }: { form: Form }) {
  const error: { message?: string } | undefined = get(form.rhf.formState.errors, 'languages')
  useChoiceNames(form, 'languages', languageChoices)
  return (
    <fieldset name="languages" className="grid gap-1">
      <legend className="mb-1 font-medium text-sm">Lingue</legend>
      <div className="flex flex-wrap gap-x-6">
        {languageChoices.map(([code, name]) => (
          <CheckField key={code} {...form.rhf.register('languages')} value={code}>
            {name}
          </CheckField>
        ))}
      </div>
      {error && (
        <p role="alert" data-error="languages" className="font-medium text-brick text-sm">
          {error.message}
        </p>
      )}
    </fieldset>
  )
}

export function DaysOff({ form }: { form: Form }) {
  const periods = useFieldArray({ control: form.rhf.control, name: 'daysOff' })
  return (
    <FieldGroup title="Giorni liberi">
      {periods.fields.length > 0 && (
        <ul className="grid gap-4">
          {periods.fields.map((field, index) => (
            <li key={field.id} className="flex flex-wrap items-end gap-3">
              <div className="grow">
                <FieldRow>
                  <FormText form={form} name={`daysOff.${index}.from`} type="date" aria-required />
                  <FormText form={form} name={`daysOff.${index}.until`} type="date" aria-required />
                </FieldRow>
              </div>
              <Button look="plain" onClick={() => periods.remove(index)}>
                Togli<span className="sr-only"> il periodo {index + 1}</span>
              </Button>
            </li>
          ))}
        </ul>
      )}
      <div>
        <Button look="plain" onClick={() => periods.append({ from: '', until: '' })}>
          Aggiungi un periodo
        </Button>
      </div>
    </FieldGroup>
  )
}
