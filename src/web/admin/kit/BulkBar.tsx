import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Command } from '../../../kernel/message.ts'
import { adminPath } from './adminPath.ts'
import { countOf } from './format.ts'
import { RowAction, rowActionClass } from './RowAction.tsx'
import type { Chosen, Selection } from './useSelection.ts'

export interface Bulk<T> {
  /** Users without the right to this command see no checkboxes. */
  command: Command
  /** Filter of the list, in the format of the command's field `filter`. */
  filter: object
  nouns: readonly [one: string, many: string]
  nameOf: (row: T) => string
  acts: (chosen: Chosen) => ReactNode
}

interface BulkBarProps {
  selection: Selection
  total: number
  nouns: readonly [one: string, many: string]
  children: ReactNode
}

/** Sticks to the bottom of the window, so that no row moves under the pointer when the bar appears. */
export function BulkBar({ selection, total, nouns, children }: BulkBarProps) {
  const { chosen, isAll, chooseAll } = selection
  return (
    <section
      data-bulk-bar
      aria-label="Righe scelte"
      className="sticky bottom-2 z-10 mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-sea bg-sea-pale px-4 py-2.5 shadow-soft"
    >
      <p role="status" className="figures font-semibold">
        {countOf(chosen.count, nouns)}
      </p>
      {children}
      <div className="flex flex-wrap gap-x-2 sm:ml-auto">
        {!isAll && total > chosen.count && (
          <RowAction onClick={chooseAll}>Scegli {countOf(total, nouns)}</RowAction>
        )}
        <RowAction onClick={chosen.clear}>Togli la scelta</RowAction>
        <Link to={adminPath('registro/blocco/')} className={rowActionClass}>
          Storico
        </Link>
      </div>
    </section>
  )
}
