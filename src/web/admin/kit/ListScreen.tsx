import type { Static } from '@sinclair/typebox'
import type { RowData } from '@tanstack/react-table'
import type { ComponentType, ReactNode, RefObject } from 'react'
import { Link } from 'react-router'
import type { Query } from '../../../kernel/message.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { adminPath, type PlainPath } from './adminPath.ts'
import { useQueryCall } from './api.ts'
import type { Bulk } from './BulkBar.tsx'
import { type DataColumn, DataTable, type Page } from './DataTable.tsx'
import { DialogPlace } from './DialogPlace.tsx'
import { ChoiceFilter, FilterBar, SearchBox } from './Filters.tsx'
import { ListActs, type ListActsProps } from './ListActs.tsx'
import { useRights } from './rights.ts'
import { SavedViews, type SavedViewsProps } from './SavedViews.tsx'
import { Title } from './Title.tsx'
import { type ListAddress, useListAddress } from './useListAddress.ts'

type ItemOf<O> = O extends { items: (infer T extends RowData)[] }
  ? T
  : O extends (infer T extends RowData)[]
    ? T
    : never
type RowOf<Q extends Query> = ItemOf<Static<Q['output']>>
type Output<Q extends Query> = Static<Q['output']>
type Input<Q extends Query> = Static<Q['input']>

/** A filter of the list, which is in the URL. */
export type ListFilter<Q extends Query> = {
  [Field in keyof Input<Q> & string]: {
    field: Field
    /** Name in the URL, if it is not `field`. */
    param?: string
    /** Label of the `<select>`; without a label only links and views choose the filter. */
    label?: string
    /** Names of the choices by value. The list ignores other values in the URL. */
    choices?: Record<string, string>
    /** Hook that returns the choices if they are loaded. */
    useChoices?: () => Record<string, string>
    /** Name of the choice without a filter. */
    all?: string
    /** Returns the value for the query, if it is not the text in the URL. */
    read?: (text: string) => Input<Q>[Field]
  }
}[keyof Input<Q> & string]

interface ListOptions<Q extends Query, T extends RowData> {
  /** Caption that only screen readers read. */
  caption: string
  query: Q
  /** True if the query has no pages, so that the list shows all rows. */
  isWhole?: boolean
  /** True if the list must not begin with an earlier response, because the query has no tables that announce changes. */
  isUncached?: boolean
  /** Returns the rows of the response, if they are not its items. */
  rowsOf?: (output: Output<Q>) => T[]
  /** Input of the query that does not depend on the URL. */
  input?: Partial<Input<Q>>
  columns: DataColumn<T>[]
  /** Returns the key of a row, if it is not its id. */
  rowId?: (row: T) => number | string
  /** Label of the search field. */
  search?: string
  filters?: ListFilter<Q>[]
  /** Further parts of the filter bar, which read and change the URL themselves. */
  filterParts?: ReactNode
  /** Replaces search field and filters, for a bar with parts that depend on the response. `filters` name what it sets. */
  Bar?: ComponentType<BarProps<Q>>
  /** Shows the rows in another form than a table. */
  renderRows?: (rows: T[]) => ReactNode
  /** Gets the rows that the list shows, which may be older than those of the response. */
  shownRows?: RefObject<T[]>
  /** Text of an empty list. */
  empty: ReactNode | ((output: Output<Q>) => ReactNode)
  /** Text of a list that is empty because of its search or filters, if it is another text. */
  emptyFiltered?: string
  isStrong?: (row: T) => boolean
  /** Saved views of the list. */
  views?: SavedViewsProps
  /** Acts on many rows: those of `ListActs`, or a component of their own. */
  bulk?: Omit<Bulk<T>, 'filter' | 'acts'> &
    ((Pick<ListActsProps, 'command' | 'acts'> & { renews?: string[] }) | { renderActs: Bulk<T>['acts'] })
  /** Text between filters and table that depends on the response. */
  note?: (output: Output<Q>) => ReactNode
}

export interface BarProps<Q extends Query> {
  address: ListAddress
  /** Undefined until the first response. */
  output: Output<Q> | undefined
}

interface ListScreenOptions<Q extends Query, T extends RowData> extends ListOptions<Q, T> {
  /** Title, or a hook that returns it. */
  title: string | (() => string)
  intro?: ReactNode
  /** Buttons beside the title. */
  actions?: ReactNode
  /** Link to the screen that creates a row. Users who may not open this screen do not see the link. */
  create?: CreateLinkProps
  above?: ReactNode
  below?: ReactNode
}

/** Makes the screen of a list. Its columns are constants: a cell that opens a dialog uses `useDialog`. */
export function listScreen<Q extends Query, T extends RowData = RowOf<Q>>(
  options: ListScreenOptions<Q, T>,
): () => ReactNode {
  return () => <ListScreen {...options} />
}

function ListScreen<Q extends Query, T extends RowData>(options: ListScreenOptions<Q, T>) {
  const { title, intro, actions, create, above, below, ...list } = options
  return (
    <DialogPlace>
      <Title
        intro={intro}
        actions={
          (actions || create) && (
            <>
              {actions}
              {create && <CreateLink {...create} />}
            </>
          )
        }
      >
        {typeof title === 'string' ? title : title()}
      </Title>
      {above}
      <List {...list} />
      {below}
    </DialogPlace>
  )
}

