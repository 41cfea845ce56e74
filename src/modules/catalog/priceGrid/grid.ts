import { pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { romanToday } from '../../../kernel/romanDay.ts'
import type { Sql } from '../../../platform/db.ts'
import { sharedFields, shownPrices } from '../book/price.queries.ts'
import { priceColumns } from '../book/priceColumns.queries.ts'
import { routeOrder } from '../book/staffRoutes.queries.ts'
import { type PricesOf, pricesOn, travelOn } from '../fares/fares.queries.ts'
import { hasEconomyFrom } from '../hubs.ts'
import { isInForce, overlays } from '../priceLists/overlays.queries.ts'
import { pricedRoutes } from '../prices/pricedRoutes.queries.ts'
import { ListPrices, PricedRoute } from './contract.ts'

const order = { ...routeOrder, ...priceColumns }

export const listPrices = answer(ListPrices, async (read, asked, _caller, context) => {
  const listed = pricedRoutes(read, asked)
  const { canFollow: _, onDay: __, ...stored } = PricedRoute.properties
  const columns = [...Object.keys(stored), 'departureLocationId']
  const rows = await read<GridRow[]>`
    select ${read(columns)}, has_own_prices and not is_main_route and exists (
        select from route_prices o where o.follows_id is null
          and o.departure_location_id = listed.destination_location_id
          and o.destination_location_id = listed.departure_location_id) as can_follow
    from ${listed} ${pageOf(read, asked, order, 'departure')}`
  const [{ count }] = await read<[{ count: number }]>`select count(*) as count from ${listed}`
  const { page, totalPages, total } = pages(asked, count)
  const onDay = asked.day
    ? await dayRows(read, rows, await pricesOn(read, travelOn(context, asked.day)))
    : null
  const { on } = await overlays(read)
  const today = romanToday(context)
  return {
    routes: rows.map((row) => ({ ...gridRow(row), ...onDay?.(row) })),
    page,
    totalPages,
    totalRoutes: total,
    listsToday: on.filter((list) => isInForce(list, today)).map(({ name }) => name),
  }
})

interface GridRow
  extends Omit<PricedRoute, 'departure' | 'destination' | 'transferType' | 'onDay' | 'updatedAt'> {
  departureLocationId: number
  departure: string | null
  destination: string | null
  transferType: string | null
  updatedAt: Date
}

interface Follower {
  id: number
  outbound: number
  departureId: number
  transferTypeId: number
}

/** Hides the outbound route's shared prices in a return route from a place without shared rides. */
const noShared = Object.fromEntries(sharedFields.map((field) => [field, null]))

/** Returns a function that computes a row's prices on a day of travel and names the price lists that apply. */
async function dayRows(read: Sql, rows: GridRow[], pricesOf: PricesOf) {
  const following = rows.filter(({ hasOwnPrices }) => !hasOwnPrices).map(({ id }) => id)
  const followers = await read<Follower[]>`
    select r.id, o.id as outbound, o.departure_location_id as departure_id, o.transfer_type_id
    from route_prices r join route_prices o on o.id = r.follows_id where r.id = any(${following}::bigint[])`
  const outbounds = new Map(followers.map(({ id, outbound, ...scope }) => [id, { ...scope, id: outbound }]))
  return (row: GridRow): Pick<PricedRoute, 'onDay'> => {
    const { departureLocationId, departure, ...route } = row
    const follows = outbounds.get(row.id) ?? null
    const { prices, lists } = pricesOf({
      ...route,
      departure: { id: departureLocationId, name: departure ?? '' },
      follows,
    })
    const offered = hasEconomyFrom(departure ?? '') ? prices : { ...prices, ...noShared }
    return { onDay: { ...shownPrices(offered), lists: lists.map(({ name }) => name) } }
  }
}

function gridRow(row: GridRow): PricedRoute {
  const { departure, destination, transferType, updatedAt } = row
  return {
    ...row,
    ...shownPrices(row),
    departure: departure ?? '',
    destination: destination ?? '',
    transferType: transferType ?? '',
    updatedAt: updatedAt.toISOString(),
  }
}
