import type { Screens } from '../../sections.ts'

export const pricesScreens: Screens = {
  'prezzimod/': () => import('./Prices.tsx'),
  'prezzimod/cronologia/': () => import('./PriceHistory.tsx'),
  'listini/': () => import('../priceLists/PriceLists.tsx'),
  'listini/nuovo/': () => import('../priceLists/PriceListForm.tsx'),
  'listini/:id/': () => import('../priceLists/PriceListForm.tsx'),
}
