import { unitWords } from '../../modules/catalog/prices/quote.contract.ts'
import type { Hub, RouteListEntry } from '../../modules/catalog/search/contract.ts'
import { ButtonLink } from '../ui/Button.tsx'
import { formatEuro, hasPrice } from '../ui/money.ts'
import { Badge } from './Badge.tsx'
import { useCompany } from './company.ts'
import { Icon } from './icons.tsx'
import { PartyTotal } from './PartyTotal.tsx'
import { PriceTag } from './PriceTag.tsx'
import { commonOf, quotePath, routePath } from './paths.ts'
import { ShowAll } from './ShowAll.tsx'
import { useRequests } from './useRequests.ts'

const shownOnPhone = 10

/** The routes of one hub: main routes are cards, other routes are a list. */
export function HubRoutes({ id, hub, isFiltered }: { id: string; hub: Hub; isFiltered: boolean }) {
  const { tel } = useCompany()
  const main = hub.routes.filter((route) => route.isMainRoute)
  const others = hub.routes.filter((route) => !route.isMainRoute)
  const places = {
    departure: commonOf(hub.routes.map((route) => route.departure)),
    ...(isFiltered && { destination: commonOf(hub.routes.map((route) => route.destination)) }),
  }
  const isLong = others.length > shownOnPhone && !isFiltered
  return (
    <section id={id} aria-labelledby={`${id}-nome`} className="wrap py-10 sm:py-14">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4 border-ink border-b pb-5">
        <div className="max-w-xl">
          <h2 id={`${id}-nome`} className="flex items-center gap-3 text-3xl">
            <Icon name={hub.icon} className="size-8 text-sea" />
            {hub.name}
          </h2>
          {hub.description && <p className="mt-2 text-ink-soft">{hub.description}</p>}
        </div>
        <div className="flex flex-wrap gap-3">
          <ButtonLink href={tel} look="sun">
            <Icon name="phone" />
            PRENOTA ORA
          </ButtonLink>
          <ButtonLink href={quotePath(places)} look="plain">
            Richiedi un preventivo
          </ButtonLink>
        </div>
      </div>
      {main.length > 0 && (
        <ul className="mt-6 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {main.map((route) => (
            <MainRoute key={route.id} route={route} />
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <div className={`mt-6 ${isLong ? 'long-list' : ''}`}>
          <ul className="gap-x-10 sm:columns-2 lg:columns-3">
            {others.map((route) => (
              <OtherRoute key={route.id} route={route} />
            ))}
          </ul>
          {isLong && <ShowAll label={`Mostra le altre ${others.length} tratte`} />}
        </div>
      )}
    </section>
  )
}

function MainRoute({ route }: { route: RouteListEntry }) {
  const { withChoice } = useRequests()
  return (
    <li>
      <a
        href={withChoice(routePath(route.slug))}
        className="flex h-full flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-white px-4 py-3
          transition-colors hover:border-sea hover:shadow-soft sm:py-4"
      >
        <span className="min-w-0 flex-1 basis-32">
          <span className="block font-semibold text-lg leading-snug">{route.destination}</span>
          <span className="figures mt-0.5 mb-1.5 block text-ink-soft text-sm">{lengthOf(route)}</span>
          <Badge />
          <PartyTotal routeId={route.id} className="mt-1.5" />
        </span>
        <span className="shrink-0 text-right">
          <PriceTag price={route.price} unit={route.unit} label="a partire da" size="lg" />
        </span>
      </a>
    </li>
  )
}

/** A page has hundreds of these entries, so the markup is minimal. */
function OtherRoute({ route }: { route: RouteListEntry }) {
  const { withChoice } = useRequests()
  return (
    <li className="break-inside-avoid border-line border-b">
      <a href={withChoice(routePath(route.slug))} className="row">
        <span>
          {route.destination} <small>{lengthOf(route)}</small>
          <PartyTotal routeId={route.id} />
        </span>
        <b>
          {hasPrice(route.price) && <small>a partire da </small>}
          {formatEuro(route.price)}
          {route.unit && <i> {unitWords[route.unit]}</i>}
        </b>
      </a>
    </li>
  )
}

const lengthOf = ({ duration, distance }: RouteListEntry) =>
  [duration, distance === null ? '' : `${distance} km`].filter(Boolean).join(' · ')
