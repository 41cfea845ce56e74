import { lazy, Suspense } from 'react'
import { CheckRoutePrices } from '../../../../modules/catalog/prices/contract.ts'
import {
  CreateRoute,
  ListFamily,
  ListRoutes,
  ReadRoute,
  SaveRoute,
} from '../../../../modules/catalog/routes/contract.ts'
import { call } from '../../../client.ts'
import { adminPath } from '../../kit/adminPath.ts'
import { thingScreen } from '../../kit/ThingScreen.tsx'
import { PriceQuestion } from './PriceQuestion.tsx'
import { RouteFields, type RouteParts } from './RouteFields.tsx'
import { RouteIndexing } from './RouteIndexing.tsx'
import { WithChoices } from './WithChoices.tsx'

// Most routes have no family, and need no code of lists.
const RouteFamily = lazy(async () => ({ default: (await import('./RouteFamily.tsx')).RouteFamily }))
const RouteMain = lazy(async () => ({ default: (await import('./RouteMain.tsx')).RouteMain }))

const empty = {
  departureLocationId: '',
  destinationLocationId: '',
  transferTypeId: 1,
  distanceKm: '',
  estimatedDuration: '',
  priceMin2Pax: '',
  price3to4Pax: '',
  price5to7Pax: '',
  price1to3Pax: '',
  price4to8Pax: '',
  pricePremium1to3Pax: '',
  pricePremium4to7Pax: '',
  longDescription: '',
  touristInfo: '',
  slug: '',
  canonicalUrl: '',
  isMainRoute: false,
  isActive: true,
}

export default thingScreen({
  create: CreateRoute,
  change: SaveRoute,
  read: ReadRoute,
  initial: empty,
  title: { created: 'Aggiungi Tratta', edited: 'Modifica Tratta' },
  save: { created: 'Salva Tratta', edited: 'Aggiorna Tratta' },
  saving: 'Salvando...',
  done: { created: 'Tratta salvata', edited: 'Tratta aggiornata' },
  failed: { created: 'Impossibile salvare la tratta', edited: 'Impossibile aggiornare la tratta' },
  list: 'tratte/',
  // A main route's form stays open, because staff create related routes below it.
  pathAfter: ({ isMainRoute, id }) => (isMainRoute ? adminPath('tratte/:id/', { id }) : adminPath('tratte/')),
  renews: [ListRoutes.http, ListFamily.http],
  check: { run: oddPrices, Question: PriceQuestion },
  With: WithChoices,
  Fields: RouteFields,
  Below: Linked,
})

async function oddPrices({ form, row }: Pick<RouteParts, 'form' | 'row'>) {
  const { warnings } = await call<typeof CheckRoutePrices>(CheckRoutePrices.http, {
    ...(form.input() as object as typeof CheckRoutePrices.input.static),
    ...(row ? { id: row.id } : {}),
  })
  return warnings.length > 0 ? warnings : null
}

function Linked({ row: route }: RouteParts) {
  if (!route) return null
  return (
    <>
      <RouteIndexing {...route} />
      <Suspense>
        {route.isMainRoute && (
          <RouteFamily routeId={route.id} name={`${route.departure} – ${route.destination}`} />
        )}
        {route.mainRouteId !== null && <RouteMain route={route} mainId={route.mainRouteId} />}
      </Suspense>
    </>
  )
}
