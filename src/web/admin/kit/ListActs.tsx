import { type FormEvent, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { type BulkActOptions, useBulkAct } from './useBulkAct.tsx'

/** An act whose input has one more field, such as the new type. */
interface ActWithField {
  label: string
  field: {
    name: string
    label: string
    options: readonly (readonly [value: string | number, label: string])[]
  }
}

interface ListActsProps extends BulkActOptions {
  /** Acts by name, in the order of the options. */
  acts: Record<string, string | ActWithField>
}

export const actFieldClass = 'h-(--control) max-w-56 rounded-field border border-ink/40 bg-white px-2.5'

/** Lets staff choose one of several acts for the rows that they have chosen. */
export function ListActs({ acts, ...options }: ListActsProps) {
  const { ask, dialog } = useBulkAct(options)
  const [name, setName] = useState('')
  const act = acts[name]
  const field = typeof act === 'object' ? act.field : undefined

  function onSubmit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (!act) return
    const given = field && new FormData(event.currentTarget).get(field.name)
    const [value] = field?.options.find(([one]) => String(one) === given) ?? []
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
          onChange={({ target }) => setName(target.value)}
        >
          <option value="">Che cosa fare…</option>
          {Object.entries(acts).map(([key, one]) => (
            <option key={key} value={key}>
              {labelOf(one)}
            </option>
          ))}
        </select>
        {field && (
          <select name={field.name} aria-label={field.label} className={actFieldClass}>
            {field.options.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
        <Button type="submit" look="sea">
          Applica
        </Button>
      </form>
      {dialog}
    </>
  )
}

const labelOf = (act: string | ActWithField) => (typeof act === 'string' ? act : act.label)
