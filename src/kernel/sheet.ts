import { parse, stringify } from 'csv/sync'
import type { Send } from './download.ts'
import { fileText } from './fileText.ts'
import { HttpError, refuseFaults } from './httpError.ts'
import { columnOf, type Delimiter, type Headings, readTable, type Sheet, type Table } from './table.ts'

export type SheetCell = string | number | null | undefined

/** Byte order mark, by which Excel recognizes UTF-8. The API and the CLI write it before the text. */
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

/**
 * Sends a table of CSV in parts. Returns the number of rows below the headings. The headings come with the first rows, so
 * that rows that nobody can read are refused before anything is sent.
 */
export async function sendSheet<Row>(
  { send }: { send: Send },
  headings: string[],
  parts: AsyncIterable<readonly Row[]>,
  cellsOf: (rows: readonly Row[]) => SheetCell[][] | Promise<SheetCell[][]>,
): Promise<number> {
  let unsent: SheetCell[][] = [headings]
  let count = 0
  for await (const rows of parts) {
    await send(sheetOf([...unsent, ...(await cellsOf(rows))]))
    unsent = []
    count += rows.length
  }
  if (unsent.length > 0) await send(sheetOf(unsent))
  return count
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

/** Maximum number of lines before the headings, such as a title. */
const headLines = 20

/**
 * Reads the cells of a table. Skips empty lines. `isHeading` recognizes headings, by which the separator is found.
 * Throws HttpError 422 if the quotation marks are wrong.
 */
function sheetIn(bytes: Uint8Array, isHeading: (cell: string) => boolean): Sheet {
  const written = fileText(bytes)
  const [line = '', mark] = /^"?sep=([;,\t|])"?[^\S\r\n]{0,9}(?=[\r\n]|$)/i.exec(written) ?? []
  // Keeps the line break, so that the numbers of the lines stay right.
  const text = written.slice(line.length)
  const delimiter = (mark as Delimiter | undefined) ?? delimiterOf(text, isHeading)
  const rows = recordsIn(text, delimiter).map(({ record, info }, index) => ({
    number: info.lines,
    row: index + 1,
    cells: record,
  }))
  return { rows: rows.filter(({ cells }) => cells.some((cell) => cell !== '')), delimiter }
}

/**
 * Returns the separator with which the first lines contain most headings; without a heading, one that separates each of
 * them, because their cells may contain the others, such as addresses with `;`.
 */
function delimiterOf(text: string, isHeading: (cell: string) => boolean): Delimiter {
  // Tries the comma last, because it may be the decimal mark.
  const beginnings = (['\t', ';', ','] as const).map((delimiter) => ({
    delimiter,
    records: firstRecords(text, delimiter),
  }))
  const headings = beginnings.map(({ records }) =>
    Math.max(0, ...records.map((record) => record.filter(isHeading).length)),
  )
  const most = Math.max(...headings)
  const withMost = beginnings.find((_, index) => most > 0 && headings[index] === most)
  const parting = beginnings.find(
    ({ records }) => records.length > 0 && records.every((record) => record.length > 1),
  )
  const first =
    text
      .slice(0, 100_000)
      .split(/\r?\n/)
      .find((line) => line.trim() !== '') ?? ''
  const found = withMost ?? parting ?? beginnings.find(({ delimiter }) => first.includes(delimiter))
  return found?.delimiter ?? ','
}

/** Returns the first lines that are not empty; none if their quotation marks are wrong with this separator. */
function firstRecords(text: string, delimiter: Delimiter): string[][] {
  try {
    const records = recordsIn(text, delimiter, headLines).map(({ record }) => record)
    return records.filter((record) => record.some((cell) => cell !== ''))
  } catch (error) {
    if (error instanceof HttpError) return []
    throw error
  }
}

interface CsvRecord {
  record: string[]
  info: { lines: number }
}

/** Reading a table occupies the process, in which a wrong file must not keep visitors waiting. */
const rowsMax = 50_000

/** Throws HttpError 422 if the quotation marks are wrong, or above `rowsMax`. Returns at most `max` records. */
function recordsIn(text: string, delimiter: Delimiter, max = rowsMax + 1): CsvRecord[] {
  const records = parsed(text, delimiter, max)
  if (records.length > rowsMax)
    throw new HttpError(422, 'Il file ha più di 50.000 righe. Se è quello giusto, dividilo in più file.')
  return records
}

function parsed(text: string, delimiter: Delimiter, max: number): CsvRecord[] {
  try {
    return parse(text, {
      delimiter,
      info: true,
      relax_column_count: true,
      trim: true,
      to: max,
    }) as unknown as CsvRecord[]
  } catch (error) {
    // Only the CSV parser's errors have a line number.
    if (!(error instanceof Error && 'lines' in error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    throw new HttpError(422, `Riga ${line}: il file non è un CSV leggibile.`)
  }
}

/** Reads the table in the bytes of a file; faults are part of the result. Throws HttpError 422 if it is no table. */
export function fileTable<Column extends string>(bytes: Uint8Array, headings: Headings<Column>) {
  const sheet = sheetOfBytes(bytes, headings)
  return { sheet, table: readTable(sheet, headings) }
}

const sheetOfBytes = <Column extends string>(bytes: Uint8Array, headings: Headings<Column>) =>
  sheetIn(bytes, (cell) => columnOf(cell, headings) !== undefined)

/**
 * Returns the lines of a CSV file, with the damaged letters that a program wrote into it. Throws HttpError 422 with all
 * faults of the table.
 */
export function tableIn<Column extends string>(
  bytes: Uint8Array,
  headings: Headings<Column>,
): Table<Column>['lines'] {
  const { lines, faults } = readTable(sheetOfBytes(bytes, headings), headings, { keepsDamaged: true })
  refuseFaults(422, faults)
  return lines
}
