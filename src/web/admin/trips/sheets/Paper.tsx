import { type ReactNode, useId } from 'react'
import type { SheetGroup } from '../../../../modules/trips/sheets/words.contract.ts'

interface PaperProps {
  title: string
  /** Number or code, at the right of the title. */
  mark: string
  notes?: string[]
  groups: SheetGroup[]
  children?: ReactNode
}

/** A page to print. A row without a value is an empty line to write on. */
export function Paper({ title, mark, notes = [], groups, children }: PaperProps) {
  const id = useId()
  return (
    <article
      aria-labelledby={id}
      className="mb-6 max-w-2xl break-after-page rounded-card border border-line p-6 last:break-after-auto print:max-w-none print:border-0 print:p-0"
    >
      <h2 id={id} className="mb-4 flex flex-wrap items-baseline justify-between gap-2 text-xl">
        {title} <span className="figures text-base">{mark}</span>
      </h2>
      {notes.map((note) => (
        <p key={note} className="mb-4 wrap-anywhere">
          {note}
        </p>
      ))}
      {groups.map(({ title: name, rows }) => (
        <section key={name} className="mb-4">
          <h3 className="border-ink border-b pb-1 font-semibold">{name}</h3>
          <dl>
            {rows.map(([label, value]) => (
              <div key={label} className="flex min-h-9 items-end gap-3 border-line border-b py-1">
                <dt className="w-32 shrink-0 text-ink-soft sm:w-48">{label}</dt>
                <dd className="figures min-w-0 flex-1 wrap-anywhere font-medium">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      {children}
    </article>
  )
}
