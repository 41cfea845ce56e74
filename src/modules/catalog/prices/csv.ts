import { parse } from 'csv/sync'
import { type FieldError, HttpError } from '../../../kernel/httpError.ts'
import { answer, handle } from '../../../kernel/message.ts'
import { inert, sheetOf } from '../../../kernel/sheet.ts'
import { priceColumns } from '../routes/rows.queries.ts'
import { type PriceField, priceFields } from '../search/contract.ts'
import { centsOf } from './cents.contract.ts'
import { ExportPrices, ImportPrices, priceLabels } from './contract.ts'
import { pricedRoutes } from './queries.ts'
import {
  type Cell,
  changesOf,
  lockedPrices,
  type PricedRow,
  reasonOf,
  refuseCells,
  settlePrices,
} from './writes.ts'

// Exports CSV for an Italian Excel, and imports CSV that this Excel has saved.

interface SheetRow extends Omit<PricedRow, 'followsId'> {
  transferType: string | null
}

const header = [
  'ID',
  'Partenza',
  'Destinazione',
  'Tipologia',
  ...priceFields.map((field) => priceLabels[field]),
]

export const exportPrices = answer(ExportPrices, async (read, asked) => {
  const rows = await read<SheetRow[]>`
    select id, departure, destination, transfer_type, ${read(Object.values(priceColumns))}
    from ${pricedRoutes(read, asked)} order by lower(departure), lower(destination), id`
  return sheetOf([
    header,
    ...rows.map((row) => [
      row.id,
      row.departure,
      row.destination,
      row.transferType,
      ...priceFields.map((field) => row[field]?.replace('.', ',')),
    ]),
  ])
})

interface Line {
  number: number
  id: number
  departure: string | undefined
  destination: string | undefined
  /** Prices in the order of the columns. Prices without a column do not change. */
  prices: [PriceField, string][]
}

/** Imports prices by the id of the route. Names are compared only to detect shifted lines. */
export const importPrices = handle(ImportPrices, async (tx, { data, dryRun, reason }, caller) => {
  const lines = linesOf(textOf(Buffer.from(data, 'base64')))
  const rows = await lockedPrices(
    tx,
    lines.flatMap(({ id }) => (Number.isSafeInteger(id) ? id : [])),
  )
  const cells = cellsOf(lines, rows)
  return settlePrices(tx, rows, {
    changes: changesOf(rows, cells),
    reason: reasonOf('Importazione da CSV', reason),
    caller,
    dryRun,
    isTyped: true,
  })
})

/** Decodes UTF-8, or Windows-1252 as Excel writes it. */
function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

function linesOf(text: string): Line[] {
  const [first = ''] = text.split(/\r?\n/, 1)
  // Commas are tried last, because a comma may be the decimal mark of a price.
  const delimiter = [';', '\t'].find((mark) => first.includes(mark)) ?? ','
  const [head, ...rest] = parsed(text, delimiter)
  const names = (head?.record ?? []).map((cell) => cell.toLowerCase())
  const at = (label: string, field: string) =>
    Math.max(names.indexOf(label.toLowerCase()), names.indexOf(field.toLowerCase()))
  const places = {
    id: at('ID', 'id'),
    from: at('Partenza', 'departure'),
    to: at('Destinazione', 'destination'),
  }
  const columns = priceFields.flatMap((field): [PriceField, number][] => {
    const index = at(priceLabels[field], field)
    return index < 0 ? [] : [[field, index]]
  })
  if (places.id < 0) throw new HttpError(422, 'Riga 1: manca la colonna ID.')
  if (columns.length === 0) throw new HttpError(422, 'Riga 1: non c’è nessuna colonna di prezzo.')
  const short = rest.filter(({ record }) => record.length < names.length)
  refuseCells(
    422,
    short.map(({ number }) => fault(number, 'ID', 'mancano delle celle')),
  )
  return rest.map(({ record, number }) => ({
    number,
    id: /^\d{1,9}$/.test(record[places.id] ?? '') ? Number(record[places.id]) : Number.NaN,
    departure: record[places.from],
    destination: record[places.to],
    prices: columns.map(([field, index]) => [field, record[index] ?? '']),
  }))
}

function parsed(text: string, delimiter: string): { record: string[]; number: number }[] {
  try {
    const found: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    return (found as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      record,
      number: info.lines,
    }))
  } catch (error) {
    // Only the CSV parser's errors have a line number.
    if (!(error instanceof Error && 'lines' in error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    throw new HttpError(422, `Riga ${line}: il file non è un CSV leggibile.`)
  }
}

const fault = (line: number, column: string, text: string): FieldError => ({
  path: `righe.${line}.${column}`,
  message: `Riga ${line}, ${column}: ${text}`,
})

/** Returns whether a cell contains the stored name or its exported form (`inert`). */
const isName = (cell: string, name: string) => [name, inert(name)].some((text) => text.trim() === cell.trim())

function cellsOf(lines: Line[], rows: Map<number, PricedRow>): Cell[] {
  const faults: FieldError[] = []
  const seen = new Set<number>()
  const cells = lines.flatMap(({ number, id, departure, destination, prices }) => {
    const row = rows.get(id)
    if (!row) faults.push(fault(number, 'ID', 'la tratta non esiste'))
    else if (seen.has(id)) faults.push(fault(number, 'ID', 'la tratta compare due volte'))
    else {
      if (departure !== undefined && !isName(departure, row.departure))
        faults.push(fault(number, 'Partenza', `la tratta ${id} parte da ${row.departure}`))
      if (destination !== undefined && !isName(destination, row.destination))
        faults.push(fault(number, 'Destinazione', `la tratta ${id} arriva a ${row.destination}`))
    }
    seen.add(id)
    return prices.map(([field, text]) => {
      const cents = centsOf(text)
      if (cents === undefined)
        faults.push(
          fault(number, priceLabels[field], 'scrivi il prezzo in euro, per esempio 40 oppure 40,50'),
        )
      return { id, field, cents: cents ?? null }
    })
  })
  refuseCells(422, faults)
  return cells
}
