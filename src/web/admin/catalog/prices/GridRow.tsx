import type { Row } from '@tanstack/react-table'
import { memo } from 'react'
import { Link } from 'react-router'
import type { PriceField } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { priceNote } from '../../../../modules/catalog/prices/cents.contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { Arrowed } from '../../../ui/Arrowed.tsx'
import { adminPath } from '../../kit/adminPath.ts'
import { showEuro } from '../../kit/format.ts'
import { CellEditor, type Editing } from './CellEditor.tsx'
import { dayFieldOf, type features, originOf, priceFieldOf, showCents } from './columns.ts'
import { conflictOf, type Edit, type RouteEdits, storedCents } from './edits.ts'

export type GridRoute = Row<typeof features, PricedRoute>

interface GridRowProps {
  row: GridRoute
  columnIds: string[]
  edits: RouteEdits | undefined
  /** Null if the active cell is in another row. */
  activeColumn: number | null
  /** Index of the first selected column; null if this row has no selected cell. */
  selectedFrom: number | null
  selectedTo: number | null
  editing: Editing | null
  top: number
  /** Opens the dialog that asks whether a return route uses the outbound route's prices or its own. */
  onSwitchPrices: (route: PricedRoute) => void
}

export const cellId = (row: number, column: number) => `prezzo-${row}-${column}`

/** Memoised, because a press of an arrow key changes at most two of the rendered rows. */
export const GridRow = memo(function GridRow(props: GridRowProps) {
  const { row, columnIds, activeColumn, selectedFrom, selectedTo, top } = props
  const { original: route, index } = row
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="price-row"
      data-inactive={route.isActive ? undefined : ''}
      style={{ transform: `translateY(${top}px)` }}
    >
      {columnIds.map((id, column) => {
        const isSelected =
          selectedFrom !== null && selectedTo !== null && column >= selectedFrom && column <= selectedTo
        const place = {
          id: cellId(index, column),
          'aria-colindex': column + 1,
          'aria-selected': isSelected,
          'data-column': column,
          ...(column === activeColumn ? { 'data-active': '' } : {}),
        }
        if (id === 'route')
          return (
            <div key={id} role="rowheader" aria-readonly {...place}>
              <Link
                to={adminPath('tratte/:id/', { id: route.id })}
                tabIndex={-1}
                title={`${route.departure} → ${route.destination}`}
                className="line-clamp-2 hover:underline"
              >
                <Arrowed text={`${route.departure} → ${route.destination}`} />
              </Link>
              {!route.hasOwnPrices && <span className="price-origin">come l’andata</span>}
            </div>
          )
        return <Cell key={id} id={id} place={place} {...props} isActive={column === activeColumn} />
      })}
    </div>
  )
})

type CellProps = GridRowProps & { id: string; place: Record<string, unknown>; isActive: boolean }

function Cell({ id, place, row, edits, isActive, editing, onSwitchPrices }: CellProps) {
  const route = row.original
  if (id === 'origin')
    return (
      <div role="gridcell" {...place}>
        {originOf(route) && (
          <button
            type="button"
            tabIndex={-1}
            className="min-h-6 text-sea-deep text-sm leading-none underline underline-offset-2"
            onClick={() => onSwitchPrices(route)}
          >
            {originOf(route)}
          </button>
        )}
      </div>
    )
  const field = priceFieldOf(id)
  const dayField = dayFieldOf(id)
  if (dayField)
    return (
      <div
        role="gridcell"
        aria-readonly
        {...place}
        data-price=""
        data-day={route.onDay?.[dayField] === route[dayField] ? 'same' : 'changed'}
        title={route.onDay?.lists.join(', ') || 'prezzo di base'}
      >
        {row.getValue<string>(id) || <NoPrice />}
      </div>
    )
  if (!field)
    return (
      <div
        role="gridcell"
        aria-readonly
        {...place}
        className={id === 'distanceKm' ? 'text-right' : undefined}
      >
        {row.getValue<string>(id)}
      </div>
    )
  const edit = edits?.cells[field]
  if (isActive && editing)
    return (
      <div role="gridcell" {...place} data-price="">
        <CellEditor editing={editing} label={`${priceLabels[field]}, ${row.getValue<string>('route')}`} />
      </div>
    )
  const { state, note, text } = edit
    ? stateOf(route, field, edit)
    : { state: undefined, note: undefined, text: showCents(storedCents(route, field)) }
  return (
    <div
      role="gridcell"
      {...place}
      data-price=""
      data-state={state}
      {...(route.hasOwnPrices ? {} : { 'data-follows': '', 'aria-readonly': true })}
      title={note}
      aria-invalid={state === 'invalid' ? true : undefined}
    >
      {text === '' ? <NoPrice /> : text}
      {note && <span className="sr-only">, {note}</span>}
      {!route.hasOwnPrices && <span className="sr-only">, come l’andata</span>}
    </div>
  )
}

function NoPrice() {
  return (
    <>
      <span aria-hidden="true" className="text-ink-soft">
        —
      </span>
      <span className="sr-only">su richiesta</span>
    </>
  )
}

export function stateOf(
  route: PricedRoute,
  field: PriceField,
  edit: Edit,
): { state: 'invalid' | 'conflict' | 'changed'; note: string; text: string } {
  const { text, cents, was } = edit
  if (cents === undefined)
    return {
      state: 'invalid',
      note: `non leggibile: ${priceNote(text)}`,
      text,
    }
  const { theirs } = conflictOf(route, field, edit)
  if (theirs !== undefined)
    return {
      state: 'conflict',
      note: `era ${priceWords(was)}, un’altra persona ha salvato ${priceWords(theirs)}`,
      text: showCents(cents),
    }
  return { state: 'changed', note: `era ${priceWords(was)}`, text: showCents(cents) }
}

/** Returns for example `42,50 €`, or `su richiesta`. */
export const priceWords = (cents: number | null): string =>
  cents === null ? 'su richiesta' : showEuro(cents / 100, ' ')
