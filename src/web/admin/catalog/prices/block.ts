import { tsvFormatRows, tsvParseRows } from 'd3-dsv'

/** Reads cells copied from a spreadsheet; empty if there are none. */
export const readBlock = (text: string): string[][] => tsvParseRows(text.replace(/\r\n?/g, '\n'))

export const writeBlock = (rows: string[][]): string => tsvFormatRows(rows)
