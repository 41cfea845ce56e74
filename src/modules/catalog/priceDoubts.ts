import type { Tx } from '../../db.ts'
import type { GuardedRoute } from './comparablePrice.ts'
import { centsOf } from './contract.cents.ts'
import type { PriceChange, PriceDoubt } from './contract.prices.ts'
import { type PriceField, priceFields } from './contract.ts'
import { priceDoubts } from './priceGuard.ts'
import { priceColumns } from './routeRows.ts'

interface StoredRoute extends Omit<GuardedRoute, PriceField>, Record<PriceField, string | null> {}

/** What looks wrong in these changes beside all that the catalogue asks; the rule is priceGuard.ts. */
export async function doubtsOf(
  tx: Tx,
  changes: PriceChange[],
  how: { isTyped?: boolean } = {},
): Promise<PriceDoubt[]> {
  if (changes.length === 0) return []
  const ids = [...new Set(changes.map(({ id }) => id))]
  const rows = await tx<StoredRoute[]>`
    select r.id, d.name as departure, a.name as destination, transfer_type_id, distance_km, r.is_active,
      ${tx(Object.values(priceColumns))}
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id
    where r.is_active or r.id = any(${ids}::bigint[])`
  const routes = new Map(rows.map((row) => [row.id, inCents(row)]))
  const cells = changes.map(({ id, field, to }) => ({ id, field, cents: centsOf(to) ?? null }))
  return priceDoubts(routes, cells, how)
}

function inCents(row: StoredRoute): GuardedRoute {
  const cents = Object.fromEntries(priceFields.map((field) => [field, centsOf(row[field]) ?? null]))
  return { ...row, ...(cents as Record<PriceField, number | null>) }
}
