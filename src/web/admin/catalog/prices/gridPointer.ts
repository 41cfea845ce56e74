import type { MouseEvent, RefObject } from 'react'
import { moved, type Selection } from './selection.ts'

interface GridPointerOptions {
  grid: RefObject<HTMLDivElement | null>
  selection: Selection
  size: { rows: number; columns: number }
  select: (selection: Selection) => void
  isEditing: boolean
  /** Opens the field of the active cell; null if the cell has no price. */
  edit: (() => void) | null
}

/**
 * Mouse and touch handlers of the grid: select a cell, drag over several cells, edit with a double click or a second
 * tap.
 */
export function gridPointer({ grid, selection, size, select, isEditing, edit }: GridPointerOptions) {
  const isActive = ({ row, column }: { row: number; column: number }) =>
    row === selection.row && column === selection.column
  return {
    onMouseDown(event: MouseEvent): void {
      const to = cellUnder(event.target)
      if (!to || event.button !== 0 || event.target instanceof HTMLInputElement) return
      // Prevents the browser from selecting the text of the cells.
      event.preventDefault()
      grid.current?.focus({ preventScroll: true })
      select(moved(selection, to, size, event.shiftKey))
      // On a touch screen a second tap starts editing, because there is no key for it.
      if (isActive(to) && matchMedia('(pointer: coarse)').matches) edit?.()
    },
    onMouseMove(event: MouseEvent): void {
      const to = event.buttons === 1 && !isEditing ? cellUnder(event.target) : null
      if (to && !isActive(to)) select(moved(selection, to, size, true))
    },
    onDoubleClick(event: MouseEvent): void {
      if (cellUnder(event.target) && !isEditing) edit?.()
    },
  }
}

function cellUnder(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.parentElement?.getAttribute('aria-rowindex')
  return cell && row ? { row: Number(row) - 2, column: Number(cell.dataset.column) } : null
}
