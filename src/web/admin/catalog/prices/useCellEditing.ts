import { useState } from 'react'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import type { Editing } from './CellEditor.tsx'
import type { Writing } from './edits.ts'
import type { After } from './selection.ts'

interface CellEditingOptions {
  route: PricedRoute | undefined
  /** Null if the active cell is not in a price column. */
  field: PriceField | null
  textOf: () => string
  write: (cells: Writing[]) => void
  focusGrid: () => void
  leave: (after: After) => void
}

/** `edit` opens the field with the cell's text, or with the character that the user typed over the cell. */
export function useCellEditing({ route, field, textOf, write, focusGrid, leave }: CellEditingOptions) {
  const [editing, setEditing] = useState<Pick<Editing, 'text' | 'isReplacing' | 'isSelected'> | null>(null)

  function edit(typed: string | null): void {
    setEditing({ text: typed ?? textOf(), isReplacing: typed !== null, isSelected: false })
  }

  /** Opens the tapped cell with the cell's `text`, because the cell is active only after the next render. */
  function open(text: string): void {
    setEditing({ text, isReplacing: false, isSelected: true })
  }

  function stop(): void {
    setEditing(null)
    focusGrid()
  }

  const editor: Editing | null = editing && {
    ...editing,
    onCancel: stop,
    onWrite(text, after) {
      if (route && field) write([{ route, field, text }])
      // After a click elsewhere the clicked element keeps the focus.
      if (after === 'stay') return setEditing(null)
      stop()
      leave(after)
    },
  }
  return { editor, edit, open }
}
