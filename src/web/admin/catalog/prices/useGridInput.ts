import { type KeyboardEvent, type RefObject, useRef } from 'react'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { toast } from '../../../ui/toast.ts'
import { countOf } from '../../kit/format.ts'
import { useClipboard } from '../../kit/useClipboard.ts'
import { readBlock, writeBlock } from './block.ts'
import { dayFieldOf, priceFieldOf } from './columns.ts'
import type { Writing } from './edits.ts'
import { hasRouteNames, namedWritings } from './pasteByName.ts'
import { destinationOf, nextCell, type Rectangle, type Selection } from './selection.ts'

interface GridInputOptions {
  grid: RefObject<HTMLElement | null>
  rows: PricedRoute[]
  columnIds: string[]
  selection: Selection
  rectangle: Rectangle
  select: (selection: Selection) => void
  /** Moves the active cell and scrolls to it. */
  go: (to: { row: number; column: number }, isExtending?: boolean) => void
  textOf: (row: number, columnId: string) => string
  write: (cells: Writing[]) => void
  /** Opens the active cell. `typed` is the character that replaces the cell's text; null keeps the text. */
  edit: (typed: string | null) => void
  open: () => void
  pageRows: () => number
  onUndo: () => void
  onRedo: () => void
  onSave: () => void
  onShowKeys: () => void
  /** Shows the past prices of the active cell. */
  onShowHistory: () => void
}

