import type { ReactNode } from 'react'
import type { RouteFacts } from '../../../modules/catalog/search/contract.ts'
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

/** Top of a route page. On a phone the price is visible without scrolling. */
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
            {t('route.title', { from: from.name, to: to.name })}
          </h1>
          <TripBox
            isOfPage
            className="mt-3 rounded-card border border-line bg-stone p-3 shadow-soft sm:mt-6 sm:max-w-[30rem] sm:p-5"
          />
        </div>
        <div className="flex flex-col lg:pt-3">
          <div
            className={`mb-4 flex flex-wrap items-center gap-3 print:hidden ${route.isMostAsked ? '' : 'max-sm:hidden'}`}
          >
            <span className="grid size-10 place-items-center rounded-full bg-ink text-on-fill">
              <Icon name={placeIcons[to.locationType] ?? 'pin'} className="size-5" />
            </span>
            <span className="wrap-anywhere font-semibold font-serif text-xl max-sm:hidden">{to.name}</span>
            {route.isMostAsked && <Badge />}
          </div>
          <ul className="mb-4 grid grid-cols-2 gap-x-5 gap-y-3 sm:grid-cols-3">
            <Detail icon="clock" name={t('route.duration')}>
              {route.estimatedDuration || t('route.unknown')}
            </Detail>
            <Detail icon="route" name={t('route.distance')}>
              {route.distanceKm === null ? t('route.unknown') : `${route.distanceKm} km`}
            </Detail>
            <Detail icon="people" name={t('trip.passengers')}>
              <Spoken text={t('route.people')}>{t('route.peopleShort')}</Spoken>
            </Detail>
            <Detail icon="card" name={t('route.payment')}>
              {payment}
            </Detail>
            <Detail icon="snow" name={t('route.aboard')}>
              <Spoken text={t('fleet.airConditioning')}>{t('fleet.airConditioningShort')}</Spoken>
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

function Detail({ icon, name, children }: { icon: IconName; name: string; children: ReactNode }) {
  return (
    <li className="figures flex items-center gap-2.5 font-medium leading-tight">
      <Icon name={icon} className="size-5.5 text-sea" />
      <span className="sr-only">{name}: </span>
      {children}
    </li>
  )
}
