import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import { type PricedRoute, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { type PriceField, priceFields } from '../../../../modules/catalog/search/contract.ts'
import { showNumber } from '../../kit/format.ts'

export const features = tableFeatures({ columnVisibilityFeature })

const helper = createColumnHelper<typeof features, PricedRoute>()

/** Defined once, because columns created during a render would remount every cell. */
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

/** States whether a return uses its own prices or those of its outbound; empty for a route that is not a return. */
export function originOf({ hasOwnPrices, canFollow }: PricedRoute): string {
  if (!hasOwnPrices) return 'come l’andata'
  return canFollow ? 'prezzo proprio' : ''
}

/** Column widths in rem. */
const widths: Record<string, number> = { transferType: 9, distanceKm: 4, origin: 8 }

/** Width of the route column: wide enough to read a route, without taking most of a phone. */
const routeWidth = 'clamp(10rem, 36vw, 17rem)'
const widthOf = (id: string): string => (id === 'route' ? routeWidth : `${widths[id] ?? 6.75}rem`)

/** Returns the value of `grid-template-columns` for every row; the route column takes the remaining width. */
export const tracksOf = (ids: string[]): string =>
  ids.map((id) => (id === 'route' ? `minmax(${routeWidth}, 1fr)` : widthOf(id))).join(' ')

/** Returns the minimum width of the grid; in a narrower window the grid scrolls horizontally. */
export const leastWidthOf = (ids: string[]): string => `calc(${ids.map(widthOf).join(' + ')})`

/** Returns the value of `sort` for a column. */
export const sortOf = (id: string): string =>
  id === 'route' ? 'departure' : id === 'distanceKm' ? 'distance' : id

export const isSortable = (id: string): boolean => id !== 'transferType' && id !== 'origin'

/** Returns the price field of a column; null for a read-only column. */
export function priceFieldOf(id: string | undefined): PriceField | null {
  return priceFields.find((field) => field === id) ?? null
}

/** Formats cents for cells and for copying: `40` or `42,50`; empty if there is no price. */
export function showCents(cents: number | null): string {
  if (cents === null) return ''
  const euro = cents / 100
  return Number.isInteger(euro) ? String(euro) : euro.toFixed(2).replace('.', ',')
}
