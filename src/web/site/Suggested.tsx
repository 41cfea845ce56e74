import type { PriceUnit } from '../../modules/catalog/prices/quote.contract.ts'
import { PriceTag } from './PriceTag.tsx'
import { routePath } from './paths.ts'
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

/** Suggested routes as cards, each of which is a link. */
export function Suggested({ routes }: { routes: SuggestedRoute[] }) {
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {routes.map(({ id, slug, departure, destination, duration, price, unit }) => (
        <li key={id}>
          <a
            href={routePath(slug)}
            className="flex h-full flex-col justify-between gap-6 rounded-card border border-line bg-white p-5
              transition-colors hover:border-sea hover:shadow-soft"
          >
            <RouteLine departure={departure} destination={destination} />
            <span className="flex items-end justify-between gap-3 border-line border-t border-dashed pt-4">
              <span className="whitespace-nowrap text-ink-soft text-sm">{duration}</span>
              <span className="text-right">
                <PriceTag price={price} unit={unit} label="a partire da" size="lg" />
              </span>
            </span>
          </a>
        </li>
      ))}
    </ul>
  )
}
