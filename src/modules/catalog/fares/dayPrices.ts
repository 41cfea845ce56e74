import { isAtNight } from '../../../kernel/clockTime.ts'
import { type DatedWhen, dayAfter, weekdayOf } from '../../../kernel/romanDay.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { isShared } from '../book/price.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import {
  type Overlay,
  overlaidPrice,
  type RouteScope,
  type ScopedRoute,
  scopeOf,
  touches,
} from '../priceLists/overlays.queries.ts'
import { priceTextOrNull } from '../prices/cents.contract.ts'

/** Prices as text. They are valid from `validFrom` to `validUntil`, which are null without a limit. */
export interface DayPrices {
  prices: Record<PriceField, string | null>
  validFrom: string | null
  validUntil: string | null
  /** Price lists that apply to the route on the day. */
  lists: readonly Pick<Overlay, 'name'>[]
}

/** Data from which the prices of a route on a day are computed. */
export interface DayRoute extends ScopedRoute, Record<PriceField, string | null> {}

/** Returns a route's prices on a day. Lists for periods apply first, then for weekdays, then for nights. */
export function dayPrices(route: DayRoute, lists: readonly Overlay[], { day, time }: DatedWhen): DayPrices {
  const where = scopeOf(route)
  let applied: Overlay[] | undefined
  let validFrom: string | null = null
  let validUntil: string | null = null
  let nextStart: string | null = null
  for (const list of lists) {
    if (!touches(list, route.id, where)) continue
    const { overlay, startsOn, endsOn } = list
    const isThen = startsOn <= day && (endsOn === null || endsOn >= day)
    if (overlay === 'period') {
      if (isThen) {
        validFrom = later(validFrom, startsOn)
        validUntil = earlier(validUntil, endsOn)
      } else if (startsOn > day) nextStart = earlier(nextStart, startsOn)
    } else if (isThen && overlay === 'weekdays') {
      // The days before and after are other weekdays, so their prices may differ.
      validFrom = day
      validUntil = day
    }
    const counts =
      overlay === 'period' ||
      (overlay === 'nights' ? isAtNight(time) : list.weekdays.includes(weekdayOf(day)))
    if (isThen && counts) {
      applied ??= []
      applied.push(list)
    }
  }
  if (nextStart !== null) validUntil = earlier(validUntil, dayAfter(nextStart, -1))
  const prices = applied ? overlaid(route, where, applied) : route
  return { prices, validFrom, validUntil, lists: applied ?? none }
}

const none: readonly Overlay[] = []

const order = ['period', 'weekdays', 'nights'] as const

function overlaid(route: DayRoute, where: RouteScope, applied: Overlay[]) {
  const prices = {} as Record<PriceField, string | null>
  const hasEconomy = hasEconomyFrom(route.departure.name)
  for (const field of priceFields) {
    if (!hasEconomy && isShared(field)) {
      prices[field] = null
      continue
    }
    const stored = route[field]
    let cents = stored === null ? null : Math.round(Number(stored) * 100)
    for (const kind of order)
      for (const list of applied) {
        if (list.overlay !== kind) continue
        const own = list.cells.get(route.id)?.get(field)
        const price = own === undefined ? overlaidPrice(list, where, field, cents) : own
        if (price === undefined) continue
        cents = price
        break
      }
    prices[field] = priceTextOrNull(cents)
  }
  return prices
}

const later = (one: string | null, other: string) => (one === null || one < other ? other : one)
const earlier = (one: string | null, other: string | null) =>
  one === null || (other !== null && other < one) ? other : one
