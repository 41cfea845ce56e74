import {
  type KeyboardEventHandler,
  memo,
  type ReactNode,
  type RefObject,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { Badge } from './Badge.tsx'
import { type Bulk, BulkBar } from './BulkBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { countOf, showNumber } from './format.ts'
import { Icon } from './icons.tsx'
import { originOf } from './liveQueries.ts'
import { useRights } from './rights.ts'
import { Empty, Failed, Waiting } from './States.tsx'
import { useHeldRows } from './useHeldRows.ts'
import { useIsInUse } from './useIsInUse.ts'
import type { ListAddress } from './useListAddress.ts'
import { type Selection, useSelection } from './useSelection.ts'

export interface DataColumn<T> {
  id: string
  header: string
  /** Returns the content of a cell. If `cell` were a component, React would mount it again for each new `columns`. */
  cell: (row: T) => ReactNode
  /** Name of the column's sort order in the API; omitted for a column that is not sortable. */
  sort?: string
  align?: 'right'
  /** True if the column is hidden until the user chooses it. */
  isHidden?: boolean
}

export const actionsColumn = <T,>(cell: DataColumn<T>['cell']): DataColumn<T> => ({
  id: 'actions',
  header: '',
  align: 'right',
  cell,
})

interface Page<T> {
  items: T[]
  page: number
  totalPages: number
  total: number
}

interface DataTableProps<T> {
  /** Caption that only screen readers read. */
  caption: string
  columns: DataColumn<T>[]
  /** Result of `useQueryCall`. */
  of: { data: Page<T> | T[] | undefined; error: unknown; isFetching: boolean; refetch: () => unknown }
  rowId: (row: T) => number | string
  /** State of page, order and columns in the URL; omitted for a list without pages. */
  address?: Pick<ListAddress, 'sort' | 'columns' | 'set'>
  empty: ReactNode
  /** Returns whether the row is highlighted, such as an unread one. */
  isStrong?: (row: T) => boolean
  bulk?: Bulk<T>
  /** Gets the rows that the table shows, which may be older than those of `of`. */
  shownRows?: RefObject<T[]>
}

/**
 * Table with page and sort order in the URL. Users choose the columns, and phones show cards. While the user works in the
 * page, no change by others moves a row: new rows wait behind a button.
 */
export function DataTable<T>({
  caption,
  columns,
  of,
  rowId,
  address,
  empty,
  isStrong,
  bulk: wanted,
  shownRows,
}: DataTableProps<T>) {
  const { may } = useRights()
  const bulk = wanted && may(wanted.command) ? wanted : undefined
  const rows = useShownRows(of.data, rowId)
  const data = rows.shown.map(({ row }) => row)
  useEffect(() => {
    if (shownRows) shownRows.current = data
  })
  const table = useRef<HTMLTableElement>(null)
  const [shown, setShown] = useShownColumns(columns, address)
  const hidden = columns.flatMap(({ id }) => (shown[id] === false ? [id] : [])).join()
  const visible = useMemo(
    () => columns.filter(({ id }) => !hidden.split(',').includes(id)),
    [columns, hidden],
  )
  const total = Array.isArray(of.data) ? data.length : (of.data?.total ?? 0)
  const selection = useSelection({
    keys: data.map(rowId),
    total,
    filter: bulk?.filter ?? noFilter,
    isOn: bulk !== undefined,
  })
  const { chosen, has } = selection
  const choose = useStableChoice(selection)

  if (of.data === undefined)
    return of.error ? <Failed error={of.error} onRetry={() => of.refetch()} /> : <Waiting rows={8} />
  if (data.length === 0 && !Array.isArray(of.data) && of.data.page > of.data.totalPages && address)
    return <LastPage page={of.data.totalPages} />
  if (data.length === 0) return typeof empty === 'string' ? <Empty>{empty}</Empty> : empty

  return (
    <div ref={selection.root} aria-busy={of.isFetching} className="relative">
      <NewRows
        {...rows}
        onTake={() => {
          rows.take()
          // The button disappears, so the focus moves to the table.
          table.current?.focus({ preventScroll: true })
        }}
      />
      <table ref={table} tabIndex={-1} className="data-table outline-none">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {bulk && (
              <th scope="col" className="choose max-md:hidden">
                <ChooseBox
                  label="Scegli la pagina"
                  isChosen={selection.isPageChosen}
                  isPartly={chosen.count > 0}
                  onToggle={(_, isOn) => selection.togglePage(isOn)}
                />
              </th>
            )}
            {visible.map((column) => (
              <HeaderCell key={column.id} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.shown.map(({ row, isGone }) => (
            <TableRow
              key={rowId(row)}
              id={rowId(row)}
              row={row}
              isGone={isGone}
              columns={visible}
              isStrong={isStrong?.(row) ?? false}
              isChosen={bulk !== undefined && has(rowId(row))}
              name={bulk?.nameOf(row)}
              choose={choose}
            />
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <ColumnChoice columns={columns} shown={shown} onChange={setShown} opens="up" />
        {!Array.isArray(of.data) && <Pages name={caption} of={of.data} address={address} />}
      </div>
      {bulk && selection.isBarShown && (
        <BulkBar selection={selection} total={total} nouns={bulk.nouns}>
          {bulk.acts(chosen)}
        </BulkBar>
      )}
    </div>
  )
}

function useShownRows<T>(data: Page<T> | T[] | undefined, rowId: (row: T) => number | string) {
  const isInUse = useIsInUse()
  const origin = originOf(data)
  const page = Array.isArray(data) ? { items: data, total: data.length, page: 1, totalPages: 1 } : data
  return useHeldRows(page?.items ?? [], rowId, {
    isHeld: isInUse && origin !== undefined,
    isEmptyHeld: false,
    origin,
    total: page?.total ?? 0,
    hasNextPage: page !== undefined && page.page < page.totalPages,
  })
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

type Choice = Pick<Selection, 'toggle' | 'onBoxKey'>

/** Returns functions that stay the same, so that choosing a row renders only the rows whose checkbox changes. */
function useStableChoice(selection: Selection): Choice {
  const latest = useRef(selection)
  useEffect(() => {
    latest.current = selection
  })
  return useMemo(
    () => ({
      toggle: (key, isRange) => latest.current.toggle(key, isRange),
      onBoxKey: (event) => latest.current.onBoxKey(event),
    }),
    [],
  )
}

interface TableRowProps<T> {
  id: number | string
  row: T
  columns: DataColumn<T>[]
  /** True for a row that is no longer in this list, and waits to be taken away. */
  isGone: boolean
  isStrong: boolean
  isChosen: boolean
  name: string | undefined
  choose: Choice
}

// `memo` loses the type parameter, so the casts restore it.
const TableRow = memo(function TableRow<T>(props: TableRowProps<T>) {
  const { id, row, columns, isGone, isStrong, isChosen, name, choose } = props
  return (
    <tr
      data-chosen={isChosen ? '' : undefined}
      className={`${isStrong ? 'font-semibold' : ''} ${isGone ? 'relative' : ''}`}
    >
      {name !== undefined && (
        <td className="choose">
          <ChooseBox
            label={`Scegli ${name}`}
            isChosen={isChosen}
            onToggle={(isRange) => choose.toggle(id, isRange)}
            onKeyDown={choose.onBoxKey}
          />
        </td>
      )}
      <Cells row={row} columns={columns} isGone={isGone} />
    </tr>
  )
}) as <T>(props: TableRowProps<T>) => ReactNode

type CellsProps<T> = Pick<TableRowProps<T>, 'row' | 'columns' | 'isGone'>

/** Choosing a row renders its checkbox, and not its cells. */
const Cells = memo(function Cells<T>({ row, columns, isGone }: CellsProps<T>) {
  return columns.map(({ id, header, align, cell }, index) => (
    <td key={id} data-label={header} data-align={align}>
      {cell(row)}
      {isGone && index === 0 && (
        <span className="-translate-y-1/2 absolute top-0 right-3">
          <Badge tone="quiet">non più qui</Badge>
        </span>
      )}
    </td>
  ))
}) as <T>(props: CellsProps<T>) => ReactNode

const noFilter = {}

/** Columns chosen by the user. They are in the URL, or in the state of a table without `address`. */
function useShownColumns<T>(columns: DataColumn<T>[], address: DataTableProps<T>['address']) {
  // Keeps the choice to show it at once, because the URL changes a moment later.
  const [kept, setKept] = useState<string[]>()
  const inAddress = address?.columns?.join()
  const [known, setKnown] = useState(inAddress)
  if (known !== inAddress) {
    setKnown(inAddress)
    setKept(undefined)
  }
  const chosen = kept ?? address?.columns
  const shown = Object.fromEntries(
    columns.map(({ id, header, isHidden = false }) => [
      id,
      header === '' || (chosen ? chosen.includes(id) : !isHidden),
    ]),
  )
  const setShown = (next: Record<string, boolean>) => {
    const ids = columns.flatMap(({ id, header }) => (header !== '' && next[id] !== false ? [id] : []))
    const usual = columns.flatMap(({ id, header, isHidden }) => (header !== '' && !isHidden ? [id] : []))
    setKept(ids)
    address?.set({ columns: `${ids}` === `${usual}` ? undefined : ids.join(',') })
  }
  return [shown, setShown] as const
}

interface ChooseBoxProps {
  label: string
  isChosen: boolean
  isPartly?: boolean
  onToggle: (isRange: boolean, isOn: boolean) => void
  onKeyDown?: KeyboardEventHandler<HTMLInputElement>
}

function ChooseBox({ label, isChosen, isPartly = false, onToggle, onKeyDown }: ChooseBoxProps) {
  return (
    // The label enlarges the area that a finger can press. Its margin keeps the row as high as without it.
    <label className="-m-[calc((var(--target)-var(--spacing)*5)/2)] inline-grid size-(--target) shrink-0 place-items-center align-middle">
      <input
        ref={(box) => {
          if (box) box.indeterminate = isPartly && !isChosen
        }}
        type="checkbox"
        data-choose
        aria-label={label}
        className="size-5 accent-sea"
        checked={isChosen}
        onKeyDown={onKeyDown}
        onChange={({ target, nativeEvent }) =>
          onToggle((nativeEvent as MouseEvent).shiftKey === true, target.checked)
        }
      />
    </label>
  )
}

interface HeaderCellProps<T> {
  column: DataColumn<T>
  address: Pick<ListAddress, 'sort' | 'set'> | undefined
}

function HeaderCell<T>({ column, address }: HeaderCellProps<T>) {
  const { sort, header, align } = column
  const direction =
    sort && address?.sort === sort
      ? 'ascending'
      : sort && address?.sort === `-${sort}`
        ? 'descending'
        : undefined
  return (
    <th scope="col" aria-sort={direction} data-align={align}>
      {sort && address ? (
        <button
          type="button"
          className="inline-flex min-h-8 items-center gap-1 pointer-coarse:min-h-(--target) hover:text-sea"
          onClick={() => address.set({ sort: direction === 'ascending' ? `-${sort}` : sort })}
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

interface PagesProps {
  /** Name of the list, because a page may show several. */
  name: string
  of: Omit<Page<unknown>, 'items'>
  address: Pick<ListAddress, 'set'> | undefined
}

export function Pages({ name, of: { page, totalPages, total }, address }: PagesProps) {
  return (
    <nav aria-label={`Pagine: ${name}`} className="figures flex flex-wrap items-center gap-2">
      <span className="flex-1 text-ink-soft text-sm">
        {countOf(total, ['elemento', 'elementi'])}
        {totalPages > 1 && ` · pagina ${showNumber(page)} di ${showNumber(totalPages)}`}
      </span>
      {totalPages > 1 && address && (
        <>
          <Button look="plain" disabled={page <= 1} onClick={() => address.set({ page: page - 1 })}>
            Precedente
          </Button>
          <Button look="plain" disabled={page >= totalPages} onClick={() => address.set({ page: page + 1 })}>
            Successiva
          </Button>
        </>
      )}
    </nav>
  )
}
