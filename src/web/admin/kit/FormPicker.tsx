import type { ReactNode } from 'react'
import { type FieldPathValue, type FieldValues, type Path, useController } from 'react-hook-form'
import { PickerField } from './ChoiceField.tsx'
import { useChoiceNames, useLabel } from './fieldLabel.ts'
import { type ContractForm, isNeeded } from './useContractForm.ts'
import type { Choices } from './usePicker.ts'

interface FormPickerProps<T extends FieldValues> {
  form: ContractForm<T>
  name: Path<T>
  /** The schema's label by default. */
  label?: string | undefined
  hint?: ReactNode
  choices: Choices
  none?: string | undefined
  isRequired?: boolean
}

export function FormPicker<T extends FieldValues>({
  form,
  name,
  label,
  choices,
  isRequired = isNeeded(form, name),
  ...rest
}: FormPickerProps<T>) {
  const { field, fieldState } = useController({ control: form.rhf.control, name })
  useChoiceNames(form, name, choices)
  const isNumber = typeof choices[0]?.[0] === 'number'
  return (
    <PickerField
      {...rest}
      label={useLabel(form, name, label)}
      name={name}
      choices={choices}
      isRequired={isRequired}
      ref={field.ref}
      error={fieldState.error?.message}
      value={String(field.value ?? '')}
      onPick={(value) => {
        const next = isNumber && value !== '' ? Number(value) : value
        field.onChange(next as FieldPathValue<T, Path<T>>)
      }}
    />
  )
}
