import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** Reads cells copied from a spreadsheet. Returns null if there are none or the rows differ in length. */
export function readBlock(text: string): string[][] | null {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  const width = rows[0]?.length ?? 0
  return width > 0 && rows.every((row) => row.length === width) ? rows : null
}

export const writeBlock = (rows: string[][]): string => tsvFormatRows(rows)
