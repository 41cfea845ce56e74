import { parse, stringify } from 'csv/sync'
import { HttpError, refuseFaults } from './httpError.ts'
import { type Headings, readTable, type Sheet, type Table } from './table.ts'

export type SheetCell = string | number | null | undefined

/** Byte order mark, by which Excel recognizes UTF-8. The API adds it after `run`, as `run` would trim it. */
export const byteOrderMark = '\ufeff'

/** Returns CSV for Italian Excel: semicolons and CRLF. No text cell can start a formula. */
export function sheetOf(rows: SheetCell[][]): string {
  return stringify(rows, {
    delimiter: ';',
    record_delimiter: 'windows',
    cast: { string: inert },
    // By default, csv-stringify quotes neither cells with a lone LF nor cells that begin or end with a blank.
    quoted_match: [/[\n\v\f\u0085\u2028\u2029]/, /^\s|\s$/],
  })
}

/** Turns line breaks into LF and puts an apostrophe before each line that would start a formula in Excel. */
export function inert(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStart, "$1'$2")
}

/** Returns the text from which `inert` made a cell. */
export const textOfInert = (cell: string): string =>
  cell.replaceAll(formulaStart, (_, start: string, marks: string) => start + marks.slice(1))

/** Apostrophes that stand before a formula are part of it, so that `textOfInert` leaves the text's own ones. */
const formulaStart =
  /(^|[\n\v\f\u0085\u2028\u2029])('*)(?=\t|[^\S\n\v\f\u2028\u2029]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Decodes UTF-8, or Windows-1252 from Excel. */
function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** Reads the cells of a CSV file. Skips empty lines. Throws HttpError 422 if the quotation marks are wrong. */
export function sheetIn(bytes: Uint8Array): Sheet {
  const text = textOf(bytes)
  const first = text.split(/\r?\n/).find((line) => line.trim() !== '') ?? ''
  // Tries the comma last, because it may be the decimal mark.
  const delimiter = ([';', '\t'] as const).find((mark) => first.includes(mark)) ?? ','
  try {
    const found: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    const records = found as { record: string[]; info: { lines: number } }[]
    return { rows: records.map(({ record, info }) => ({ number: info.lines, cells: record })), delimiter }
  } catch (error) {
    // Only the CSV parser's errors have a line number.
    if (!(error instanceof Error && 'lines' in error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    throw new HttpError(422, `Riga ${line}: il file non è un CSV leggibile.`)
  }
}

/** Returns the lines of a CSV file. Throws HttpError 422 with all faults of the table. */
export function tableIn<Column extends string>(
  bytes: Uint8Array,
  headings: Headings<Column>,
): Table<Column>['lines'] {
  const { lines, faults } = readTable(sheetIn(bytes), headings)
  refuseFaults(422, faults)
  return lines
}
