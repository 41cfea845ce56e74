import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** What Excel, Sheets or LibreOffice put on the clipboard → rows of equal length, or null where they are not. */
export function readBlock(text: string): string[][] | null {
  const rows = tsvParseRows(text.replace(/\r\n?/g, '\n'))
  const width = rows[0]?.length ?? 0
  return width > 0 && rows.every((row) => row.length === width) ? rows : null
}

/** As those programs take it: cells parted by tabs, quoted where they must be. */
export const writeBlock = (rows: string[][]): string => tsvFormatRows(rows)
