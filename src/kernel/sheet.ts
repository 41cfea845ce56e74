import { stringify } from 'csv/sync'

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
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStart, "'")
}

const formulaStart =
  /(?<=^|[\n\v\f\u0085\u2028\u2029])(?=\t|[^\S\n\v\f\u2028\u2029]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
