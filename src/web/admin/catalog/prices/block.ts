import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** Returns the rows of a text copied from Excel, Sheets or LibreOffice; null if the rows have different lengths. */
export function readBlock(text: string): string[][] | null {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  const width = rows[0]?.length ?? 0
  return width > 0 && rows.every((row) => row.length === width) ? rows : null
}

/** Returns the rows as tab-separated text, quoted where necessary. */
export const writeBlock = (rows: string[][]): string => tsvFormatRows(rows)
