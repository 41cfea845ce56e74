import type { Screens } from '../sections.ts'

export const catalogScreens: Screens = {
  'tratte/': () => import('./routes/Routes.tsx'),
  'tratte/nuova/': () => import('./routes/RouteForm.tsx'),
  'tratte/:id/': () => import('./routes/RouteForm.tsx'),
  'tipologie-transfer/': () => import('./routes/TransferTypes.tsx'),
  'tipologie-transfer/nuova/': () => import('./routes/TransferTypeForm.tsx'),
  'tipologie-transfer/:id/': () => import('./routes/TransferTypeForm.tsx'),
  'localita/': () => import('./places/Locations.tsx'),
  'localita/nuova/': () => import('./places/LocationForm.tsx'),
  'localita/:id/': () => import('./places/LocationForm.tsx'),
  'reindirizzamenti/': () => import('../content/redirects/Redirects.tsx'),
  'reindirizzamenti/nuovo/': () => import('../content/redirects/RedirectForm.tsx'),
  'reindirizzamenti/non-trovate/': () => import('../content/redirects/MissedPages.tsx'),
  'reindirizzamenti/:id/': () => import('../content/redirects/RedirectForm.tsx'),
}
