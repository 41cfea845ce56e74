import { type FieldError, refuseFaults } from '../../../kernel/httpError.ts'
import { fileTable, inert } from '../../../kernel/sheet.ts'
import type { Tx } from '../../../platform/db.ts'
import {
  foldedRoute,
  lineFault,
  type PriceLine,
  priceHeadings,
  priceTable,
  routeHeadings,
  routeNamed,
} from './table.contract.ts'

/** Reads a CSV file of prices. Throws HttpError 422 with all faults of the table. */
export function linesOf(bytes: Uint8Array): PriceLine[] {
  const { sheet, table } = fileTable(bytes, priceHeadings)
  const { lines, faults } = priceTable(sheet, table)
  refuseFaults(422, faults)
  return lines
}

interface NamedRoute {
  id: number
  departure: string
  destination: string
  transferType: string
}

/** Finds the route's id for each line with names only. Throws HttpError 422 for unknown or ambiguous names. */
export async function identified(tx: Tx, lines: PriceLine[]): Promise<(PriceLine & { id: number })[]> {
  const byName = lines.some(({ id }) => id === null)
    ? await routesByName(tx)
    : new Map<string, NamedRoute[]>()
  const faults: FieldError[] = []
  const found = lines.map((line) => {
    if (line.id !== null) return { ...line, id: line.id }
    const route = routeNamed(line, byName)
    if (typeof route === 'string') faults.push(lineFault(line.number, routeHeadings.route, route))
    // Omits the names, which are checked above, so that `cellsOf` (csv.ts) does not compare them again.
    const id = typeof route === 'string' ? Number.NaN : route.id
    return { ...line, id, departure: undefined, destination: undefined }
  })
  refuseFaults(422, faults)
  return found
}

/** Returns the routes by their names, both in the stored and in the exported form (`inert`). */
async function routesByName(tx: Tx): Promise<Map<string, NamedRoute[]>> {
  const rows = await tx<NamedRoute[]>`
    select r.id, d.name as departure, a.name as destination, t.name as transfer_type
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id join transfer_types t on t.id = transfer_type_id`
  const found = new Map<string, NamedRoute[]>()
  for (const row of rows)
    for (const key of new Set([
      foldedRoute(row.departure, row.destination),
      foldedRoute(inert(row.departure), inert(row.destination)),
    ]))
      found.set(key, [...(found.get(key) ?? []), row])
  return found
}
