import { type PricedRoute, priceLabels } from '../../../../modules/catalog/prices/contract.ts'
import {
  foldedName,
  foldedRoute,
  routeEnds,
  routeHeadings,
} from '../../../../modules/catalog/prices/names.contract.ts'
import { type PriceField, priceFields } from '../../../../modules/catalog/search/contract.ts'
import { dayFieldOf, priceFieldOf } from './columns.ts'
import type { Writing } from './edits.ts'

type NameColumn = keyof typeof routeHeadings

/** Content of a pasted column; null for a column without names or prices. */
type BlockColumn = NameColumn | PriceField | null

const nameColumns = Object.entries(routeHeadings) as [NameColumn, string][]

/** Returns whether a pasted block names its routes, by headings or by a route's name in the first cell. */
export function hasRouteNames([first = []]: string[][]): boolean {
  return isHeading(first) || routeEnds(first[0] ?? '') !== null
}

function isHeading(row: string[]): boolean {
  const found = new Set(row.map(columnOfHeading))
  return found.has('route') || (found.has('departure') && found.has('destination'))
}

function columnOfHeading(text: string): BlockColumn {
  const heading = foldedName(text)
  const field = priceFields.find((one) => foldedName(priceLabels[one]) === heading)
  return field ?? nameColumns.find(([, label]) => foldedName(label) === heading)?.[0] ?? null
}

/**
 * Finds the route of each line by name and, if the line has one, by transfer type. A block without headings has the
 * columns of the grid. `faults` reports lines that match no route or several routes.
 */
export function namedWritings(
  block: string[][],
  columnIds: string[],
  rows: PricedRoute[],
): { writings: Writing[]; faults: string[] } {
  const [first = []] = block
  const hasHeading = isHeading(first)
  const columns = hasHeading ? first.map(columnOfHeading) : gridColumns(columnIds)
  const byName = Map.groupBy(rows, ({ departure, destination }) => foldedRoute(departure, destination))
  const faults: string[] = []
  const writings = block.slice(hasHeading ? 1 : 0).flatMap((line): Writing[] => {
    const cell = (column: NameColumn) => line[columns.indexOf(column)] ?? ''
    const ends = routeEnds(cell('route')) ?? {
      departure: cell('departure'),
      destination: cell('destination'),
    }
    const name = `${ends.departure} → ${ends.destination}`
    const named = byName.get(foldedRoute(ends.departure, ends.destination)) ?? []
    const kind = foldedName(cell('transferType'))
    const found = kind ? named.filter(({ transferType }) => foldedName(transferType) === kind) : named
    const [route] = found
    if (!route || found.length > 1) {
      faults.push(
        route
          ? `Ci sono ${found.length} tratte ${name}: aggiungi la colonna ${routeHeadings.transferType}`
          : `La tratta ${name} non è nell’elenco`,
      )
      return []
    }
    return columns.flatMap((column, index) => {
      const field = priceFieldOf(column ?? undefined)
      const text = line[index]
      return field && text !== undefined ? { route, field, text } : []
    })
  })
  return { writings, faults }
}

/** Returns the columns of the grid except those with prices of the day, which a copied block does not contain. */
function gridColumns(columnIds: string[]): BlockColumn[] {
  return columnIds
    .filter((id) => !dayFieldOf(id))
    .map((id) => priceFieldOf(id) ?? nameColumns.find(([name]) => name === id)?.[0] ?? null)
}
