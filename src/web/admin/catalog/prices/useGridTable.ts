import { type CellSelectionState, type ColumnVisibilityState, useTable } from '@tanstack/react-table'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { columns, features } from './columns.ts'
import { clamped, type Rectangle, type Selection, start } from './selection.ts'

/** Table of the grid. It keeps the selected cells by the ids of routes and columns, so they stay when rows move. */
export function useGridTable(rows: PricedRoute[], columnVisibility: ColumnVisibilityState) {
  const [cellSelection, setCellSelection] = useState<CellSelectionState>([])
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ id }) => String(id),
    state: { columnVisibility, cellSelection },
    onCellSelectionChange: setCellSelection,
    // The rows load in parts, and a save changes them.
    autoResetCellSelection: false,
  })
  const visibleColumns = table.getVisibleLeafColumns()
  const ids = visibleColumns.map(({ id }) => id).join(' ')
  const columnIds = useMemo(() => ids.split(' '), [ids])
  const size = { rows: rows.length, columns: columnIds.length }

  const { rowsById } = table.getRowModel()
  const [range] = cellSelection
  const found = range && {
    row: rowsById[range.focusRowId]?.index ?? -1,
    column: columnIds.indexOf(range.focusColumnId),
    anchorRow: rowsById[range.anchorRowId]?.index ?? -1,
    anchorColumn: columnIds.indexOf(range.anchorColumnId),
  }
  // Where the active cell was: its route or column may be gone.
  const last = useRef(start)
  const isThere = found !== undefined && !Object.values(found).includes(-1)
  const selection = isThere ? found : clamped(last.current, size)
  useLayoutEffect(() => {
    last.current = { ...selection, anchorRow: selection.row, anchorColumn: selection.column }
  })
  const [bounds] = table.getCellSelectionBounds()
  const { row, column } = selection
  const rectangle: Rectangle = bounds
    ? {
        top: bounds.minRowIndex,
        bottom: bounds.maxRowIndex,
        left: bounds.minColumnIndex,
        right: bounds.maxColumnIndex,
      }
    : { top: row, bottom: row, left: column, right: column }

  function select(to: Selection): void {
    const [focusRowId, anchorRowId] = [rows[to.row], rows[to.anchorRow]].map((route) => String(route?.id))
    const [focusColumnId, anchorColumnId] = [columnIds[to.column], columnIds[to.anchorColumn]]
    if (focusRowId && anchorRowId && focusColumnId && anchorColumnId)
      table.selectCellRange({ focusRowId, anchorRowId, focusColumnId, anchorColumnId })
  }
  return {
    tableRows: table.getRowModel().rows,
    visibleColumns,
    columnIds,
    ids,
    size,
    selection,
    rectangle,
    select,
  }
}
