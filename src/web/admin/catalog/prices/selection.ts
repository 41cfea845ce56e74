import type { PriceField } from '../../../../modules/catalog/book/contract.ts'

// The anchor and the active cell are opposite corners of the selected rectangle (ARIA Authoring Practices, grid).

export interface Selection {
  row: number
  column: number
  anchorRow: number
  anchorColumn: number
}

export interface Size {
  rows: number
  columns: number
}

/** Selected rectangle. `bottom` and `right` are the last selected row and column. */
export interface Rectangle {
  top: number
  bottom: number
  left: number
  right: number
}

export const start: Selection = { row: 0, column: 1, anchorRow: 0, anchorColumn: 1 }

/** Routes and price columns of a selection of several cells. */
export interface SelectedCells {
  ids: number[]
  fields: PriceField[]
}

/** Moves the active cell. The anchor moves with it, except while the user extends the selection. */
export function moved(
  from: Selection,
  to: { row: number; column: number },
  { rows, columns }: Size,
  isExtending = false,
): Selection {
  const row = Math.max(0, Math.min(rows - 1, to.row))
  const column = Math.max(0, Math.min(columns - 1, to.column))
  return isExtending ? { ...from, row, column } : { row, column, anchorRow: row, anchorColumn: column }
}

interface Pressed {
  key: string
  ctrlKey: boolean
  metaKey: boolean
}

/** Returns the cell to which a key moves; null for other keys. `pageRows` is the number of visible rows. */
export function destinationOf(
  { key, ctrlKey, metaKey }: Pressed,
  { row, column }: Selection,
  { rows, columns }: Size,
  pageRows: number,
): { row: number; column: number } | null {
  const isFar = ctrlKey || metaKey
  switch (key) {
    case 'ArrowUp':
      return { row: isFar ? 0 : row - 1, column }
    case 'ArrowDown':
      return { row: isFar ? rows - 1 : row + 1, column }
    case 'ArrowLeft':
      return { row, column: isFar ? 0 : column - 1 }
    case 'ArrowRight':
      return { row, column: isFar ? columns - 1 : column + 1 }
    case 'Home':
      return { row: isFar ? 0 : row, column: 0 }
    case 'End':
      return { row: isFar ? rows - 1 : row, column: columns - 1 }
    case 'PageUp':
      return { row: row - pageRows, column }
    case 'PageDown':
      return { row: row + pageRows, column }
    default:
      return null
  }
}

/** Returns the next or previous cell in reading order; null after the last and before the first. */
export function nextCell(
  { row, column }: Selection,
  { rows, columns }: Size,
  by: 1 | -1,
): { row: number; column: number } | null {
  const index = row * columns + column + by
  return index < 0 || index >= rows * columns
    ? null
    : { row: Math.floor(index / columns), column: index % columns }
}

/** Returns the selection moved inside the grid, which may have become smaller. */
export function clamped({ row, column, anchorRow, anchorColumn }: Selection, size: Size): Selection {
  const inside = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
  return {
    row: inside(row, size.rows),
    column: inside(column, size.columns),
    anchorRow: inside(anchorRow, size.rows),
    anchorColumn: inside(anchorColumn, size.columns),
  }
}

/** Where the active cell moves after a price is entered. */
export type After = 'down' | 'up' | 'right' | 'left' | 'stay'

export function beside(
  { row, column }: { row: number; column: number },
  after: After,
): { row: number; column: number } {
  const by = { down: [1, 0], up: [-1, 0], right: [0, 1], left: [0, -1], stay: [0, 0] } as const
  const [rows, columns] = by[after]
  return { row: row + rows, column: column + columns }
}
