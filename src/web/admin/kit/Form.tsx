import type { ComponentProps, ReactNode } from 'react'
import { type FieldValues, get, type Path, type RegisterOptions } from 'react-hook-form'
import type { Command } from '../../../kernel/message.ts'
import { Button } from '../../ui/Button.tsx'
import { CheckField, SelectField, TextArea, TextField } from '../../ui/Field.tsx'
import { ChoiceOptions } from './ChoiceField.tsx'
import { Conflict } from './Conflict.tsx'
import { FormPicker } from './FormPicker.tsx'
import { fieldLabel, useChoiceNames, useLabel } from './fieldLabel.ts'
import { errorList } from './formValues.ts'
import { useRights } from './rights.ts'
import { UnshownErrors } from './UnshownErrors.tsx'
import { type ContractForm, isNeeded } from './useContractForm.ts'
import { isLong, type PickerOptions } from './usePicker.ts'

interface FormProps<T extends FieldValues> {
  form: ContractForm<T>
  children: ReactNode
  /** Label of the button. While the form is saving, the label is `saving`. */
  save: string
  saving?: string
  onCancel?: () => void
  actions?: ReactNode
  note?: ReactNode
  isWide?: boolean
  /** Users without the right to this command only read the form. */
  command?: Pick<Command, 'access'>
}

/** Frame of a form, with its buttons and the dialog for conflicting saves. Ctrl S saves. */
export function Form<T extends FieldValues>({
  form,
  children,
  save,
  saving = 'Salvataggio...',
  onCancel,
  actions,
  note = 'Modifiche non salvate',
  isWide = false,
  command,
}: FormProps<T>) {
  const { may } = useRights()
  const { isSaving } = form
  // Ctrl S works while the button is disabled, and would save twice.
  const submit = () => {
    if (!isSaving) form.submit()
  }
  if (command && !may(command))
    return (
      <fieldset disabled className={`grid gap-4 [&_input]:bg-panel ${isWide ? '' : 'max-w-4xl'}`}>
        {children}
      </fieldset>
    )
  return (
    <>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
        onKeyDown={(event) => {
          if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          submit()
        }}
        className={isWide ? '' : 'max-w-4xl'}
      >
        <UnshownErrors
          errors={errorList(form.rhf.formState.errors)}
          labelOf={(path) => fieldLabel(form.words, path)}
          refusal={form.refusal}
        />
        <div className="grid gap-4">{children}</div>
        <div className="sticky bottom-(--dock) z-10 mt-6 flex flex-wrap items-center gap-2 border-line border-t bg-white py-3">
          <Button look="sea" type="submit" aria-busy={isSaving} disabled={isSaving}>
            {isSaving ? saving : save}
          </Button>
          {onCancel && (
            <Button look="plain" onClick={onCancel}>
              Annulla
            </Button>
          )}
          {actions}
          {form.rhf.formState.isDirty && <span className="text-ink-soft text-sm">{note}</span>}
        </div>
      </form>
      {form.clash && <Conflict form={form} clash={form.clash} />}
    </>
  )
}

/** Row of fields. The width of the form, not of the window, decides how many fields are side by side. */
export function FieldRow({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-4 sm:grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))]">{children}</div>
  )
}

export function FieldGroup({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid gap-4 rounded-card border border-line p-4 sm:p-5">
      <legend className="px-2 font-semibold">{title}</legend>
      {children}
    </fieldset>
  )
}

interface Bound<T extends FieldValues> {
  form: ContractForm<T>
  name: Path<T>
  /** The schema's label by default. */
  label?: string | undefined
  hint?: ReactNode
}

function useBound<T extends FieldValues>(
  { form, name, label }: Bound<T>,
  options: RegisterOptions<T, Path<T>> = {},
) {
  const error: { message?: string } | undefined = get(form.rhf.formState.errors, name)
  const isRequired = isNeeded(form, name)
  return {
    ...form.rhf.register(name, options),
    label: useLabel(form, name, label),
    error: error?.message,
    ...(isRequired ? { 'aria-required': true as const } : {}),
  }
}

type Rest<E extends 'input' | 'textarea'> = Omit<ComponentProps<E>, 'form' | 'name' | 'value'>

export function FormText<T extends FieldValues>({
  form,
  name,
  label,
  hint,
  ...rest
}: Bound<T> & Rest<'input'>) {
  return <TextField {...rest} hint={hint} {...useBound({ form, name, label })} />
}

/** Field for integers; decimals use FormDecimal.tsx. */
export function FormNumber<T extends FieldValues>({
  form,
  name,
  label,
  hint,
  ...rest
}: Bound<T> & Rest<'input'>) {
  return (
    <TextField
      inputMode="numeric"
      {...rest}
      hint={hint}
      {...useBound({ form, name, label }, { setValueAs })}
    />
  )
}

export function FormArea<T extends FieldValues>({
  form,
  name,
  label,
  hint,
  ...rest
}: Bound<T> & Rest<'textarea'>) {
  return <TextArea {...rest} hint={hint} {...useBound({ form, name, label })} />
}

/** Reads a number as Italians write it: `100.000` is a hundred thousand. Empty or unreadable text stays text. */
function setValueAs(value: unknown): unknown {
  const text = String(value ?? '').trim()
  if (text === '') return ''
  const number = Number(/^\d{1,3}(\.\d{3})+$/.test(text) ? text.replaceAll('.', '') : text.replace(',', '.'))
  return Number.isNaN(number) ? text : number
}

type FormSelectProps<T extends FieldValues> = Bound<T> &
  Pick<PickerOptions, 'choices' | 'none'> & {
    /** True for a choice that the form needs although the schema does not require this choice. */
    isRequired?: boolean
  }

export function FormSelect<T extends FieldValues>(props: FormSelectProps<T>) {
  return isLong(props.choices) ? <FormPicker {...props} /> : <NativeSelect {...props} />
}

function NativeSelect<T extends FieldValues>({
  form,
  name,
  label,
  hint,
  choices,
  none,
  isRequired,
}: FormSelectProps<T>) {
  const isNumber = typeof choices[0]?.[0] === 'number'
  useChoiceNames(form, name, choices)
  return (
    <SelectField
      hint={hint}
      {...(isRequired ? { 'aria-required': true } : {})}
      {...useBound({ form, name, label }, isNumber ? { setValueAs } : {})}
    >
      <ChoiceOptions choices={choices} none={none} />
    </SelectField>
  )
}

export function FormCheck<T extends FieldValues>({ form, name, label, hint }: Bound<T>) {
  const { 'aria-required': _, label: text, ...box } = useBound({ form, name, label })
  return (
    <CheckField {...box}>
      <span className="font-medium">{text}</span>
      {hint && <span className="block text-ink-soft">{hint}</span>}
    </CheckField>
  )
}
