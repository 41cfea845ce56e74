import { repeatedLines, repeatsLine, type TableRow } from '../../../../kernel/table.ts'
import type { PricedRoute } from '../../../../modules/catalog/priceGrid/contract.ts'
import {
  foldedRoute,
  hasHeadings,
  lineFault,
  type PriceColumn,
  type PriceLine,
  priceRowsIn,
  priceTable,
  routeEnds,
  routeHeadings,
  routeNamed,
} from '../../../../modules/catalog/prices/table.contract.ts'
import { dayFieldOf, priceFieldOf } from './columns.ts'
import type { Writing } from './edits.ts'

/** Returns whether a pasted block has headings, or names its routes in the first column. */
export const hasRouteNames = (block: string[][]): boolean =>
  hasHeadings(filledRows(block)) || routeEnds(block[0]?.[0] ?? '') !== null

const filledRows = (block: string[][]): TableRow[] =>
  block
    .map((cells, index) => ({ number: index + 1, row: index + 1, cells }))
    .filter(({ cells }) => cells.join('').trim() !== '')

/**
 * Finds the route of each line by its id or its names. A block without headings has the columns of the grid. `faults`
 * are Italian sentences; if there are any, nothing may be written.
 */
export function namedWritings(
  block: string[][],
  columnIds: string[],
  rows: PricedRoute[],
): { writings: Writing[]; faults: string[] } {
  const [first = []] = block
  const sheet = { rows: filledRows(block), delimiter: '\t' } as const
  const table = hasHeadings(sheet.rows)
    ? priceTable(sheet)
    : priceRowsIn(sheet, gridColumns(columnIds).slice(0, first.length))
  const faults = table.faults.map(({ message }) => message)
  const find = routeFinder(rows)
  const lines = table.lines.map((line) => ({ ...line, route: find(line) }))
  const unknown = lines.flatMap(({ route, ...line }) =>
    typeof route === 'string' ? [{ line, text: route }] : [],
  )
  const repeated = repeatedLines(lines, ({ route }) => (typeof route === 'string' ? null : `${route.id}`))
  const wrong = [
    ...unknown,
    ...repeated.map(({ line, earlier }) => ({ line, text: repeatsLine(earlier) })),
  ].sort((one, other) => one.line.number - other.line.number)
  faults.push(...wrong.map(({ line, text }) => lineFault(line.number, routeHeadings.route, text).message))
  const writings = lines.flatMap(({ route, prices }): Writing[] =>
    typeof route === 'string' ? [] : prices.map(([field, price]) => ({ route, field, text: price })),
  )
  return { writings: faults.length > 0 ? [] : writings, faults }
}

/** Returns a function that finds the route of a line, or returns the sentence of the fault. */
function routeFinder(rows: PricedRoute[]): (line: PriceLine) => PricedRoute | string {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const byName = Map.groupBy(rows, ({ departure, destination }) => foldedRoute(departure, destination))
  const where = ' in questo elenco'
  return (line) => {
    const { id, departure, destination } = line
    if (id === null) return routeNamed(line, byName, where)
    const route = byId.get(id)
    if (!route) return `nessuna tratta con questo ID${where}`
    const isNamed =
      foldedRoute(departure ?? route.departure, destination ?? route.destination) ===
      foldedRoute(route.departure, route.destination)
    return isNamed ? route : `la tratta ${id} va da ${route.departure} a ${route.destination}`
  }
}

/** Returns the columns of the grid except those with prices of the day, which a copied block does not contain. */
function gridColumns(columnIds: string[]): (PriceColumn | null)[] {
  return columnIds
    .filter((id) => !dayFieldOf(id))
    .map((id) => priceFieldOf(id) ?? nameColumns.find((name) => name === id) ?? null)
}

const nameColumns = Object.keys(routeHeadings) as (keyof typeof routeHeadings)[]
