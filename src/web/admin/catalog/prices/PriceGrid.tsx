import type { ColumnVisibilityState } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import {
  type CSSProperties,
  type Dispatch,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useNavigate } from 'react-router'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { leastWidthOf, originOf, priceFieldOf, showCents, tracksOf } from './columns.ts'
import { type EditAction, type Edits, storedCents, type Writing } from './edits.ts'
import { GridHeader } from './GridHeader.tsx'
import { cellId, GridRow, stateOf } from './GridRow.tsx'
import { GridStatus } from './GridStatus.tsx'
import './grid.css'
import { textScale } from '../../kit/textSize.ts'
import { gridPointer } from './gridPointer.ts'
import { beside, moved, type SelectedCells } from './selection.ts'
import { useActiveColumnInSight } from './useActiveColumnInSight.ts'
import { useCellEditing } from './useCellEditing.ts'
import { useGridInput } from './useGridInput.ts'
import { useGridTable } from './useGridTable.ts'

interface PriceGridProps {
  rows: PricedRoute[]
  /** Number of routes, including those that are still loading. */
  total: number
  columnVisibility: ColumnVisibilityState
  /** Day whose prices the grid shows beside the base prices; undefined if no day is chosen. */
  day: string | undefined
  sort: string
  onSort: (sort: string) => void
  edits: Edits
  dispatch: Dispatch<EditAction>
  onSave: () => void
  onShowKeys: () => void
  onSwitchPrices: (route: PricedRoute) => void
  onShowHistory: (route: PricedRoute, field: PriceField) => void
  /** The grid stores the selected cells here; null if only one cell is active. */
  selected: RefObject<SelectedCells | null>
  onEditing: (isEditing: boolean) => void
}

/** Returns the heights of rows and header in pixels. They grow with the text. */
function measureHeights(): { rowHeight: number; headerHeight: number } {
  const scale = textScale()
  const isForFinger = matchMedia('(pointer: coarse)').matches
  return { rowHeight: (isForFinger ? 44 : 34) * scale, headerHeight: 52 * scale }
}

const gridStyle = (columnIds: string[], { rowHeight, headerHeight }: ReturnType<typeof measureHeights>) =>
  ({
    '--columns': tracksOf(columnIds),
    '--width': leastWidthOf(columnIds),
    '--row': `${rowHeight}px`,
    '--header': `${headerHeight}px`,
  }) as CSSProperties

const withActive = (indexes: number[], activeRow: number, count: number) =>
  indexes.includes(activeRow) || count === 0 ? indexes : [...indexes, activeRow]

