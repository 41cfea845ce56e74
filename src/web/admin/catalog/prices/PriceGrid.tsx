import { type ColumnVisibilityState, useTable } from '@tanstack/react-table'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type Dispatch, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import type { PricedRoute } from '../../../../modules/catalog/prices/contract.ts'
import type { Editing } from './CellEditor.tsx'
import { columns, features, leastWidthOf, priceFieldOf, showCents, tracksOf } from './columns.ts'
import { type EditAction, type Edits, storedCents } from './edits.ts'
import { GridHeader } from './GridHeader.tsx'
import { cellId, GridRow, stateOf } from './GridRow.tsx'
import { GridStatus } from './GridStatus.tsx'
import './grid.css'
import { type After, beside, clamped, moved, rectangleOf, type Selection, start } from './selection.ts'
import { useGridInput } from './useGridInput.ts'

interface PriceGridProps {
  rows: PricedRoute[]
  /** Routes of the list, the ones that are still being loaded too. */
  total: number
  columnVisibility: ColumnVisibilityState
  sort: string
  onSort: (sort: string) => void
  edits: Edits
  dispatch: Dispatch<EditAction>
  onSave: () => void
  onShowKeys: () => void
}

const headerHeight = 52
const rowHeight = () => (matchMedia('(pointer: coarse)').matches ? 44 : 34)

/**
 * The prices as a spreadsheet (look.md; ARIA Authoring Practices, grid). The grid itself holds the focus and names its
 * active cell, so that a row may leave the page while it is scrolled out of sight.
 */
export function PriceGrid(props: PriceGridProps) {
  const { rows, total, columnVisibility, edits, dispatch } = props
  const table = useTable({
    features,
    columns,
    data: rows,
    getRowId: ({ id }) => String(id),
    state: { columnVisibility },
  })
  const tableRows = table.getRowModel().rows
  const shown = table.getVisibleLeafColumns()
  const ids = shown.map(({ id }) => id).join(' ')
  const columnIds = useMemo(() => ids.split(' '), [ids])
  const size = { rows: rows.length, columns: columnIds.length }

  const [wanted, select] = useState<Selection>(start)
  const selection = clamped(wanted, size)
  const { row: activeRow, column: activeColumn } = selection
  const { top, bottom, left, right } = rectangleOf(selection)
  const activeField = priceFieldOf(columnIds[activeColumn])
  const [editing, setEditing] = useState<Pick<Editing, 'text' | 'isReplacing'> | null>(null)

  const navigate = useNavigate()
  const grid = useRef<HTMLDivElement>(null)
  const hintId = useId()
  const [height] = useState(rowHeight)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => grid.current,
    estimateSize: () => height,
    overscan: 4,
    scrollMargin: headerHeight,
    scrollPaddingStart: headerHeight,
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      return indexes.includes(activeRow) || rows.length === 0 ? indexes : [...indexes, activeRow]
    },
  })

  /** What a cell shows; of a price, the digits alone. */
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

  /** With what stands there, or with what was typed over it. */
  function edit(typed: string | null): void {
    setEditing({
      text: typed ?? textOf(activeRow, columnIds[activeColumn] ?? ''),
      isReplacing: typed !== null,
    })
  }

  const input = useGridInput({
    rows,
    columnIds,
    selection,
    select,
    go,
    textOf,
    edit,
    write: (cells) => dispatch({ type: 'write', cells }),
    open: () => void navigate(`/admin/tratte/${rows[activeRow]?.id}/`),
    pageRows: () => Math.max(1, Math.floor(((grid.current?.clientHeight ?? 0) - headerHeight) / height) - 1),
    onUndo: () => dispatch({ type: 'undo' }),
    onRedo: () => dispatch({ type: 'redo' }),
    onSave: props.onSave,
    onShowKeys: props.onShowKeys,
  })

  function stopEditing(): void {
    setEditing(null)
    grid.current?.focus({ preventScroll: true })
  }

  const editor: Editing | null = editing && {
    ...editing,
    onCancel: stopEditing,
    onWrite(text: string, after: After) {
      const route = rows[activeRow]
      if (route && activeField) dispatch({ type: 'write', cells: [{ route, field: activeField, text }] })
      // Left by a click elsewhere: the focus is where it was clicked.
      if (after === 'stay') return setEditing(null)
      stopEditing()
      go(beside(selection, after))
    },
  }

  // A far column comes out from under the first one, which stays.
  // biome-ignore lint/correctness/useExhaustiveDependencies: follows the active cell and nothing else
  useLayoutEffect(() => {
    const box = grid.current
    const cell = box?.querySelector<HTMLElement>(`#${cellId(activeRow, activeColumn)}`)
    if (!box || !cell || activeColumn === 0) return
    const first = box.querySelector<HTMLElement>('[role=columnheader]')?.offsetWidth ?? 0
    const end = cell.offsetLeft + cell.offsetWidth
    if (cell.offsetLeft < box.scrollLeft + first) box.scrollLeft = cell.offsetLeft - first
    else if (end > box.scrollLeft + box.clientWidth) box.scrollLeft = end - box.clientWidth
  }, [activeRow, activeColumn, ids])

  return (
    <>
      <div
        ref={grid}
        role="grid"
        aria-label="Prezzi delle tratte"
        aria-rowcount={total + 1}
        aria-colcount={columnIds.length}
        aria-multiselectable="true"
        aria-activedescendant={rows.length > 0 && !editing ? cellId(activeRow, activeColumn) : undefined}
        aria-describedby={hintId}
        tabIndex={0}
        className="price-grid"
        style={
          {
            '--columns': tracksOf(columnIds),
            '--width': leastWidthOf(columnIds),
            '--row': `${height}px`,
            '--header': `${headerHeight}px`,
          } as CSSProperties
        }
        {...input}
        onMouseDown={(event) => {
          const to = cellUnder(event.target)
          if (!to || event.button !== 0 || event.target instanceof HTMLInputElement) return
          // No text is marked while cells are.
          event.preventDefault()
          grid.current?.focus({ preventScroll: true })
          const isAgain = to.row === activeRow && to.column === activeColumn
          select(moved(selection, to, size, event.shiftKey))
          // On a touch screen there is no key to begin with.
          if (isAgain && activeField && matchMedia('(pointer: coarse)').matches) edit(null)
        }}
        onMouseMove={(event) => {
          const to = event.buttons === 1 && !editing ? cellUnder(event.target) : null
          if (to && (to.row !== activeRow || to.column !== activeColumn))
            select(moved(selection, to, size, true))
        }}
        onDoubleClick={(event) => {
          if (cellUnder(event.target) && activeField && !editing) edit(null)
        }}
      >
        <GridHeader
          columns={shown.map(({ id, columnDef }) => ({ id, name: String(columnDef.header) }))}
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
      />
    </>
  )
}

function cellUnder(target: EventTarget): { row: number; column: number } | null {
  const cell = target instanceof Element ? target.closest<HTMLElement>('[data-column]') : null
  const row = cell?.parentElement?.getAttribute('aria-rowindex')
  return cell && row ? { row: Number(row) - 2, column: Number(cell.dataset.column) } : null
}
