import { type FormEvent, type KeyboardEvent, useState } from 'react'
import { ChoiceOptions, PickerField } from './ChoiceField.tsx'
import { type BulkActOptions, useBulkAct } from './useBulkAct.tsx'
import { type Choices, isLong, type PickerOptions } from './usePicker.ts'

/** An act whose input has one more field, such as the new type. */
interface ActWithField {
  label: string
  field: {
    name: string
    label: string
    options: Choices
  }
}

export interface ListActsProps extends BulkActOptions {
  /** Acts by name, in the order of the options. A text is the label of an act without a field. */
  acts: Record<string, string | ActWithField>
}

export const actFieldClass =
  'h-(--control) max-w-[min(14rem,100%)] rounded-field border border-ink/40 bg-white px-2.5'

export function ListActs({ acts, ...options }: ListActsProps) {
  const { ask, button, dialog } = useBulkAct(options)
  const [name, setName] = useState('')
  const act = acts[name]
  const field = typeof act === 'object' ? act.field : undefined
  const [picked, setPicked] = useState<string | null>(null)
  // Until the user picks an option, a native `<select>` shows its first option, so the first option counts as picked.
  const given = picked ?? (field && !isLong(field.options) ? String(field.options[0]?.[0]) : '')

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!act) return
    const [value] = field?.options.find(([one]) => String(one) === given) ?? []
    if (field && value === undefined) return
    ask({ label: labelOf(act), input: { act: name, ...(field ? { [field.name]: value } : {}) } })
  }

  return (
    <>
      <form onSubmit={onSubmit} className="flex flex-wrap items-center gap-2">
        <select
          aria-label="Che cosa fare"
          required
          className={actFieldClass}
          value={name}
          onChange={({ target }) => {
            setName(target.value)
            setPicked(null)
          }}
        >
          <option value="">Che cosa fare…</option>
          {Object.entries(acts).map(([key, one]) => (
            <option key={key} value={key}>
              {labelOf(one)}
            </option>
          ))}
        </select>
        {field && <ActChoice label={field.label} choices={field.options} value={given} onPick={setPicked} />}
        {button}
      </form>
      {dialog}
    </>
  )
}

interface ActChoiceProps extends PickerOptions {
  label: string
  onKeyDown?: (event: KeyboardEvent<HTMLSelectElement>) => void
}

export function ActChoice({ onKeyDown, ...props }: ActChoiceProps) {
  const { label, choices, value, none, onPick } = props
  if (isLong(choices)) return <PickerField {...props} className="w-[14rem] max-w-full" />
  return (
    <select
      aria-label={label}
      className={actFieldClass}
      value={value}
      onChange={({ target }) => onPick(target.value)}
      onKeyDown={onKeyDown}
    >
      <ChoiceOptions choices={choices} none={none} />
    </select>
  )
}

const labelOf = (act: string | ActWithField) => (typeof act === 'string' ? act : act.label)
