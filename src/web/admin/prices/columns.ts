import { columnVisibilityFeature, createColumnHelper, tableFeatures } from '@tanstack/react-table'
import { type PricedRoute, priceLabels } from '../../../modules/catalog/contract.prices.ts'
import { type PriceField, priceFields } from '../../../modules/catalog/contract.ts'
import { showNumber } from '../kit/format.ts'

export const features = tableFeatures({ columnVisibilityFeature })

const helper = createColumnHelper<typeof features, PricedRoute>()

/** A constant of the module: columns made while rendering would mount every cell anew. */
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
])

/** In rem. */
const widths: Record<string, number> = { route: 10, transferType: 9, distanceKm: 4 }
const widthOf = (id: string): number => widths[id] ?? 6.75

/** For `grid-template-columns` of every row alike: the route takes what is left over. */
export const tracksOf = (ids: string[]): string =>
  ids.map((id) => (id === 'route' ? `minmax(${widthOf(id)}rem, 1fr)` : `${widthOf(id)}rem`)).join(' ')

/** How narrow the grid can be, in rem; below, it scrolls sideways. */
export const leastWidthOf = (ids: string[]): number => ids.reduce((sum, id) => sum + widthOf(id), 0)

/** The list's `sort` name of a column. */
export const sortOf = (id: string): string =>
  id === 'route' ? 'departure' : id === 'distanceKm' ? 'distance' : id

export const isSortable = (id: string): boolean => id !== 'transferType'

/** The price that a column shows, or null for one that is only read. */
export function priceFieldOf(id: string | undefined): PriceField | null {
  return priceFields.find((field) => field === id) ?? null
}

/** Cents as a cell shows and copies them: `40`, `42,50`; nothing for no price. */
export function showCents(cents: number | null): string {
  if (cents === null) return ''
  const euro = cents / 100
  return Number.isInteger(euro) ? String(euro) : euro.toFixed(2).replace('.', ',')
}
