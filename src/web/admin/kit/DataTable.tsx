import { type ReactNode, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { ColumnChoice } from './ColumnChoice.tsx'
import { Icon } from './icons.tsx'
import { Empty, Failed, Waiting } from './States.tsx'
import type { ListAddress } from './useListAddress.ts'

export interface DataColumn<T> {
  id: string
  /** Text of the column's header; empty for the column of buttons. */
  header: string
  /**
   * Returns the content of a cell. A component instead of this function would lose elements and focus when the row
   * changes.
   */
  cell: (row: T) => ReactNode
  /** Name of the order; a column without a name is not sortable. */
  sort?: string
  align?: 'right'
  /** True if the column is hidden until the user chooses it. */
  isHidden?: boolean
}

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
  /** State of page and order in the URL; omitted for a list without pages. */
  address?: Pick<ListAddress, 'sort' | 'set'>
  empty: ReactNode
  /** Returns whether the row is highlighted, such as an unread one. */
  isStrong?: (row: T) => boolean
}

/** Table with page and sort order in the URL. Users choose the columns, and phones show cards. */
export function DataTable<T>({ caption, columns, of, rowId, address, empty, isStrong }: DataTableProps<T>) {
  const data = of.data === undefined ? [] : Array.isArray(of.data) ? of.data : of.data.items
  const [shown, setShown] = useState<Record<string, boolean>>(() =>
    Object.fromEntries(columns.filter(({ isHidden }) => isHidden).map(({ id }) => [id, false])),
  )
  const visible = columns.filter(({ id }) => shown[id] !== false)

  if (of.data === undefined)
    return of.error ? <Failed error={of.error} onRetry={() => of.refetch()} /> : <Waiting rows={8} />
  if (data.length === 0) return typeof empty === 'string' ? <Empty>{empty}</Empty> : empty

  return (
    <div aria-busy={of.isFetching}>
      <table className="data-table">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {visible.map((column) => (
              <HeaderCell key={column.id} column={column} address={address} />
            ))}
          </tr>
        </thead>
        <tbody>
          {data.map((row) => (
            <tr key={rowId(row)} className={isStrong?.(row) ? 'font-semibold' : undefined}>
              {visible.map(({ id, header, align, cell }) => (
                <td key={id} data-label={header} data-align={align}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-3">
        <ColumnChoice columns={columns} shown={shown} onChange={setShown} opens="up" />
        {!Array.isArray(of.data) && <Pages of={of.data} address={address} />}
      </div>
    </div>
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
          className="inline-flex min-h-8 items-center gap-1 hover:text-sea"
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
    <nav aria-label="Pagine" className="figures flex items-center gap-2">
      <span className="text-ink-soft text-sm">
        {total} {total === 1 ? 'elemento' : 'elementi'}
        {totalPages > 1 && ` · pagina ${page} di ${totalPages}`}
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
