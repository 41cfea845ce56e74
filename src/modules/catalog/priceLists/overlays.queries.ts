import { readModel } from '../../../kernel/readModel.ts'
import { type Adjustment, adjustedPrice, adjustmentOf } from '../prices/adjustment.queries.ts'
import { centsOf } from '../prices/cents.contract.ts'
import type { PriceField } from '../search/contract.ts'
import { amountsOf } from './cells.ts'
import type { PriceListForm } from './contract.ts'

/** A price list as fares read it. */
export interface Overlay {
  id: number
  name: string
  overlay: PriceListForm['overlay']
  weekdays: number[]
  startsOn: string
  endsOn: string | null
  departure: number | null
  kind: number | null
  fields: ReadonlySet<PriceField>
  adjustment: Adjustment | null
  /** Single prices by route, in cents; they override the rule. */
  cells: ReadonlyMap<number, ReadonlyMap<PriceField, number | null>>
}

interface Row extends Omit<Overlay, 'fields' | 'adjustment' | 'cells'> {
  fields: PriceField[]
  percent: string | null
  amount: string | null
  roundTo: string | null
  cells: { id: number; field: PriceField; value: unknown }[]
}

/** Every list not cancelled, and the kinds of overlay that staff activated. */
export const overlays = readModel(['price_lists', 'fare_settings'], async (read) => {
  const [rows, [settings]] = await Promise.all([
    read<Row[]>`
      select id, name, overlay, weekdays, to_char(starts_on, 'YYYY-MM-DD') as starts_on,
        to_char(ends_on, 'YYYY-MM-DD') as ends_on, departure_location_id as departure, transfer_type_id as kind,
        fields, percent, amount, round_to, cells
      from price_lists where cancelled_at is null order by starts_on, id`,
    read<[{ areWeekdaysOn: boolean; areNightsOn: boolean }?]>`
      select are_weekdays_on, are_nights_on from fare_settings`,
  ])
  const lists = rows.map(overlayOf)
  const isOn = ({ overlay }: Overlay) =>
    overlay === 'period' ||
    (overlay === 'weekdays' ? (settings?.areWeekdaysOn ?? false) : (settings?.areNightsOn ?? false))
  return { all: lists, on: lists.filter(isOn) }
})

function overlayOf({ fields, percent, amount, roundTo, cells, ...row }: Row): Overlay {
  const byRoute = Map.groupBy(cells, ({ id }) => id)
  return {
    ...row,
    fields: new Set(fields),
    adjustment: fields.length > 0 ? adjustmentOf(amountsOf({ percent, amount, roundTo })) : null,
    cells: new Map(
      [...byRoute].map(([id, own]) => [
        id,
        new Map(own.map(({ field, value }) => [field, centsOf(value) ?? null])),
      ]),
    ),
  }
}

/** Limit of the column's numeric(8,2). */
const centsMax = 99_999_999

/** Returns the price under this list; undefined if the list does not change it. */
export function overlaidPrice(
  list: Overlay,
  route: { id: number; departureId: number; transferTypeId: number },
  field: PriceField,
  cents: number | null,
): number | null | undefined {
  const cell = list.cells.get(route.id)?.get(field)
  if (cell !== undefined) return cell
  if (cents === null || !list.adjustment || !list.fields.has(field) || !isRuled(list, route)) return undefined
  const price = adjustedPrice(cents, list.adjustment)
  // An invalid result leaves the price unchanged.
  return price > 0 && price <= centsMax ? price : undefined
}

interface Ruled {
  departureId: number
  transferTypeId: number
}

function isRuled({ departure, kind, fields }: Overlay, { departureId, transferTypeId }: Ruled): boolean {
  return (
    fields.size > 0 &&
    (departure === null || departure === departureId) &&
    (kind === null || kind === transferTypeId)
  )
}

/** Whether a list covers a route. */
export const touches = (list: Overlay, route: Ruled & { id: number }) =>
  list.cells.has(route.id) || isRuled(list, route)
