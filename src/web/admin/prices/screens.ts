import type { Screens } from '../sections.ts'

export const pricesScreens: Screens = {
  'prezzimod/': () => import('./Prices.tsx'),
  'prezzimod/cronologia/': () => import('./PriceHistory.tsx'),
}
