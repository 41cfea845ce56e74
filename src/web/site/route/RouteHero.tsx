import type { AppView } from '../../pageData.ts'
import { useLanguage } from '../../ui/language.ts'
import { Crumbs } from '../parts/Crumbs.tsx'
import { MapCredit, RouteMap } from '../parts/RouteMap.tsx'
import { TripBox } from '../trip/TripBox.tsx'
import { GoogleMap } from './GoogleMap.tsx'
import { RouteFactList } from './RouteFactList.tsx'

/** Top of a route page. On a phone the price is visible without scrolling. */
export function RouteHero({ route, hasGoogleMap }: Pick<AppView<'route'>, 'route' | 'hasGoogleMap'>) {
  const { t } = useLanguage()
  const { departureLocation: from, destinationLocation: to } = route
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
            className="mt-3 rounded-card border border-line bg-stone p-3 shadow-soft sm:mt-6 lg:max-w-[30rem] sm:p-5"
          />
        </div>
        <div className="flex flex-col lg:pt-3">
          <RouteFactList />
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
