import type { PlannedRoute } from '../../../../modules/catalog/generator/contract.ts'
import { centsOf } from '../../../../modules/catalog/prices/cents.contract.ts'

export const planFields = [
  'priceMin2Pax',
  'price3to4Pax',
  'price5to7Pax',
  'price1to3Pax',
  'price4to8Pax',
] as const
export type PlanField = (typeof planFields)[number]

type Texts = Partial<Record<PlanField, string>>

/** Choices in a plan. The run creates no route that the filters (`km`, `province`, `kind`) hide. */
export interface PlanChoice {
  /** Maximum kilometres as entered; empty for no limit. */
  km: string
  province: string
  kind: string
  /** Ids of the places that staff excluded from the run. */
  left: ReadonlySet<number>
  /** Entered prices by id of the place. */
  prices: ReadonlyMap<number, Texts>
}

export const noChoice: PlanChoice = { km: '', province: '', kind: '', left: new Set(), prices: new Map() }

export function shownOf(places: PlannedRoute[], { km, province, kind }: PlanChoice): PlannedRoute[] {
  const most = Number(km) > 0 ? Number(km) : null
  return places.filter(
    (place) =>
      (most === null || (place.distanceKm !== null && place.distanceKm <= most)) &&
      (province === '' || place.province === province) &&
      (kind === '' || place.locationType === kind),
  )
}

export const priceTextOf = (place: PlannedRoute, field: PlanField, { prices }: PlanChoice): string =>
  prices.get(place.id)?.[field] ?? (place[field] ?? '').replace('.', ',')

/** Returns the choices with the entered price. A price equal to the planned one counts as not entered. */
export function withPrice(
  choice: PlanChoice,
  place: PlannedRoute,
  { field, text }: { field: PlanField; text: string },
): PlanChoice {
  const { [field]: _, ...others } = choice.prices.get(place.id) ?? {}
  const isPlanned = centsOf(text) === centsOf(place[field])
  const texts: Texts = isPlanned ? others : { ...others, [field]: text }
  const prices = new Map(choice.prices)
  if (Object.keys(texts).length === 0) prices.delete(place.id)
  else prices.set(place.id, texts)
  return { ...choice, prices }
}

export const isReadable = ({ prices }: PlanChoice): boolean =>
  [...prices.values()].every((texts) => Object.values(texts).every((text) => centsOf(text) !== undefined))

export const placePricesOf = ({ prices }: PlanChoice): ({ id: number } & Texts)[] =>
  [...prices].map(([id, texts]) => ({ id, ...texts }))
