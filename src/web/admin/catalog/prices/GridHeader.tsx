import { Icon } from '../../kit/icons.tsx'
import { isSortable, priceFieldOf, sortOf } from './columns.ts'

interface GridHeaderProps {
  columns: { id: string; name: string }[]
  /** The value of `sort` in the list's query. */
  sort: string
  onSort: (sort: string) => void
}

/**
 * The header row, which stays in view. Its buttons are for the mouse; keyboard users sort with `Ordina per` above the
 * grid.
 */
export function GridHeader({ columns, sort, onSort }: GridHeaderProps) {
  return (
    <div role="rowgroup" className="price-head">
      <div role="row" aria-rowindex={1} className="price-row">
        {columns.map(({ id, name }, index) => {
          const by = sortOf(id)
          const direction = sort === by ? 'ascending' : sort === `-${by}` ? 'descending' : undefined
          return (
            <div
              key={id}
              role="columnheader"
              aria-colindex={index + 1}
              aria-sort={direction}
              data-price={priceFieldOf(id) ? '' : undefined}
            >
              {isSortable(id) ? (
                <button
                  type="button"
                  tabIndex={-1}
                  className="inline-flex min-h-6 items-center gap-1 text-inherit hover:text-sea"
                  onClick={() => onSort(direction === 'ascending' ? `-${by}` : by)}
                >
                  {name}
                  {direction && <Icon shape={direction} />}
                </button>
              ) : (
                name
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
