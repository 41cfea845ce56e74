import type { Screens } from '../sections.ts'

export const catalogScreens: Screens = {
  'tratte/': () => import('./Routes.tsx'),
  'tratte/nuova/': () => import('./RouteForm.tsx'),
  'tratte/:id/': () => import('./RouteForm.tsx'),
  'tipologie-transfer/': () => import('./TransferTypes.tsx'),
  'tipologie-transfer/nuova/': () => import('./TransferTypeForm.tsx'),
  'tipologie-transfer/:id/': () => import('./TransferTypeForm.tsx'),
  'localita/': () => import('./Locations.tsx'),
  'localita/nuova/': () => import('./LocationForm.tsx'),
  'localita/:id/': () => import('./LocationForm.tsx'),
  'reindirizzamenti/': () => import('./Redirects.tsx'),
  'reindirizzamenti/nuovo/': () => import('./RedirectForm.tsx'),
  'reindirizzamenti/non-trovate/': () => import('./MissedPages.tsx'),
  'reindirizzamenti/:id/': () => import('./RedirectForm.tsx'),
}