/** Handles the keys of the grid (keys.ts). While staff edit a cell, CellEditor.tsx handles the keys instead. */
export function useGridInput(options: GridInputOptions) {
  const { rows, columnIds, selection, rectangle, select, go, textOf, write, edit } = options
  const size = { rows: rows.length, columns: columnIds.length }
  // Tab leaves the grid after Escape, so that the keyboard is not trapped (WCAG 2.1.2).
  const isLeaving = useRef(false)
  const activeField = priceFieldOf(columnIds[selection.column])

  function onKeyDown(event: KeyboardEvent): void {
    if (rows.length === 0 || event.altKey) return
    if (event.key !== 'Tab' && event.key !== 'Shift') isLeaving.current = event.key === 'Escape'
    const isTaken = event.ctrlKey || event.metaKey ? withControl(event) : plain(event)
    if (isTaken) event.preventDefault()
  }

  function withControl(event: KeyboardEvent): boolean {
    switch (event.key.toLowerCase()) {
      case 'a':
        select({ anchorRow: 0, anchorColumn: 0, row: size.rows - 1, column: size.columns - 1 })
        return true
      case 'd':
        fillDown()
        return true
      case 's':
        options.onSave()
        return true
      case 'z':
        if (event.shiftKey) options.onRedo()
        else options.onUndo()
        return true
      case 'y':
        options.onRedo()
        return true
      case 'i':
        options.onShowHistory()
        return true
      case '/':
        options.onShowKeys()
        return true
      case ' ':
        select({ ...selection, anchorRow: 0, row: size.rows - 1, anchorColumn: selection.column })
        return true
      default:
        return move(event)
    }
  }

  function plain(event: KeyboardEvent): boolean {
    const { key, shiftKey } = event
    if (key === 'Tab') {
      const to = isLeaving.current ? null : nextCell(selection, size, shiftKey ? -1 : 1)
      if (to) go(to)
      return to !== null
    }
    if (key === ' ' && shiftKey) {
      select({ ...selection, anchorColumn: 0, column: size.columns - 1, anchorRow: selection.row })
      return true
    }
    if (key === 'Enter' || key === 'F2') {
      if (activeField) edit(null)
      else options.open()
      return true
    }
    if (key === 'Delete' || key === 'Backspace') {
      clear()
      return true
    }
    if (key.length === 1 && key !== ' ' && activeField) {
      edit(key)
      return true
    }
    return move(event)
  }

  function move(event: KeyboardEvent): boolean {
    const to = destinationOf(event, selection, size, options.pageRows())
    if (to) go(to, event.shiftKey)
    return to !== null
  }

  /** Returns new texts for the price cells of a rectangle. */
  function writings(
    { top, bottom, left, right }: Rectangle,
    text: (row: number, column: number) => string | undefined,
  ): Writing[] {
    return rows.slice(top, bottom + 1).flatMap((route, row) =>
      columnIds.slice(left, right + 1).flatMap((id, column) => {
        const field = priceFieldOf(id)
        const value = text(top + row, left + column)
        return field && value !== undefined ? { route, field, text: value } : []
      }),
    )
  }

  function clear(): void {
    write(writings(rectangle, () => ''))
  }

  /** Copies the prices of the first selected row into the others. A single row gets the prices of the row above. */
  function fillDown(): void {
    const chosen = rectangle
    const from = chosen.top === chosen.bottom ? chosen.top - 1 : chosen.top
    if (from < 0) return
    const into = { ...chosen, top: from + 1 }
    write(writings(into, (_, column) => textOf(from, columnIds[column] ?? '')))
  }

  function onCopy(event: ClipboardEvent, data: DataTransfer): void {
    const { top, bottom, left, right } = rectangle
    const chosen = columnIds.slice(left, right + 1)
    // Omits the prices of the day, because they cannot be pasted.
    const copied = chosen.some((id) => priceFieldOf(id)) ? chosen.filter((id) => !dayFieldOf(id)) : chosen
    const block = rows.slice(top, bottom + 1).map((_, row) => copied.map((id) => textOf(top + row, id)))
    data.setData('text/plain', writeBlock(block))
    event.preventDefault()
  }

  function onCut(event: ClipboardEvent, data: DataTransfer): void {
    onCopy(event, data)
    clear()
  }

  function onPaste(event: ClipboardEvent, data: DataTransfer): void {
    event.preventDefault()
    const block = readBlock(data.getData('text/plain'))
    if (hasRouteNames(block)) {
      pasteByName(block)
      return
    }
    const width = block[0]?.length ?? 0
    const isBlock = width > 0 && block.every((row) => row.length === width)
    const { top, left, ...chosen } = rectangle
    // A single copied price fills all selected cells.
    const isOne = block.length === 1 && width === 1
    const bottom = isOne ? chosen.bottom : top + block.length - 1
    const targets = columnIds.slice(left).filter((id) => priceFieldOf(id))
    const right = isOne ? chosen.right : columnIds.indexOf(targets[width - 1] ?? '')
    const fault = !isBlock
      ? 'Negli appunti non c’è un blocco di celle con righe della stessa lunghezza.'
      : !priceFieldOf(columnIds[left])
        ? 'I prezzi si incollano solo nelle colonne dei prezzi: scegli da lì la prima cella.'
        : bottom >= size.rows || width > targets.length
          ? `Il blocco è di ${block.length} × ${width} celle, da qui ce ne stanno ` +
            `${size.rows - top} × ${targets.length}. Nulla è cambiato.`
          : null
    if (fault) {
      toast({ title: 'Impossibile incollare', text: fault, tone: 'destructive' })
      return
    }
    write(
      writings({ top, bottom, left, right }, (row, column) =>
        isOne ? block[0]?.[0] : block[row - top]?.[targets.indexOf(columnIds[column] ?? '')],
      ),
    )
    select({ anchorRow: top, anchorColumn: left, row: bottom, column: right })
  }

  /** Writes the prices into the routes that the block names, wherever these routes are in the grid. */
  function pasteByName(block: string[][]): void {
    const { writings: named, faults } = namedWritings(block, columnIds, rows)
    const [first] = faults
    if (first !== undefined) {
      const others = faults.length - 1
      const more = others > 0 ? ` (e ${countOf(others, ['altro errore', 'altri errori'])})` : ''
      toast({
        title: 'Impossibile incollare',
        text: `${first.replace(/\.$/, '')}${more}. Nulla è cambiato.`,
        tone: 'destructive',
      })
    } else write(named)
  }

  useClipboard(options.grid, { onCopy, onCut, onPaste })
  return { onKeyDown }
}
