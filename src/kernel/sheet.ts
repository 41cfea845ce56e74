import { stringify } from 'csv/sync'

export type SheetCell = string | number | null | undefined

/** Tells Excel that a file is UTF-8. Hosts write it, because `run` trims replies. */
export const byteOrderMark = '\ufeff'

/** The only writer of CSV: semicolons and CRLF, as an Italian Excel opens it; no text cell can start a formula. */
export function sheetOf(rows: SheetCell[][]): string {
  return stringify(rows, {
    delimiter: ';',
    record_delimiter: 'windows',
    cast: { string: inert },
    // csv-stringify quotes separators and quotes, but neither a lone LF nor blanks at the edges.
    quoted_match: [/[\n\v\f\u0085\u2028\u2029]/, /^\s|\s$/],
  })
}

/**
 * Makes a text inert: line breaks become LF, and an apostrophe precedes a cell or line that begins with a tab or,
 * after blanks, with `=`, `+`, `-`, `@` or their full-width forms. Nothing else changes.
 */
export function inert(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll(formulaStart, "'")
}

const formulaStart =
  /(?<=^|[\n\v\f\u0085\u2028\u2029])(?=\t|[^\S\n\v\f\u2028\u2029]*[=+\-@\uff1d\uff0b\uff0d\uff20])/g
