import {
  type ColumnDef,
  columnVisibilityFeature,
  functionalUpdate,
  type RowData,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
  type SortingState,
  type Table,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo, useState } from 'react'
import { type ListAddress, pageSize } from './useListAddress.ts'
import { useChoosing, useChosen } from './useSelection.ts'

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

export type TableAddress = Pick<ListAddress, 'sort' | 'columns' | 'set'>

export type ListFeatures = typeof features

const features = tableFeatures({
  columnVisibilityFeature,
  rowPaginationFeature,
  rowSelectionFeature,
  rowSortingFeature,
})

export type ListTable<T extends RowData> = Table<ListFeatures, T>

interface ListTableProps<T> {
  columns: DataColumn<T>[]
  rows: T[]
  rowId: (row: T) => number | string
  page: number
  totalPages: number
  total: number
  address: TableAddress | undefined
  /** Filter of the acts on many rows; undefined if there are none. */
  filter: object | undefined
}

/** Table whose page, order and columns are in the URL. The server sorts and pages. */
export function useListTable<T extends RowData>(props: ListTableProps<T>) {
  const { columns, rows, rowId, page, totalPages, total, address, filter } = props
  const chosen = useChosen({ keys: rows.map(rowId), total, filter: filter ?? noFilter })
  const [shown, setShown] = useShownColumns(columns, address)
  const sorting = sortingOf(columns, address?.sort)
  const pagination = { pageIndex: page - 1, pageSize }
  const table = useTable({
    features,
    columns: definitionsOf(columns),
    data: rows,
    getRowId: (row) => String(rowId(row)),
    manualSorting: true,
    manualPagination: true,
    pageCount: totalPages,
    enableSorting: address !== undefined,
    enableSortingRemoval: false,
    enableMultiSort: false,
    sortDescFirst: false,
    state: { sorting, pagination, columnVisibility: shown, rowSelection: chosen.rowSelection },
    onSortingChange: (updater) => address?.set({ sort: sortOf(columns, functionalUpdate(updater, sorting)) }),
    onPaginationChange: (updater) =>
      address?.set({ page: functionalUpdate(updater, pagination).pageIndex + 1 }),
    onColumnVisibilityChange: (updater) => setShown(functionalUpdate(updater, shown)),
    onRowSelectionChange: chosen.change,
  })
  const selection = useChoosing(chosen, {
    isOn: filter !== undefined,
    hasRows: total > 0,
    check: (index) => table.getRowModel().rows[index]?.toggleSelected(true),
    clear: () => table.resetRowSelection(true),
  })
  return { table, selection, rowSelection: chosen.rowSelection, shown, setShown, sorting: sorting[0] }
}

const noFilter = {}

const definitions = new WeakMap<object, unknown>()

/** Returns the table's definitions of the columns: the same ones for the same columns. */
function definitionsOf<T extends RowData>(columns: DataColumn<T>[]): ColumnDef<ListFeatures, T>[] {
  const known = definitions.get(columns) as ColumnDef<ListFeatures, T>[] | undefined
  if (known) return known
  const made = columns.map(
    ({ id, header, sort }): ColumnDef<ListFeatures, T> => ({
      id,
      header,
      // A column without values could not be sorted.
      accessorFn: (row: T) => row,
      enableSorting: sort !== undefined,
      enableHiding: header !== '',
    }),
  )
  definitions.set(columns, made)
  return made
}

function sortingOf<T>(columns: DataColumn<T>[], sort: string | undefined): SortingState {
  const desc = sort?.startsWith('-') ?? false
  const column = columns.find((one) => one.sort !== undefined && one.sort === (desc ? sort?.slice(1) : sort))
  return column ? [{ id: column.id, desc }] : []
}

function sortOf<T>(columns: DataColumn<T>[], [first]: SortingState): string | undefined {
  const column = columns.find(({ id }) => id === first?.id)
  return column && `${first?.desc ? '-' : ''}${column.sort}`
}

/** Columns chosen by the user. They are in the URL, or in the state of a table without `address`. */
function useShownColumns<T>(columns: DataColumn<T>[], address: TableAddress | undefined) {
  // Keeps the choice to show it at once, because the URL changes a moment later.
  const [kept, setKept] = useState<string[]>()
  const inAddress = address?.columns?.join()
  const [known, setKnown] = useState(inAddress)
  if (known !== inAddress) {
    setKnown(inAddress)
    setKept(undefined)
  }
  const chosen = (kept ?? address?.columns)?.join()
  const shown = useMemo(() => shownOf(columns, chosen?.split(',')), [columns, chosen])
  const setShown = (next: Record<string, boolean>) => {
    const ids = columns.flatMap(({ id, header }) => (header !== '' && next[id] !== false ? [id] : []))
    const usual = columns.flatMap(({ id, header, isHidden }) => (header !== '' && !isHidden ? [id] : []))
    setKept(ids)
    address?.set({ columns: `${ids}` === `${usual}` ? undefined : ids.join(',') })
  }
  return [shown, setShown] as const
}

const shownOf = <T>(columns: DataColumn<T>[], chosen: string[] | undefined): Record<string, boolean> =>
  Object.fromEntries(
    columns.map(({ id, header, isHidden = false }) => [
      id,
      header === '' || (chosen ? chosen.includes(id) : !isHidden),
    ]),
  )
