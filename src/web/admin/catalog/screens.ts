export const catalogScreens = {
  'tratte/': { least: ['operatore', 'contabile'], load: () => import('./routes/Routes.tsx') },
  'tratte/nuova/': () => import('./routes/RouteForm.tsx'),
  'tratte/:id/': () => import('./routes/RouteForm.tsx'),
  'tipologie-transfer/': () => import('./transferTypes/TransferTypes.tsx'),
  'tipologie-transfer/nuova/': () => import('./transferTypes/TransferTypeForm.tsx'),
  'tipologie-transfer/:id/': () => import('./transferTypes/TransferTypeForm.tsx'),
  'localita/': () => import('./places/Locations.tsx'),
  'localita/nuova/': () => import('./places/LocationForm.tsx'),
  'localita/:id/': () => import('./places/LocationForm.tsx'),
  'prezzimod/': () => import('./prices/Prices.tsx'),
  'prezzimod/cronologia/': { least: 'contabile', load: () => import('./prices/PriceHistory.tsx') },
  'prezzimod/cronologia/:batchId/': { least: 'contabile', load: () => import('./prices/PriceSave.tsx') },
  'listini/': { least: 'contabile', load: () => import('./priceLists/PriceLists.tsx') },
  'listini/nuovo/': () => import('./priceLists/PriceListForm.tsx'),
  'listini/:id/': { least: 'contabile', load: () => import('./priceLists/PriceListForm.tsx') },
  'tariffe/': { least: 'contabile', load: () => import('./fares/FareSettings.tsx') },
  'giorni-chiusi/': { least: 'operatore', load: () => import('./closedDays/ClosedDays.tsx') },
  'giorni-chiusi/nuovo/': { least: 'operatore', load: () => import('./closedDays/ClosedDayForm.tsx') },
  'giorni-chiusi/:id/': { least: 'operatore', load: () => import('./closedDays/ClosedDayForm.tsx') },
  'testi/': { least: 'redazione', load: () => import('./pageTexts/PageTexts.tsx') },
  'testi/tratte/:id/': { least: 'redazione', load: () => import('./pageTexts/RouteTextsForm.tsx') },
  'testi/localita/:id/': { least: 'redazione', load: () => import('./pageTexts/PlaceTextsForm.tsx') },
  'bulk-routes/': () => import('./generator/BulkRoutes.tsx'),
} as const

declare module '../kit/adminPath.ts' {
  interface ScreenPaths extends Record<keyof typeof catalogScreens, true> {}
}
