import { type ReactNode, type Ref, useImperativeHandle } from 'react'
import { ComboboxList } from '../../ui/ComboboxList.tsx'
import { SelectField, TextField } from '../../ui/Field.tsx'
import { isLong, type PickerOptions, usePicker } from './usePicker.ts'

interface ChoiceFieldProps extends PickerOptions {
  label: string
  name?: string
  hint?: ReactNode
  error?: string | undefined
  isRequired?: boolean
  className?: string
  ref?: Ref<HTMLInputElement>
}

export function ChoiceField(props: ChoiceFieldProps) {
  return isLong(props.choices) ? <PickerField {...props} /> : <NativeField {...props} />
}

/** Options of a native `<select>`. */
export function ChoiceOptions({ choices, none }: Pick<PickerOptions, 'choices' | 'none'>) {
  return (
    <>
      {none !== undefined && <option value="">{none}</option>}
      {choices.map(([one, text]) => (
        <option key={one} value={one}>
          {text}
        </option>
      ))}
    </>
  )
}

function NativeField({
  choices,
  value,
  none,
  onPick,
  isRequired,
  ref: _,
  name = '',
  ...rest
}: ChoiceFieldProps) {
  return (
    <SelectField
      {...rest}
      {...(isRequired ? { 'aria-required': true } : {})}
      name={name}
      value={value}
      onChange={({ target }) => onPick(target.value)}
    >
      <ChoiceOptions choices={choices} none={none} />
    </SelectField>
  )
}

export function PickerField({
  choices,
  value,
  none,
  onPick,
  isRequired,
  className = '',
  hint,
  ref,
  ...rest
}: ChoiceFieldProps) {
  const { boxProps, inputProps, listProps, note } = usePicker({ choices, value, none, onPick })
  // React Hook Form needs the element, to focus it if the field is the first invalid one.
  useImperativeHandle(ref, () => inputProps.ref.current as HTMLInputElement, [inputProps.ref])
  return (
    <div {...boxProps} className={`relative ${className}`}>
      <TextField
        {...inputProps}
        {...rest}
        {...(isRequired ? { 'aria-required': true } : {})}
        hint={hint}
        placeholder={none}
        spellCheck={false}
      />
      <ComboboxList {...listProps} label="Scelte" />
      <PickerNote>{note}</PickerNote>
    </div>
  )
}

/** Overlays the content below the field, so that nothing moves. */
export function PickerNote({ children }: { children: string }) {
  return (
    <p
      role="status"
      className="pointer-events-none absolute inset-x-0 top-full z-20 mt-1.5 rounded-card border border-line bg-card p-3 text-ink-soft text-sm shadow-soft empty:hidden"
    >
      {children}
    </p>
  )
}
