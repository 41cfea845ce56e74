import type { Screens } from '../sections.ts'

export const pricesScreens: Screens = {
  'prezzimod/': () => import('./Prices.tsx'),
  'prezzimod/cronologia/': () => import('./PriceHistory.tsx'),
  'listini/': () => import('./PriceLists.tsx'),
  'listini/nuovo/': () => import('./PriceListForm.tsx'),
  'listini/:id/': () => import('./PriceListForm.tsx'),
}
