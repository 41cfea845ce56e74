import type { ReactNode } from 'react'
import { startingUnit } from '../../../modules/catalog/prices/quote.contract.ts'
import type { RouteFacts } from '../../../modules/content/pages/contract.ts'
import { paymentShort } from '../../../modules/settings/company/sentences.contract.ts'
import { Actions } from '../Actions.tsx'
import { Badge } from '../Badge.tsx'
import { Crumbs } from '../Crumbs.tsx'
import { useCompany } from '../company.ts'
import { Icon, type IconName, placeIcons } from '../icons.tsx'
import { PriceTag } from '../PriceTag.tsx'
import { MapCredit, RouteMap } from '../RouteMap.tsx'
import { GoogleMap } from './GoogleMap.tsx'

export function RouteHero({ route, hasGoogleMap }: { route: RouteFacts; hasGoogleMap: boolean }) {
  const { departureLocation: from, destinationLocation: to } = route
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-12 gap-y-8 pt-3 pb-12 sm:pb-16 lg:grid-cols-2">
        <div>
          <Crumbs here={route.name} />
          <div className="mt-4 flex items-center gap-3 sm:mt-8">
            <span className="grid size-12 place-items-center rounded-full bg-ink text-white">
              <Icon name={placeIcons[to.locationType] ?? 'pin'} className="size-6" />
            </span>
            {route.isMainRoute && <Badge />}
          </div>
          <h1 className="mt-4 wrap-anywhere text-4xl sm:text-5xl">
            Transfer da {from.name} a {to.name}
          </h1>
          <div className="mt-6">
            <PriceTag price={route.startingPrice} unit={startingUnit(route)} label="prezzi da" size="xl" />
          </div>
          <ul className="mt-6 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
            <Detail icon="clock">{route.estimatedDuration || 'N/A'}</Detail>
            <Detail icon="route">{route.distanceKm === null ? 'N/A' : `${route.distanceKm} km`}</Detail>
            <Detail icon="people">1-8 pax</Detail>
            <Detail icon="card">{paymentShort(useCompany())}</Detail>
            <Detail icon="snow">A/C</Detail>
          </ul>
          <div className="mt-8">
            <Actions />
          </div>
        </div>
        <figure className="flex flex-col lg:pt-3">
          <GoogleMap from={from.name} to={to.name} hasGoogleMap={hasGoogleMap}>
            <RouteMap className="route-map min-h-72 flex-1 overflow-hidden rounded-card border border-line sm:min-h-96" />
          </GoogleMap>
          <figcaption>
            <MapCredit className="mt-2" />
          </figcaption>
        </figure>
      </div>
    </div>
  )
}

function Detail({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <li className="figures flex items-center gap-2.5 font-medium leading-tight">
      <Icon name={icon} className="size-5.5 text-sea" />
      {children}
    </li>
  )
}
