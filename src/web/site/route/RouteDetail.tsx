import type { ScreenProps } from '../screenProps.ts'
import { RouteHero } from './RouteHero.tsx'
import { RouteSections } from './RouteSections.tsx'

export function RouteDetail(view: ScreenProps<'route'>) {
  return (
    <>
      <RouteHero route={view.route} hasGoogleMap={view.hasGoogleMap} />
      <RouteSections {...view} />
    </>
  )
}
