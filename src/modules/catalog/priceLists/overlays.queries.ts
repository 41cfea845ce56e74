import { readModel } from '../../../kernel/readModel.ts'
import { dayAfter, romanMidnight, weekdayOf } from '../../../kernel/romanDay.ts'
import type { PriceField } from '../book/contract.ts'
import { type Adjustment, adjustmentOf, validPrice } from '../prices/adjustment.queries.ts'
import { centsOf } from '../prices/cents.contract.ts'
import { amountsOf } from './cells.ts'
import type { PriceListForm } from './contract.ts'

export interface Overlay {
  id: number
  version: number
  name: string
  overlay: PriceListForm['overlay']
  weekdays: number[]
  startsOn: string
  endsOn: string | null
  updatedAt: Date
  cancelledAt: Date | null
  departure: number | null
  kind: number | null
  fields: ReadonlySet<PriceField>
  adjustment: Adjustment | null
  /** Single prices in cents by route id; they override the rule. */
  cells: ReadonlyMap<number, ReadonlyMap<PriceField, number | null>>
}

interface Row extends Omit<Overlay, 'fields' | 'adjustment' | 'cells'> {
  fields: PriceField[]
  percent: string | null
  amount: string | null
  roundTo: string | null
  cells: { id: number; field: PriceField; value: unknown }[]
}

/** `all`: lists that are not cancelled. `on` and `cancelled` omit kinds of lists that staff have deactivated. */
export const overlays = readModel(['price_lists', 'fare_settings'], async (read) => {
  const [rows, [settings]] = await Promise.all([
    read<Row[]>`
      select id, version, name, overlay, weekdays, to_char(starts_on, 'YYYY-MM-DD') as starts_on,
        to_char(ends_on, 'YYYY-MM-DD') as ends_on, departure_location_id as departure, transfer_type_id as kind,
        fields, percent, amount, round_to, cells, updated_at, cancelled_at
      from price_lists order by starts_on, id`,
    read<[{ areWeekdaysOn: boolean; areNightsOn: boolean }?]>`
      select are_weekdays_on, are_nights_on from fare_settings`,
  ])
  const known = rows.map(overlayOf)
  const lists = known.filter(({ cancelledAt }) => cancelledAt === null)
  const isOn = ({ overlay }: Overlay) =>
    overlay === 'period' ||
    (overlay === 'weekdays' ? (settings?.areWeekdaysOn ?? false) : (settings?.areNightsOn ?? false))
  const cancelled = known.filter((list) => list.cancelledAt !== null && isOn(list))
  return { all: lists, on: lists.filter(isOn), cancelled }
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

/** Returns whether pages show the list's prices on a day. Pages never show prices for nights. */
export const isInForce = ({ overlay, weekdays, startsOn, endsOn }: Overlay, day: string) =>
  startsOn <= day &&
  (endsOn === null || endsOn >= day) &&
  (overlay === 'period' || (overlay === 'weekdays' && weekdays.includes(weekdayOf(day))))

/** Returns when the list last changed the content of pages. */
export function changedAt({ startsOn, endsOn, updatedAt, cancelledAt }: Overlay, today: string): Date {
  const ended = endsOn === null ? null : dayAfter(endsOn)
  const turn = ended !== null && ended <= today ? ended : startsOn
  const moments = [updatedAt, cancelledAt, turn <= today ? romanMidnight(turn) : null]
  return new Date(Math.max(...moments.map((moment) => moment?.getTime() ?? 0)))
}

/** Ids by which price lists select a route. */
export interface RouteScope {
  id: number
  departureId: number
  transferTypeId: number
}

/** A route that `follows` its outbound has the outbound's ids. */
export const scopeOf = ({ id, departure, transferTypeId, follows }: ScopedRoute): RouteScope =>
  follows ?? { id, departureId: departure.id, transferTypeId }

export interface ScopedRoute {
  id: number
  departure: { id: number; name: string }
  transferTypeId: number
  /** Ids of the outbound route whose prices this return route uses; null for a route with its own prices. */
  follows: RouteScope | null
}

/** Returns cents, null if the list removes the price, and undefined if the list does not change the price. */
export function overlaidPrice(
  list: Overlay,
  route: RouteScope,
  field: PriceField,
  cents: number | null,
): number | null | undefined {
  const cell = list.cells.get(route.id)?.get(field)
  if (cell !== undefined) return cell
  if (cents === null || !list.adjustment || !list.fields.has(field) || !isRuled(list, route)) return undefined
  // An invalid result leaves the price unchanged.
  return validPrice(cents, list.adjustment) ?? undefined
}

function isRuled({ departure, kind, fields }: Overlay, { departureId, transferTypeId }: RouteScope): boolean {
  return (
    fields.size > 0 &&
    (departure === null || departure === departureId) &&
    (kind === null || kind === transferTypeId)
  )
}

/** Returns whether the list can change prices of a route. */
export const touches = (list: Overlay, routeId: number, scope: RouteScope) =>
  list.cells.has(routeId) || list.cells.has(scope.id) || isRuled(list, scope)
