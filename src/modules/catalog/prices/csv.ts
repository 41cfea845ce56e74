import { download, partsOf } from '../../../kernel/download.ts'
import type { FieldError } from '../../../kernel/httpError.ts'
import { refuseFaults } from '../../../kernel/httpError.ts'
import { long } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import { comparable } from '../../../kernel/pasted.ts'
import { inert, sendSheet } from '../../../kernel/sheet.ts'
import { repeatedLines, repeatsLine } from '../../../kernel/table.ts'
import { priceFields } from '../book/contract.ts'
import { priceColumns } from '../book/priceColumns.queries.ts'
import { centsOf, priceFault } from './cents.contract.ts'
import { ExportPrices, ImportPrices, priceLabels } from './contract.ts'
import { type Cell, changesOf, lockedPrices, type PricedRow, reasonOf } from './priceCells.writes.ts'
import { pricedRoutes } from './pricedRoutes.queries.ts'
import { settlePrices } from './settlement.ts'
import { identified, linesOf } from './sheet.ts'
import { lineFault, type PriceLine, routeHeadings } from './table.contract.ts'

// Exports CSV for Italian Excel, and imports CSV that Excel saved.

interface SheetRow extends Omit<PricedRow, 'followsId'> {
  transferType: string | null
}

const { departure, destination, transferType } = routeHeadings
const header = ['ID', departure, destination, transferType, ...Object.values(priceLabels)]

export const exportPrices = download(ExportPrices, async (file, asked) => {
  const { read } = file
  // departure and destination are never null: a route refers to two places.
  const rows = read<SheetRow[]>`
    select id, departure, destination, transfer_type, ${read(Object.values(priceColumns))}
    from ${pricedRoutes(read, asked)} order by lower(departure), lower(destination), id`
  return sendSheet(file, header, partsOf(read, rows), (part) =>
    part.map((row) => [
      row.id,
      row.departure,
      row.destination,
      row.transferType,
      ...priceFields.map((field) => row[field]?.replace('.', ',')),
    ]),
  )
})

/** Imports prices by the id of the route. For a line without an id, finds the route by the names of its places. */
const importing = handle(ImportPrices, async (tx, { data, reason, ...how }, caller) => {
  const lines = await identified(tx, linesOf(Buffer.from(data, 'base64')))
  const rows = await lockedPrices(
    tx,
    lines.flatMap(({ id }) => (Number.isSafeInteger(id) ? id : [])),
  )
  const cells = cellsOf(lines, rows)
  return settlePrices(tx, rows, {
    ...how,
    changes: changesOf(rows, cells),
    reason: reasonOf('Importazione da CSV', reason),
    caller,
    isTyped: true,
  })
})

/** Characters of a file in Base64 with about a thousand lines. */
const shortFile = 50_000

export const importPrices = long(importing, async (_, { data }) => data.length > shortFile)

/** Returns whether a cell contains the stored name or its exported form (`inert`). */
const isName = (cell: string, name: string) =>
  [name, inert(name)].some((text) => comparable(text) === comparable(cell))

function cellsOf(lines: (PriceLine & { id: number })[], rows: Map<number, PricedRow>): Cell[] {
  const faults: FieldError[] = []
  const repeated = repeatedLines(lines, ({ id }) => `${id}`)
  const earlierOf = new Map(repeated.map(({ line, earlier }) => [line.number, earlier]))
  const cells = lines.flatMap(({ number, id, departure, destination, prices }) => {
    const row = rows.get(id)
    const earlier = earlierOf.get(number)
    if (!row) faults.push(lineFault(number, 'ID', 'la tratta non esiste'))
    else if (earlier !== undefined) faults.push(lineFault(number, 'ID', repeatsLine(earlier)))
    else {
      if (departure !== undefined && !isName(departure, row.departure))
        faults.push(lineFault(number, routeHeadings.departure, `la tratta ${id} parte da ${row.departure}`))
      if (destination !== undefined && !isName(destination, row.destination))
        faults.push(
          lineFault(number, routeHeadings.destination, `la tratta ${id} arriva a ${row.destination}`),
        )
    }
    return prices.map(([field, text]) => {
      const cents = centsOf(text)
      if (cents === undefined) faults.push(lineFault(number, priceLabels[field], priceFault(text)))
      return { id, field, cents: cents ?? null }
    })
  })
  refuseFaults(422, faults)
  return cells
}
