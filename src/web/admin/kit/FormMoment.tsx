import { type FieldPathValue, type FieldValues, type Path, useController } from 'react-hook-form'
import { useLabel } from './fieldLabel.ts'
import { isPastTime, MomentField, pastHint } from './MomentField.tsx'
import { type ContractForm, isNeeded } from './useContractForm.ts'

interface FormMomentProps<T extends FieldValues> {
  form: ContractForm<T>
  name: Path<T>
  /** The schema's label by default. */
  label?: string | undefined
  hint?: string
  readOnly?: boolean
  /** True for a moment that the form needs although the schema does not require it. */
  isRequired?: boolean
  /** Warns of a moment that is past, which staff may mean. */
  warnsOfPast?: boolean
}

export function FormMoment<T extends FieldValues>({
  form,
  name,
  label,
  hint,
  readOnly = false,
  isRequired = isNeeded(form, name),
  warnsOfPast = false,
}: FormMomentProps<T>) {
  const { field, fieldState } = useController({ control: form.rhf.control, name })
  const value = String(field.value ?? '')
  const isPast = warnsOfPast && !readOnly && isPastTime(value.slice(0, 10), value.slice(11, 16))
  return (
    <MomentField
      label={useLabel(form, name, label)}
      name={name}
      value={value}
      readOnly={readOnly}
      {...(isRequired ? { 'aria-required': true } : {})}
      ref={field.ref}
      error={fieldState.error?.message}
      hint={isPast ? pastHint : hint}
      onChange={(typed) => field.onChange(typed as FieldPathValue<T, Path<T>>)}
    />
  )
}
