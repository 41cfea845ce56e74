import type { PriceUnit } from '../../modules/catalog/prices/quote.contract.ts'
import { PartyTotal } from './PartyTotal.tsx'
import { PriceTag } from './PriceTag.tsx'
import { routePath } from './paths.ts'
import { RouteLine } from './RouteLine.tsx'
import { useRequests } from './useRequests.ts'

interface SuggestedRoute {
  id: number
  slug: string
  departure: string
  destination: string
  duration: string
  price: string | null
  unit: PriceUnit | null
}

export function Suggested({ routes }: { routes: SuggestedRoute[] }) {
  const { withChoice } = useRequests()
  return (
    <ul className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      {routes.map(({ id, slug, departure, destination, duration, price, unit }) => (
        <li key={id}>
          <a
            href={withChoice(routePath(slug))}
            className="flex h-full flex-col justify-between gap-6 rounded-card border border-line bg-card p-5
              transition-colors hover:border-sea hover:shadow-soft"
          >
            <RouteLine departure={departure} destination={destination} />
            <span className="flex items-end justify-between gap-3 border-line border-t border-dashed pt-4">
              <span className="whitespace-nowrap text-ink-soft text-sm">{duration}</span>
              <span className="text-right">
                <PriceTag price={price} unit={unit} label="a partire da" size="lg" />
              </span>
            </span>
            <PartyTotal routeId={id} />
          </a>
        </li>
      ))}
    </ul>
  )
}
