import { type ComponentProps, useState } from 'react'
import { type FieldPathValue, type FieldValues, type Path, useController } from 'react-hook-form'
import { centsOf, priceText } from '../../../modules/catalog/prices/cents.contract.ts'
import { TextField } from '../../ui/Field.tsx'
import { useLabel } from './fieldLabel.ts'
import { type ContractForm, isNeeded } from './useContractForm.ts'

/** Functions that convert text to the form's value. Unreadable text stays, so that the form's checks report it. */
const readers = {
  number: (text: string) => (/^[-+]?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : text),
  /** Returns `40` or `42.50`, as in the API. */
  money: (text: string) => {
    const cents = centsOf(text)
    return typeof cents === 'number' ? priceText(cents) : text
  },
  /** Keeps text that the server parses, such as a signed percentage. */
  text: (text: string) => text,
} as const

interface FormDecimalProps<T extends FieldValues> extends Omit<ComponentProps<'input'>, 'form' | 'name'> {
  form: ContractForm<T>
  name: Path<T>
  /** The schema's label by default. */
  label?: string | undefined
  hint?: string
  as: keyof typeof readers
}

/** Accepts comma and point, and shows a comma. The form contains the value in the format of the API. */
export function FormDecimal<T extends FieldValues>({
  form,
  name,
  label,
  as,
  onBlur,
  ...rest
}: FormDecimalProps<T>) {
  const { field, fieldState } = useController({ control: form.rhf.control, name })
  const read = readers[as]
  const [text, setText] = useState(() => italian(field.value))
  // Updates the text when a suggestion or another user's save changes the value.
  const [known, setKnown] = useState<unknown>(field.value)
  if (known !== field.value) {
    setKnown(field.value)
    setText(italian(field.value))
  }
  const isRequired = isNeeded(form, name)
  return (
    <TextField
      inputMode="decimal"
      {...rest}
      label={useLabel(form, name, label)}
      {...(isRequired ? { 'aria-required': true } : {})}
      name={name}
      ref={field.ref}
      error={fieldState.error?.message}
      value={text}
      onChange={({ target }) => {
        const value = read(target.value.trim())
        setText(target.value)
        setKnown(value)
        field.onChange(value as FieldPathValue<T, Path<T>>)
      }}
      onBlur={(event) => {
        setText(italian(field.value))
        field.onBlur()
        onBlur?.(event)
      }}
    />
  )
}

const italian = (value: unknown) => String(value ?? '').replace(/^([-+−]?\d+)\.(\d+)$/, '$1,$2')
