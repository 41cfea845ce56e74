import type { ViewOf } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { formatEuro, hasPrice } from '../../ui/money.ts'
import { type Band, bandTitle } from '../lists/bands.ts'
import { routePath } from '../parts/paths.ts'
import { periodWords, withChoice } from '../trip/choice.ts'

type PlannedPricesProps = Pick<ViewOf<'route'>, 'route' | 'choice'> & { bands: Band[] }

/** Shows a line for each future price list that changes a shown price: `dal 1 luglio al 31 agosto: 135 €`. */
export function PlannedPrices({ route, choice, bands }: PlannedPricesProps) {
  const { t, path } = useLanguage()
  const lines = route.planned.flatMap((list) => {
    const changed = bands.filter(({ field }) => hasPrice(list[field]) && list[field] !== route[field])
    return changed.length > 0 ? [{ list, changed }] : []
  })
  if (lines.length === 0) return null
  return (
    <ul className="figures border-line border-t px-5 py-3 text-sm sm:px-6">
      {lines.map(({ list, changed }) => (
        <li key={list.validFrom} className="py-1">
          <a
            href={withChoice(path(routePath(route.slug)), {
              ...choice,
              day: list.validFrom,
              isReturn: false,
              returnDay: null,
            })}
            className="text-sea underline underline-offset-4"
          >
            {periodWords(t, list, choice.today)}
          </a>
          {`: ${changed
            .map((band) => {
              const price = formatEuro(t, list[band.field])
              return changed.length === 1 ? price : `${price} (${bandTitle(t, band)})`
            })
            .join(', ')}`}
        </li>
      ))}
    </ul>
  )
}
