import { comparable, foldedName } from '../../../kernel/pasted.ts'
import {
  type Headings,
  headedRows,
  readLines,
  readTable,
  type Sheet,
  type Table,
  type TableFault,
  type TableRow,
} from '../../../kernel/table.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { priceLabels } from './contract.ts'

// Price tables: the columns of a CSV file and of a block pasted into the grid are read in the same way.

export const foldedRoute = (departure: string, destination: string) =>
  `${comparable(departure)} → ${comparable(destination)}`

/** Returns departure and destination of `Lecce → Gallipoli`, also with `->` or ` – `; null for other text. */
export function routeEnds(text: string): { departure: string; destination: string } | null {
  const [departure = '', destination = '', ...more] = text.split(/\s*(?:→|->)\s*|\s+–\s+/)
  return departure.trim() && destination.trim() && more.length === 0 ? { departure, destination } : null
}

/** Headings of columns that contain the names of a route. */
export const routeHeadings = {
  route: 'Tratta',
  departure: 'Partenza',
  destination: 'Destinazione',
  transferType: 'Tipologia',
} as const

export type PriceColumn = 'id' | keyof typeof routeHeadings | PriceField

export const priceHeadings = Object.fromEntries([
  ['id', ['ID', 'id']],
  ...Object.entries(routeHeadings).map(([column, label]) => [column, [label, column]]),
  ...priceFields.map((field) => [field, [priceLabels[field], field]]),
]) as Headings<PriceColumn>

export interface PriceLine {
  number: number
  /** Null if the line has no id; NaN if its id is unreadable. */
  id: number | null
  departure: string | undefined
  destination: string | undefined
  transferType: string | undefined
  /** Prices in the order of the columns. A price whose column is missing stays unchanged. */
  prices: [PriceField, string][]
}

interface NamedRoute {
  departure: string
  destination: string
  transferType: string
}

/**
 * Finds the route that a line names. Returns the sentence of the fault if no route or several routes match; `where`, such
 * as ` in questo elenco`, says where no route was found.
 */
export function routeNamed<Route extends NamedRoute>(
  { departure, destination, transferType }: PriceLine,
  byName: ReadonlyMap<string, Route[]>,
  where = '',
): Route | string {
  if (departure === undefined || destination === undefined)
    return 'scrivi partenza e destinazione, per esempio Lecce → Gallipoli'
  const named = byName.get(foldedRoute(departure, destination)) ?? []
  const kind = comparable(transferType ?? '')
  const [route, ...others] = kind ? named.filter((one) => comparable(one.transferType) === kind) : named
  if (!route)
    return `nessuna tratta da ${departure} a ${destination}${kind && ` con tipologia ${transferType}`}${where}`
  return others.length > 0
    ? `${named.length} tratte da ${departure} a ${destination}: aggiungi la colonna ID o Tipologia`
    : route
}

/** Describes a fault of a line, such as `Riga 2, Tratta: …`. */
export const lineFault = (line: number, column: string, text: string): TableFault => ({
  path: `righe.${line}.${column}`,
  message: `Riga ${line}, ${column}: ${text}`,
})

/** Returns whether rows begin with the headings of a price table, or with a title and these headings. */
export const hasHeadings = (rows: TableRow[]) => headedRows(rows, priceHeadings) !== null

/** Reads a table of prices with headings. */
export function priceTable(
  sheet: Sheet,
  table = readTable(sheet, priceHeadings),
): { lines: PriceLine[]; faults: TableFault[] } {
  const hasTooMany = table.columns.length === 0 && table.faults.length > 0
  if (hasTooMany) return { lines: [], faults: table.faults }
  const faults = [...missingColumns(table, sheet.rows[0]?.number ?? 1), ...table.faults]
  return { lines: faults.length > 0 ? [] : priceLines(table), faults }
}

/** Reads rows without headings, whose columns are known. */
export function priceRowsIn(sheet: Sheet, columns: (PriceColumn | null)[]): ReturnType<typeof priceTable> {
  const table = readLines(sheet, columns)
  return { lines: priceLines(table), faults: table.faults }
}

function missingColumns({ columns }: Table<PriceColumn>, line: number): TableFault[] {
  const has = (column: PriceColumn) => columns.includes(column)
  const faults: TableFault[] = []
  if (!has('id') && !has('route') && !(has('departure') && has('destination')))
    faults.push({
      path: `righe.${line}.ID`,
      message: `Riga ${line}: manca la colonna ID. Senza ID servono la colonna Tratta, oppure Partenza e Destinazione.`,
    })
  if (!priceFields.some(has))
    faults.push({
      path: `righe.${line}.prezzi`,
      message: `Riga ${line}: nessuna colonna di prezzo riconosciuta. Le intestazioni dei prezzi sono ${Object.values(priceLabels).join(', ')}.`,
    })
  return faults
}

function priceLines({ columns, lines }: Table<PriceColumn>): PriceLine[] {
  const fields = columns.filter((column) => priceFields.some((field) => field === column)) as PriceField[]
  return lines.map(({ number, cells }) => ({
    number,
    id: idOf(cells.id),
    departure: cells.departure,
    destination: cells.destination,
    ...routeEnds(cells.route ?? ''),
    transferType: cells.transferType,
    prices: fields.map((field) => [field, cells[field] ?? '']),
  }))
}

/** Excel may have formatted the id as a number: `1.234` or `1234,00`. */
function idOf(text = ''): number | null {
  const id = foldedName(text)
  if (id === '') return null
  const digits = /^\d{1,3}(?:[.,' ]\d{3}){1,2}$/.test(id)
    ? id.replace(/\D/g, '')
    : id.replace(/[.,]0{1,2}$/, '')
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN
}
