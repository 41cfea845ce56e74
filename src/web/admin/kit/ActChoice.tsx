import { type FormEvent, type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'

interface ActChoiceProps<A extends string> {
  /** Acts with their labels, in the order of the options. */
  acts: Record<A, string>
  /** Further field of an act, such as the new type. */
  children?: (act: A) => ReactNode
  onApply: (act: A, label: string, form: FormData) => void
}

export const actFieldClass = 'h-(--control) max-w-56 rounded-field border border-ink/40 bg-white px-2.5'

/** Lets staff choose one of several acts for the rows that they have chosen. */
export function ActChoice<A extends string>({ acts, children, onApply }: ActChoiceProps<A>) {
  const [act, setAct] = useState<A | ''>('')
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (act) onApply(act, acts[act], new FormData(event.currentTarget))
  }
  return (
    <form onSubmit={onSubmit} className="flex flex-wrap items-center gap-2">
      <select
        aria-label="Che cosa fare"
        required
        className={actFieldClass}
        value={act}
        onChange={({ target }) => setAct(target.value as A)}
      >
        <option value="">Che cosa fare…</option>
        {Object.entries<string>(acts).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {act && children?.(act)}
      <Button type="submit" look="sea">
        Applica
      </Button>
    </form>
  )
}