/** Spreadsheet of prices (ARIA grid). The grid element has the focus, so that rows out of view can be unmounted. */
export function PriceGrid(props: PriceGridProps) {
  const { rows, total, columnVisibility, edits, dispatch } = props
  const { tableRows, visibleColumns, columnIds, ids, size, selection, rectangle, select } = useGridTable(
    rows,
    columnVisibility,
  )
  const { row: activeRow, column: activeColumn } = selection
  const { top, bottom, left, right } = rectangle
  const activeField = priceFieldOf(columnIds[activeColumn])

  const navigate = useNavigate()
  const grid = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [heights] = useState(measureHeights)
  const { rowHeight, headerHeight } = heights
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => rowHeight,
    overscan: 4,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: (range) => withActive(defaultRangeExtractor(range), activeRow, rows.length),
  })

  /** Returns the text of a cell, without the euro sign for a price. */
  function textOf(index: number, id: string): string {
    const row = tableRows[index]
    const field = priceFieldOf(id)
    if (!row) return ''
    if (!field) return row.getValue<string>(id)
    const edit = edits.byRoute.get(row.original.id)?.cells[field]
    return edit ? stateOf(row.original, field, edit).text : showCents(storedCents(row.original, field))
  }

  function go(to: { row: number; column: number }, isExtending = false): void {
    const next = moved(selection, to, size, isExtending)
    select(next)
    virtualizer.scrollToIndex(next.row)
  }

  const { selected } = props
  useLayoutEffect(() => {
    selected.current =
      top === bottom && left === right
        ? null
        : {
            ids: rows.slice(top, bottom + 1).map(({ id }) => id),
            fields: columnIds.slice(left, right + 1).flatMap((id) => priceFieldOf(id) ?? []),
          }
  }, [selected, rows, columnIds, top, bottom, left, right])

  const activeRoute = rows[activeRow]
  const showHistory = activeRoute && activeField ? () => props.onShowHistory(activeRoute, activeField) : null
  function write(cells: Writing[]): void {
    const own = cells.filter(({ route }) => route.hasOwnPrices)
    if (own.length < cells.length)
      toast({
        title: 'Alcune tratte seguono l’andata',
        text: 'I loro prezzi non sono cambiati: per scriverli, da’ loro prezzi propri.',
      })
    dispatch({ type: 'write', cells: own })
  }
  const editing = useCellEditing({
    route: activeRoute,
    field: activeField,
    textOf: () => textOf(activeRow, columnIds[activeColumn] ?? ''),
    write,
    focusGrid: () => grid.current?.focus({ preventScroll: true }),
    leave: (after) => go(beside(selection, after)),
  })

  const { editor } = editing
  const { onEditing } = props
  const isEditing = editor !== null
  useEffect(() => onEditing(isEditing), [onEditing, isEditing])
  const isSwitch = columnIds[activeColumn] === 'origin'
  /** If the route uses the outbound route's prices, asks staff about own prices instead of opening the cell. */
  function edit(typed: string | null): void {
    if (activeRoute && !activeRoute.hasOwnPrices) props.onSwitchPrices(activeRoute)
    else editing.edit(typed)
  }

  const input = useGridInput({
    grid,
    rows,
    columnIds,
    selection,
    rectangle,
    select,
    go,
    textOf,
    edit,
    write,
    open: () =>
      activeRoute &&
      (isSwitch
        ? originOf(activeRoute) && props.onSwitchPrices(activeRoute)
        : void navigate(adminPath('tratte/:id/', { id: activeRoute.id }))),
    pageRows: () =>
      Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - headerHeight) / rowHeight) - 1),
    onUndo: () => dispatch({ type: 'undo' }),
    onRedo: () => dispatch({ type: 'redo' }),
    onSave: props.onSave,
    onShowKeys: props.onShowKeys,
    onShowHistory: showHistory ?? (() => {}),
  })

  useActiveColumnInSight(grid, { row: activeRow, column: activeColumn, columns: ids })
  const pointer = gridPointer({
    grid,
    selection,
    size,
    select,
    isEditing,
    edit: activeField ? () => edit(null) : null,
    tap: (to) => {
      if (rows[to.row]?.hasOwnPrices && priceFieldOf(columnIds[to.column]))
        editing.open(textOf(to.row, columnIds[to.column] ?? ''))
    },
  })

  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label="Prezzi delle tratte"
        aria-rowcount={total + 1}
        aria-colcount={columnIds.length}
        aria-multiselectable="true"
        aria-activedescendant={rows.length > 0 && !editor ? cellId(activeRow, activeColumn) : undefined}
        aria-describedby={hintId}
        tabIndex={0}
        className="price-grid"
        style={gridStyle(columnIds, heights)}
        {...input}
        {...pointer}
      >
        <GridHeader
          columns={visibleColumns.map(({ id, columnDef }) => ({ id, name: String(columnDef.header) }))}
          day={props.day}
          sort={props.sort}
          onSort={props.onSort}
        />
        <div role="rowgroup" className="relative" style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start: offset }) => {
            const row = tableRows[index]
            if (!row) return null
            const isCrossed = index >= top && index <= bottom
            return (
              <GridRow
                key={row.id}
                row={row}
                columnIds={columnIds}
                edits={edits.byRoute.get(row.original.id)}
                activeColumn={index === activeRow ? activeColumn : null}
                selectedFrom={isCrossed ? left : null}
                selectedTo={isCrossed ? right : null}
                editing={index === activeRow ? editor : null}
                top={offset - headerHeight}
                onSwitchPrices={props.onSwitchPrices}
              />
            )
          })}
        </div>
      </div>
      <GridStatus
        hintId={hintId}
        route={rows[activeRow]}
        field={activeField}
        edits={edits}
        selectedRows={bottom - top + 1}
        selectedColumns={right - left + 1}
        loaded={rows.length}
        total={total}
        onShowHistory={showHistory}
      />
    </>
  )
}
