import type { AppView } from '../../pageData.ts'
import { RouteHero } from './RouteHero.tsx'
import { RouteSections } from './RouteSections.tsx'

export function RouteDetail({ route, hasGoogleMap }: AppView<'route'>) {
  return (
    <>
      <RouteHero route={route} hasGoogleMap={hasGoogleMap} />
      <RouteSections />
    </>
  )
}
