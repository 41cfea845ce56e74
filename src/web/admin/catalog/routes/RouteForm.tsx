import { ReadRoute } from '../../../../modules/catalog/routes/contract.ts'
import { ThingScreen } from '../../kit/ThingScreen.tsx'
import { RouteEditor } from './RouteEditor.tsx'
import { RouteFamily } from './RouteFamily.tsx'
import { RouteIndexing } from './RouteIndexing.tsx'
import { RouteMain } from './RouteMain.tsx'
import { WithChoices } from './WithChoices.tsx'

export default function RouteForm() {
  return (
    <ThingScreen read={ReadRoute} titles={{ created: 'Aggiungi Tratta', edited: 'Modifica Tratta' }}>
      {(route) => (
        <>
          <WithChoices>{(choices) => <RouteEditor route={route} {...choices} />}</WithChoices>
          {route && <RouteIndexing {...route} />}
          {route?.isMainRoute && (
            <RouteFamily routeId={route.id} name={`${route.departure} – ${route.destination}`} />
          )}
          {route && route.mainRouteId !== null && <RouteMain route={route} mainId={route.mainRouteId} />}
        </>
      )}
    </ThingScreen>
  )
}
