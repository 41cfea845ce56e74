import {
  cellSelectionFeature,
  columnVisibilityFeature,
  createColumnHelper,
  tableFeatures,
} from '@tanstack/react-table'
import { type PriceField, priceFields } from '../../../../modules/catalog/book/contract.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'
import { priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import { showNumber } from '../../kit/format.ts'

export const features = tableFeatures({ cellSelectionFeature, columnVisibilityFeature })

const helper = createColumnHelper<typeof features, PricedRoute>()

/** Defined outside of a component, because columns created during a render would remount every cell. */
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
  // The price on the chosen day is the column after the base price.
  ...priceFields.flatMap((field) => [
    helper.accessor(field, { id: field, header: priceLabels[field] }),
    helper.accessor(({ onDay }) => showCents(centsOf(onDay?.[field]) ?? null), {
      id: dayColumn(field),
      header: `${priceLabels[field]} nel giorno`,
    }),
  ]),
  helper.accessor(({ onDay }) => onDay?.lists.join(', ') ?? '', {
    id: 'lists',
    header: 'Listino del giorno',
  }),
  helper.accessor(originOf, { id: 'origin', header: 'Prezzi' }),
])

/** Returns an Italian text that states whose prices a return route uses; empty for other routes. */
export function originOf({ hasOwnPrices, canFollow }: PricedRoute): string {
  if (!hasOwnPrices) return 'come l’andata'
  return canFollow ? 'prezzo proprio' : ''
}

function dayColumn(field: PriceField): string {
  return `day.${field}`
}

/** Returns null for a column without prices of the day. */
export function dayFieldOf(id: string): PriceField | null {
  return priceFields.find((field) => dayColumn(field) === id) ?? null
}

/** Returns which columns are visible. A price of the day needs a chosen day and a visible base price. */
export function withDay(shown: Record<string, boolean>, hasDay: boolean): Record<string, boolean> {
  const days = priceFields.map((field) => [dayColumn(field), hasDay && shown[field] !== false])
  return { ...shown, ...Object.fromEntries(days), lists: hasDay && shown.lists !== false }
}

/** Widths in rem. */
const widths: Record<string, number> = { transferType: 9, distanceKm: 4, lists: 9, origin: 8 }

/** Wide enough for the names of a route, and narrower than a phone. */
const routeWidth = 'clamp(min(10rem, 60vw), 36vw, 17rem)'
const widthOf = (id: string): string =>
  id === 'route' ? routeWidth : `${widths[id] ?? (dayFieldOf(id) ? 6.25 : 6.75)}rem`

/** Returns `grid-template-columns`; the route column takes the remaining width. */
export const tracksOf = (ids: string[]): string =>
  ids.map((id) => (id === 'route' ? `minmax(${routeWidth}, 1fr)` : widthOf(id))).join(' ')

/** Returns the minimum width. In a narrower window the grid scrolls horizontally. */
export const leastWidthOf = (ids: string[]): string => `calc(${ids.map(widthOf).join(' + ')})`

export const sortOf = (id: string): string =>
  id === 'route' ? 'departure' : id === 'distanceKm' ? 'distance' : id

export const isSortable = (id: string): boolean =>
  !['transferType', 'lists', 'origin'].includes(id) && dayFieldOf(id) === null

/** Returns the price field of a column; null for a read-only column. */
export function priceFieldOf(id: string | undefined): PriceField | null {
  return priceFields.find((field) => field === id) ?? null
}

/** Formats `40` or `42,50` for cells and copying; empty without a price. */
export function showCents(cents: number | null): string {
  if (cents === null) return ''
  const euro = cents / 100
  return Number.isInteger(euro) ? String(euro) : euro.toFixed(2).replace('.', ',')
}
