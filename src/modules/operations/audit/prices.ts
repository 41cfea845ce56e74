import type { Sql } from '../../../platform/db.ts'
import type { AuditLine } from './contract.ts'

/** Maximum number of prices that an entry shows. */
const shownMax = 10

interface PriceRow {
  batchId: string
  route: string
  field: string
  priceFrom: string | null
  priceTo: string | null
}

/** Returns the first `shownMax` price changes of each batch, by batch id. */
export async function pricesOf(read: Sql, batchIds: string[]): Promise<Map<string, AuditLine['prices']>> {
  if (batchIds.length === 0) return new Map()
  const rows = await read<PriceRow[]>`
    select batch_id, route, field, price_from, price_to from (
      select batch_id, d.name || ' → ' || a.name as route, field, price_from, price_to,
        row_number() over (partition by batch_id order by c.id) as place
      from price_changes c join route_prices r on r.id = c.route_id
        join locations d on d.id = r.departure_location_id join locations a on a.id = r.destination_location_id
      where batch_id = any(${batchIds}::uuid[])) as listed
    where place <= ${shownMax} order by batch_id, place`
  return new Map(
    [...Map.groupBy(rows, ({ batchId }) => batchId)].map(([batchId, own]) => [
      batchId,
      own.map(({ route, field, priceFrom, priceTo }) => ({ route, field, from: priceFrom, to: priceTo })),
    ]),
  )
}
