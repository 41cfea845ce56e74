import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import { type PricedRoute, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { type PriceField, priceFields } from '../../../../modules/catalog/search/contract.ts'
import { showNumber } from '../../kit/format.ts'

export const features = tableFeatures({ columnVisibilityFeature })

const helper = createColumnHelper<typeof features, PricedRoute>()

/** Defined once: columns created during a render would remount every cell. */
export const columns = helper.columns([
  helper.accessor(({ departure, destination }) => `${departure} → ${destination}`, {
    id: 'route',
    header: 'Tratta',
    enableHiding: false,
  }),
  helper.accessor('transferType', { id: 'transferType', header: 'Tipologia' }),
  helper.accessor(({ distanceKm }) => (distanceKm === null ? '' : showNumber(distanceKm)), {
    id: 'distanceKm',
    header: 'Km',
  }),
  ...priceFields.map((field) => helper.accessor(field, { id: field, header: priceLabels[field] })),
  helper.accessor(originOf, { id: 'origin', header: 'Prezzi' }),
])

/** Whose prices a return has; empty for a route that follows no other. */
export function originOf({ hasOwnPrices, canFollow }: PricedRoute): string {
  if (!hasOwnPrices) return 'come l’andata'
  return canFollow ? 'prezzo proprio' : ''
}

/** In rem. */
const widths: Record<string, number> = { transferType: 9, distanceKm: 4, origin: 8 }

/** Wide enough to read a route, and never most of a phone. */
const routeWidth = 'clamp(10rem, 36vw, 17rem)'
const widthOf = (id: string): string => (id === 'route' ? routeWidth : `${widths[id] ?? 6.75}rem`)

/** Returns `grid-template-columns` of every row; the route takes the remaining width. */
export const tracksOf = (ids: string[]): string =>
  ids.map((id) => (id === 'route' ? `minmax(${routeWidth}, 1fr)` : widthOf(id))).join(' ')

/** Minimum width of the grid; below it, the grid scrolls sideways. */
export const leastWidthOf = (ids: string[]): string => `calc(${ids.map(widthOf).join(' + ')})`

/** Returns the `sort` name of a column. */
export const sortOf = (id: string): string =>
  id === 'route' ? 'departure' : id === 'distanceKm' ? 'distance' : id

export const isSortable = (id: string): boolean => id !== 'transferType' && id !== 'origin'

/** Returns the price field of a column; null for a read-only column. */
export function priceFieldOf(id: string | undefined): PriceField | null {
  return priceFields.find((field) => field === id) ?? null
}

/** Formats cents as a cell shows and copies them: `40`, `42,50`; empty for no price. */
export function showCents(cents: number | null): string {
  if (cents === null) return ''
  const euro = cents / 100
  return Number.isInteger(euro) ? String(euro) : euro.toFixed(2).replace('.', ',')
}