interface CreateLinkProps {
  path: PlainPath
  label: string
}

export function CreateLink({ path, label }: CreateLinkProps) {
  const { opens } = useRights()
  const to = adminPath(path)
  if (!opens(to)) return null
  return (
    <Link to={to} className={buttonClass('sea')}>
      {label}
    </Link>
  )
}

/** A list in a screen that also has other parts. */
export function List<Q extends Query, T extends RowData = RowOf<Q>>(options: ListOptions<Q, T>) {
  const { query, input, rowId = idOf, filters = [], bulk, isWhole = false, isUncached = false } = options
  const { rowsOf, views, search, Bar, note, empty, emptyFiltered, ...shown } = options
  const address = useListAddress(filters.map(paramOf))
  const filter = filterOf(filters, address, search !== undefined || Bar !== undefined)
  // The cast is safe: each filter's field and value are those of the query's input.
  const asked = { ...(isWhole ? {} : address.input), ...input, ...filter } as Input<Q>
  const answer = useQueryCall(query, asked, { keepPrevious: true, isUncached })
  const { data } = answer
  const isFiltered = Object.keys(filter).length > 0
  return (
    <DialogPlace>
      {views && <SavedViews {...views} />}
      {Bar && <Bar address={address} output={data} />}
      {search && <ListBar {...options} search={search} filters={filters} address={address} />}
      {data !== undefined && note?.(data)}
      <DataTable
        {...shown}
        of={{ ...answer, data: rowsOf ? data && rowsOf(data) : (data as Page<T> | T[]) }}
        rowId={rowId}
        address={isWhole ? undefined : address}
        empty={
          isFiltered && emptyFiltered
            ? emptyFiltered
            : typeof empty !== 'function'
              ? empty
              : data && empty(data)
        }
        bulk={bulk && bulkOf(bulk, filter, query)}
      />
    </DialogPlace>
  )
}

interface ListBarProps<Q extends Query> {
  search: string
  filters: ListFilter<Q>[]
  filterParts?: ReactNode
  address: ListAddress
}

function ListBar<Q extends Query>({ search, filters, filterParts, address }: ListBarProps<Q>) {
  return (
    <FilterBar>
      <SearchBox label={search} address={address} />
      {filterParts}
      {filters.flatMap((one) =>
        one.label === undefined ? (
          []
        ) : (
          <ListChoice
            key={one.field}
            {...one}
            label={one.label}
            value={address.filters[paramOf(one)]}
            onChoose={(value) => address.set({ [paramOf(one)]: value })}
          />
        ),
      )}
    </FilterBar>
  )
}

type RowListProps<T extends RowData> = Pick<ListOptions<Query, T>, 'caption' | 'columns' | 'rowId'> & {
  rows: T[]
  empty: ReactNode
}

/** A list of rows that the screen already has, because they are part of another response. */
export function RowList<T extends RowData>({ rows, rowId = idOf, ...props }: RowListProps<T>) {
  const of = { data: rows, error: null, isFetching: false, refetch: () => {} }
  return (
    <DialogPlace>
      <DataTable {...props} rowId={rowId} of={of} />
    </DialogPlace>
  )
}

/** Returns the search text and the filters in the URL, as the query and the acts on many rows read them. */
function filterOf<Q extends Query>(
  filters: ListFilter<Q>[],
  address: ListAddress,
  hasSearch: boolean,
): object {
  const chosen = filters.flatMap((filter) => {
    const { field, choices, read } = filter
    const text = address.filters[paramOf(filter)]
    if (text === undefined || (choices && !Object.hasOwn(choices, text))) return []
    return [[field, read ? read(text) : text]]
  })
  const { search } = address
  return { ...(hasSearch && search ? { search } : {}), ...Object.fromEntries(chosen) }
}

const paramOf = ({ param, field }: { param?: string; field: string }) => param ?? field

const idOf = (row: RowData) => (row as { id: number | string }).id

interface ListChoiceProps {
  label: string
  choices?: Record<string, string>
  useChoices?: () => Record<string, string>
  all?: string
  value: string | undefined
  onChoose: (value: string | undefined) => void
}

const noChoices = () => ({})

function ListChoice({ choices, useChoices = noChoices, all, ...props }: ListChoiceProps) {
  const loaded = useChoices()
  return <ChoiceFilter {...props} choices={choices ?? loaded} {...(all ? { all } : {})} />
}

function bulkOf<T extends RowData>(
  bulk: NonNullable<ListOptions<Query, T>['bulk']>,
  filter: object,
  { http }: Query,
): Bulk<T> {
  if ('renderActs' in bulk) return { ...bulk, filter, acts: bulk.renderActs }
  const { command, acts, nouns, renews = [http] } = bulk
  return {
    ...bulk,
    filter,
    acts: (chosen) => (
      <ListActs command={command} acts={acts} chosen={chosen} nouns={nouns} renews={renews} />
    ),
  }
}
