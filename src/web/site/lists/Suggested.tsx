import type { PriceUnit } from '../../../modules/catalog/prices/quote.contract.ts'
import type { RouteTotals } from '../../../modules/catalog/search/contract.ts'
import type { Photo } from '../../../modules/content/photos/contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Icon } from '../parts/icons.tsx'
import { routePath } from '../parts/paths.ts'
import { withChoice } from '../trip/choice.ts'
import { useRequests } from '../trip/useRequests.ts'
import { PhotoFigure } from '../trust/PhotoFigure.tsx'
import { PartyPrice } from './PartyPrice.tsx'
import { RouteLine } from './RouteLine.tsx'

interface SuggestedRoute {
  id: number
  slug: string
  departure: string
  destination: string
  duration: string
  price: string | null
  unit: PriceUnit | null
}

interface SuggestedProps {
  routes: SuggestedRoute[]
  /** Photos of some of the routes, by id. */
  photos?: Record<string, Photo>
  /** Prices of some of the routes for the chosen party, by id. */
  totals?: Record<string, RouteTotals>
}

export function Suggested({ routes, photos = {}, totals = {} }: SuggestedProps) {
  const { t, path } = useLanguage()
  const { trip } = useRequests()
  const hasPhotos = routes.some(({ id }) => photos[id])
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {routes.map(({ id, slug, departure, destination, duration, price, unit }) => (
        <li
          key={id}
          className={`grid grid-rows-subgrid gap-y-0 rounded-card border border-line bg-card transition-colors
            focus-within:border-sea hover:border-sea hover:shadow-soft ${hasPhotos ? 'row-span-3' : 'row-span-2'}`}
        >
          {hasPhotos && <Picture photo={photos[id]} />}
          <a
            href={withChoice(path(routePath(slug)), trip)}
            data-trip
            className="row-span-2 grid grid-rows-subgrid gap-y-6 rounded-card p-5"
          >
            <RouteLine departure={departure} destination={destination} />
            <span className="flex items-end justify-between gap-3 border-line border-t border-dashed pt-4">
              <span className="min-w-16 whitespace-nowrap text-ink-soft text-sm">{duration}</span>
              <span className="self-start text-right">
                <PartyPrice route={{ price, unit }} totals={totals[id]} label={t('price.from')} size="lg" />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}

/** Photo of a card or, without one, a drawing of the same height. */
function Picture({ photo }: { photo: Photo | undefined }) {
  return (
    <div className="p-2 pb-0">
      {photo ? (
        <PhotoFigure
          photo={photo}
          sizes="(min-width: 64rem) 17rem, (min-width: 40rem) 45vw, 90vw"
          className="aspect-2/1"
        />
      ) : (
        <div className="grid aspect-2/1 place-items-center rounded-card bg-sea-pale">
          <Icon name="route" className="size-12 text-sea" />
        </div>
      )}
    </div>
  )
}
