import type { RowData } from '@tanstack/react-table'
import { type ReactNode, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { type Bulk, BulkBar } from './BulkBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { ChooseBox, DataRow } from './DataRow.tsx'
import { countOf } from './format.ts'
import { Icon } from './icons.tsx'
import { originOf } from './liveQueries.ts'
import { Pages } from './Pages.tsx'
import { useRights } from './rights.ts'
import { rowOpening } from './rowOpening.ts'
import { Empty, Failed, Waiting } from './States.tsx'
import { useHeldRows } from './useHeldRows.ts'
import { useIsInUse } from './useIsInUse.ts'
import { type DataColumn, type ListTable, type TableAddress, useListTable } from './useListTable.ts'

export type { DataColumn } from './useListTable.ts'

export const actionsColumn = <T,>(cell: DataColumn<T>['cell']): DataColumn<T> => ({
  id: 'actions',
  header: '',
  align: 'right',
  cell,
})

export interface Page<T> {
  items: T[]
  page: number
  totalPages: number
  total: number
}

export interface DataTableProps<T> {
  /** Caption that only screen readers read. */
  caption: string
  columns: DataColumn<T>[]
  /** Result of `useQueryCall`. */
  of: { data: Page<T> | T[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  rowId: (row: T) => number | string
  /** State of page, order and columns in the URL; omitted for a list without pages. */
  address?: TableAddress | undefined
  empty: ReactNode
  /** Returns whether the row is highlighted, such as an unread one. */
  isStrong?: ((row: T) => boolean) | undefined
  bulk?: Bulk<T> | undefined
  /** Gets the rows that the table shows, which may be older than those of `of`. */
  shownRows?: RefObject<T[]> | undefined
  /** Shows the rows in another form than a table. */
  renderRows?: ((rows: T[]) => ReactNode) | undefined
}

/**
 * Table with page and sort order in the URL. Users choose the columns, and phones show cards. While the user works in the
 * page, no change by others moves a row: new rows wait behind a button.
 */
export function DataTable<T extends RowData>(props: DataTableProps<T>) {
  const { columns, of, rowId, address, empty, bulk, shownRows } = props
  const { may } = useRights()
  const acts = bulk && may(bulk.command) ? bulk : undefined
  const held = useShownRows(of.data, rowId)
  const rows = useSameList(held.shown.map(({ row }) => row))
  useEffect(() => {
    if (shownRows) shownRows.current = rows
  })
  const { page, totalPages, total } = pageOf(of.data)
  const list = useListTable({
    columns,
    rows,
    rowId,
    page,
    totalPages,
    total: Array.isArray(of.data) ? rows.length : total,
    address,
    filter: acts?.filter,
  })
  if (of.data === undefined)
    return of.error ? <Failed error={of.error} onRetry={() => of.refetch()} /> : <Waiting rows={8} />
  if (rows.length === 0 && page > totalPages && address) return <LastPage page={totalPages} />
  if (rows.length === 0) return typeof empty === 'string' ? <Empty>{empty}</Empty> : empty
  return <Shown {...props} bulk={acts} held={held} list={list} />
}

interface ShownProps<T extends RowData> extends Omit<DataTableProps<T>, 'bulk'> {
  bulk: Bulk<T> | undefined
  held: ReturnType<typeof useShownRows<T>>
  list: ReturnType<typeof useListTable<T>>
}

function Shown<T extends RowData>(props: ShownProps<T>) {
  const { caption, columns, of, address, bulk, held, list, renderRows } = props
  const { table, selection } = list
  const element = useRef<HTMLTableElement>(null)
  const { page, totalPages, total } = pageOf(of.data)
  return (
    <div ref={selection.root} aria-busy={of.isFetching} className="relative">
      <NewRows
        {...held}
        onTake={() => {
          held.take()
          // The button disappears, so the focus moves to the table.
          element.current?.focus({ preventScroll: true })
        }}
      />
      {renderRows ? renderRows(held.shown.map(({ row }) => row)) : <Rows {...props} element={element} />}
      <div
        className={`mt-3 flex flex-wrap items-center gap-3 ${renderRows ? 'justify-end' : 'justify-between'}`}
      >
        {!renderRows && (
          <ColumnChoice
            columns={columns}
            shown={list.shown}
            onChange={table.setColumnVisibility}
            opens="up"
          />
        )}
        {!Array.isArray(of.data) && (
          <Pages
            name={caption}
            page={page}
            totalPages={totalPages}
            total={total}
            onPage={address && ((next) => table.setPageIndex(next - 1))}
          />
        )}
      </div>
      {bulk && selection.isBarShown && (
        <BulkBar selection={selection} total={total} nouns={bulk.nouns}>
          {bulk.acts(selection.chosen)}
        </BulkBar>
      )}
    </div>
  )
}

type RowsProps<T extends RowData> = ShownProps<T> & { element: RefObject<HTMLTableElement | null> }

function Rows<T extends RowData>({ caption, columns, isStrong, bulk, held, list, element }: RowsProps<T>) {
  const { table, selection, rowSelection } = list
  const ids = table.getVisibleLeafColumns().map(({ id }) => id)
  const shownIds = ids.join()
  const visible = useMemo(
    () => columns.filter(({ id }) => shownIds.split(',').includes(id)),
    [columns, shownIds],
  )
  return (
    <table ref={element} tabIndex={-1} className="data-table outline-none" {...rowOpening}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr>
          {bulk && (
            <th scope="col" className="choose max-md:hidden">
              <ChooseBox
                label="Scegli la pagina"
                isChosen={table.getIsAllPageRowsSelected()}
                isPartly={selection.chosen.count > 0}
                onToggle={table.getToggleAllPageRowsSelectedHandler()}
              />
            </th>
          )}
          {visible.map((column) => (
            <HeaderCell key={column.id} column={column} table={table} sorting={list.sorting} />
          ))}
        </tr>
      </thead>
      <tbody>
        {table.getRowModel().rows.map((row, index) => (
          <DataRow
            key={row.id}
            row={row}
            isGone={held.shown[index]?.isGone ?? false}
            columns={visible}
            isStrong={isStrong?.(row.original) ?? false}
            isChosen={bulk !== undefined && rowSelection[row.id] === true}
            name={bulk?.nameOf(row.original)}
            onBoxKey={selection.onBoxKey}
          />
        ))}
      </tbody>
    </table>
  )
}

function pageOf<T>(data: Page<T> | T[] | undefined): Page<T> {
  if (data !== undefined && !Array.isArray(data)) return data
  const items = data ?? []
  return { items, total: items.length, page: 1, totalPages: 1 }
}

function useShownRows<T>(data: Page<T> | T[] | undefined, rowId: (row: T) => number | string) {
  const isInUse = useIsInUse()
  const origin = originOf(data)
  const { items, total, page, totalPages } = pageOf(data)
  return useHeldRows(items, rowId, {
    isHeld: isInUse && origin !== undefined,
    isEmptyHeld: false,
    origin,
    total,
    hasNextPage: page < totalPages,
  })
}

/** Returns the same list while its elements are the same, so that the table makes its rows only once. */
function useSameList<T>(list: T[]): T[] {
  const [kept, setKept] = useState(list)
  const isSame = kept.length === list.length && kept.every((one, index) => one === list[index])
  if (!isSame) setKept(list)
  return isSame ? kept : list
}

interface NewRowsProps {
  isOld: boolean
  fresh: number
  onTake: () => void
}

/** Lies over the edge of the list, so that nothing moves when the button appears. */
function NewRows({ isOld, fresh, onTake }: NewRowsProps) {
  return (
    <div
      role="status"
      className="-translate-y-1/2 absolute top-0 right-0 z-10 max-md:inset-x-0 max-md:mx-auto max-md:w-fit print:hidden"
    >
      {isOld && (
        <Button look="sea" className="rounded-full py-1 shadow-soft" onClick={onTake}>
          {fresh === 0 ? 'Aggiorna' : countOf(fresh, ['nuova', 'nuove'])}
        </Button>
      )}
    </div>
  )
}

/** Opens the last page of a list that no longer has the page in the URL, for example after staff deleted its rows. */
function LastPage({ page }: { page: number }) {
  const [params] = useSearchParams()
  const search = new URLSearchParams([...params].filter(([name]) => name !== 'page'))
  if (page > 1) search.set('page', String(page))
  return <Navigate to={{ search: search.toString() }} replace />
}

interface HeaderCellProps<T extends RowData> {
  column: DataColumn<T>
  table: ListTable<T>
  sorting: { id: string; desc: boolean } | undefined
}

function HeaderCell<T extends RowData>({
  column: { id, header, align },
  table,
  sorting,
}: HeaderCellProps<T>) {
  const own = table.getColumn(id)
  const direction = sorting?.id !== id ? undefined : sorting.desc ? 'descending' : 'ascending'
  return (
    <th scope="col" aria-sort={direction} data-align={align}>
      {own?.getCanSort() ? (
        <button
          type="button"
          className="inline-flex min-h-8 items-center gap-1 pointer-coarse:min-h-(--target) hover:text-sea"
          onClick={() => own.toggleSorting()}
        >
          {header}
          <Icon shape={direction ?? 'unsorted'} />
        </button>
      ) : (
        header || <span className="sr-only">Azioni</span>
      )}
    </th>
  )
}
