import { stringify } from 'csv/sync'

export type SheetCell = string | number | null | undefined

/**
 * Byte order mark, which makes Excel read the file as UTF-8. The API adds the mark after `run`, which would trim it.
 */
export const byteOrderMark = '\ufeff'

/**
 * Returns CSV. All CSV files come from this function, so no text cell can start a formula. Italian Excel expects
 * semicolons and CRLF.
 */
export function sheetOf(rows: SheetCell[][]): string {
  return stringify(rows, {
    delimiter: ';',
    record_delimiter: 'windows',
    cast: { string: inert },
    // csv-stringify does not quote a lone LF or blanks at the edges.
    quoted_match: [/[\n\v\f\u0085\u2028\u2029]/, /^\s|\s$/],
  })
}

/**
 * Prevents a text from starting a formula. Line breaks become LF, and an apostrophe precedes each cell or line that
 * begins with a tab or, after blanks, with `=`, `+`, `-`, `@` or their full-width forms.
 */
export function inert(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStart, "'")
}

const formulaStart =
  /(?<=^|[\n\v\f\u0085\u2028\u2029])(?=\t|[^\S\n\v\f\u2028\u2029]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
