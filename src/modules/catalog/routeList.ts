import type { Static } from '@sinclair/typebox'
import type { Sql } from '../../db.ts'
import { likeOf, pageOf, pages } from '../../list.ts'
import { answer } from '../../message.ts'
import { ListRoutes, ReadRoute } from './contract.routes.ts'
import { hasEconomyFrom, hubs } from './hubs.ts'
import { findStaffRoute, type RouteRow, shownRoute, staffColumns, staffRoutes } from './routeRows.ts'

interface ListedRow extends Omit<RouteRow, 'longDescription' | 'touristInfo'> {
  hasTexts: boolean
}

/** More routes than all pairs of places that matter. */
const allRows = 100_000

const order = {
  departure: "lower(departure || ' ' || destination)",
  destination: 'lower(destination)',
  distance: 'distance_km',
  price: 'price_min2_pax',
  ricerche: 'ricerche',
  updatedAt: 'updated_at',
}

export const listRoutes = answer(ListRoutes, async (read, asked) => {
  const { page } = asked
  const listed = read`
    (select ${staffColumns(read)},
      coalesce(r.long_description, '') <> '' and coalesce(r.tourist_info, '') <> '' as has_texts
    from ${staffRoutes(read)}) as listed where ${filterOf(read, asked)}`
  const slice = { ...asked, page: page ?? 1, limit: page === undefined ? allRows : asked.limit }
  const rows = await read<ListedRow[]>`
    select * from ${listed} ${pageOf(read, slice, order, 'departure')}`
  const items = rows.map(shownRoute)
  if (page === undefined) return items
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${listed}`
  return { ...pages(slice, total), items }
})

/** Shared rides leave from these: elsewhere their prices are not missing. */
const economyHubs = hubs.map(({ name }) => name).filter(hasEconomyFrom)

function filterOf(read: Sql, asked: Static<typeof ListRoutes.input>) {
  const like = likeOf(asked.search)
  const missing = {
    prices: read`(price1to3_pax is null or price4to8_pax is null or departure = any(${economyHubs})
      and (price_min2_pax is null or price3to4_pax is null or price5to7_pax is null))`,
    texts: read`not has_texts`,
  }
  return read`
    (departure || ' ' || destination ilike ${like} or slug ilike ${like})
    and ${asked.departure ? read`departure_location_id = ${asked.departure}` : read`true`}
    and ${asked.destination ? read`destination_location_id = ${asked.destination}` : read`true`}
    and ${asked.transferType ? read`transfer_type_id = ${asked.transferType}` : read`true`}
    and ${asked.active === undefined ? read`true` : read`is_active = ${asked.active}`}
    and ${asked.main === undefined ? read`true` : read`is_main_route = ${asked.main}`}
    and ${asked.missing ? missing[asked.missing] : read`true`}`
}

export const readRoute = answer(ReadRoute, async (read, { id }) => shownRoute(await findStaffRoute(read, id)))
