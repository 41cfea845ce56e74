import type { ReactNode } from 'react'
import type { RouteFacts } from '../../../modules/content/pages/contract.ts'
import { paymentShort } from '../../../modules/settings/company/sentences.contract.ts'
import { useLanguage } from '../../ui/language.ts'
import { Badge } from '../Badge.tsx'
import { Crumbs } from '../Crumbs.tsx'
import { useCompany } from '../company.ts'
import { Icon, type IconName, placeIcons } from '../icons.tsx'
import { MapCredit, RouteMap } from '../RouteMap.tsx'
import { Spoken } from '../Spoken.tsx'
import { TripBox } from '../trip/TripBox.tsx'
import { GoogleMap } from './GoogleMap.tsx'

/** Shows the price on the first screen of a phone. */
export function RouteHero({ route, hasGoogleMap }: { route: RouteFacts; hasGoogleMap: boolean }) {
  const { t } = useLanguage()
  const { departureLocation: from, destinationLocation: to } = route
  const payment = paymentShort(t, useCompany())
  return (
    <div className="bg-sea-pale">
      <div className="wrap grid gap-x-12 gap-y-6 print:gap-y-3 pt-2 pb-10 sm:pt-3 sm:pb-16 lg:grid-cols-2">
        <div>
          <Crumbs here={route.name} />
          <h1 className="mt-1 wrap-anywhere text-[min(1.75rem,7.4vw)] sm:mt-4 sm:text-5xl">
            Transfer da {from.name} a {to.name}
          </h1>
          <TripBox
            isOfPage
            className="mt-3 rounded-card border border-line bg-stone p-3 shadow-soft sm:mt-6 sm:max-w-[30rem] sm:p-5"
          />
        </div>
        <div className="flex flex-col lg:pt-3">
          <div
            className={`mb-4 flex items-center gap-3 print:hidden ${route.isMostAsked ? '' : 'max-sm:hidden'}`}
          >
            <span className="grid size-10 place-items-center rounded-full bg-ink text-on-fill">
              <Icon name={placeIcons[to.locationType] ?? 'pin'} className="size-5" />
            </span>
            {route.isMostAsked && <Badge />}
          </div>
          <ul className="mb-4 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
            <Detail icon="clock" name="Durata">
              {route.estimatedDuration || 'N/A'}
            </Detail>
            <Detail icon="route" name="Distanza">
              {route.distanceKm === null ? 'N/A' : `${route.distanceKm} km`}
            </Detail>
            <Detail icon="people" name="Passeggeri">
              <Spoken text="da 1 a 8">1-8 pax</Spoken>
            </Detail>
            <Detail icon="card" name="Pagamento">
              {payment}
            </Detail>
            <Detail icon="snow" name="A bordo">
              <Spoken text="aria condizionata">A/C</Spoken>
            </Detail>
          </ul>
          <div className="flex flex-1 flex-col print:hidden">
            <GoogleMap from={from.name} to={to.name} hasGoogleMap={hasGoogleMap}>
              <RouteMap className="route-map min-h-72 flex-1 overflow-hidden rounded-card border border-line sm:min-h-96" />
            </GoogleMap>
            <MapCredit className="mt-2" />
          </div>
        </div>
      </div>
    </div>
  )
}

/** Shows a detail with an icon. The name is only for screen readers, because the icon shows it. */
function Detail({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="figures flex items-center gap-2.5 font-medium leading-tight">
      <Icon name={icon} className="size-5.5 text-sea" />
      <span className="sr-only">{name}: </span>
      {children}
    </li>
  )
}
