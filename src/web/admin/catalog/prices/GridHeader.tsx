import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { showNumericDay } from '../../kit/format.ts'
import { Icon } from '../../kit/icons.tsx'
import { dayFieldOf, isSortable, priceFieldOf, sortOf } from './columns.ts'

interface GridHeaderProps {
  columns: { id: string; name: string }[]
  day: string | undefined
  sort: string
  onSort: (sort: string) => void
}

/** Stays visible while the grid scrolls. Keyboard users choose the order in the field `Ordina per` instead. */
export function GridHeader({ columns, day, sort, onSort }: GridHeaderProps) {
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
              data-price={priceFieldOf(id) || dayFieldOf(id) ? '' : undefined}
              data-day={dayFieldOf(id) ? '' : undefined}
              className={id === 'distanceKm' ? 'justify-end' : undefined}
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
                <HeaderName id={id} name={name} day={day} />
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}

/** Shows the name of a column. A column with prices of the day shows the day, for example `il 15/07/2027`. */
function HeaderName({ id, name, day = '' }: { id: string; name: string; day: string | undefined }) {
  const field = dayFieldOf(id)
  if (!field) return name
  return (
    <span>
      <span className="sr-only">{priceLabels[field]} </span>
      il <span className="whitespace-nowrap">{showNumericDay(day)}</span>
    </span>
  )
}
