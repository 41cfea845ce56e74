import { type KeyboardEventHandler, memo, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { Button } from '../../ui/Button.tsx'
import { type Bulk, BulkBar } from './BulkBar.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { countOf, showNumber } from './format.ts'
import { Icon } from './icons.tsx'
import { useRights } from './rights.ts'
import { Empty, Failed, Waiting } from './States.tsx'
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
  ...{ id: 'actions', header: '', align: 'right' },
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
}

/** Table with page and sort order in the URL. Users choose the columns, and phones show cards. */
export function DataTable<T>({
  caption,
  columns,
  of,
  rowId,
  address,
  empty,
  isStrong,
  bulk: wanted,
}: DataTableProps<T>) {
  const { may } = useRights()
  const bulk = wanted && may(wanted.command) ? wanted : undefined
  const data = of.data === undefined ? [] : Array.isArray(of.data) ? of.data : of.data.items
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
    <div ref={selection.root} aria-busy={of.isFetching}>
      <table className="data-table">
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
          {data.map((row) => (
            <TableRow
              key={rowId(row)}
              id={rowId(row)}
              row={row}
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
        {!Array.isArray(of.data) && <Pages of={of.data} address={address} />}
      </div>
      {bulk && selection.isBarShown && (
        <BulkBar selection={selection} total={total} nouns={bulk.nouns}>
          {bulk.acts(chosen)}
        </BulkBar>
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
  isStrong: boolean
  isChosen: boolean
  name: string | undefined
  choose: Choice
}

// `memo` loses the type parameter, so the casts restore it.
const TableRow = memo(function TableRow<T>(props: TableRowProps<T>) {
  const { id, row, columns, isStrong, isChosen, name, choose } = props
  return (
    <tr data-chosen={isChosen ? '' : undefined} className={isStrong ? 'font-semibold' : undefined}>
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
      <Cells row={row} columns={columns} />
    </tr>
  )
}) as <T>(props: TableRowProps<T>) => ReactNode

/** Choosing a row renders its checkbox, and not its cells. */
const Cells = memo(function Cells<T>({ row, columns }: Pick<TableRowProps<T>, 'row' | 'columns'>) {
  return columns.map(({ id, header, align, cell }) => (
    <td key={id} data-label={header} data-align={align}>
      {cell(row)}
    </td>
  ))
}) as <T>(props: Pick<TableRowProps<T>, 'row' | 'columns'>) => ReactNode

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
  of: Omit<Page<unknown>, 'items'>
  address: Pick<ListAddress, 'set'> | undefined
}

export function Pages({ of: { page, totalPages, total }, address }: PagesProps) {
  return (
    <nav aria-label="Pagine" className="figures flex flex-wrap items-center gap-2">
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
