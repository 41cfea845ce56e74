import type { MouseEvent, RefObject } from 'react'
import { moved, type Selection } from './selection.ts'

interface GridPointerOptions {
  grid: RefObject<HTMLDivElement | null>
  selection: Selection
  size: { rows: number; columns: number }
  select: (selection: Selection) => void
  isEditing: boolean
  /** Opens the active cell; null if the active cell is not in a price column. */
  edit: (() => void) | null
  /** Opens the tapped cell on a touch screen, if its price can be edited at once. */
  tap: (to: { row: number; column: number }) => void
}

/** Lets staff select a cell by a click or cells by dragging, and edit a cell by a double click or a tap. */
export function gridPointer({ grid, selection, size, select, isEditing, edit, tap }: GridPointerOptions) {
  const isActive = ({ row, column }: { row: number; column: number }) =>
    row === selection.row && column === selection.column
  return {
    onMouseDown(event: MouseEvent): void {
      const to = cellUnder(event.target)
      if (!to || event.button !== 0 || event.target instanceof HTMLInputElement) return
      // Keeps the browser from selecting text.
      event.preventDefault()
      grid.current?.focus({ preventScroll: true })
      select(moved(selection, to, size, event.shiftKey))
      if (!matchMedia('(pointer: coarse)').matches) return
      // A tap opens the cell. For a route without own prices, a second tap asks staff about own prices.
      if (isActive(to)) edit?.()
      else tap(to)
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
