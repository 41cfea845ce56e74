import { nearest } from './nearest.ts'
import { comparable, foldedName } from './pasted.ts'

// Reads tables from spreadsheets, which arrive as CSV files or pasted blocks. A table in which a cell may belong to
// another heading than it seems to is refused as a whole.

export interface TableRow {
  /** Number of the line in the file or in the pasted block. */
  number: number
  /** Number of the row in the spreadsheet. It differs from the line below a cell with line breaks. */
  row: number
  cells: string[]
}

export type Delimiter = ';' | '\t' | ',' | '|'

/** Rows of a table that are not empty. */
export interface Sheet {
  rows: TableRow[]
  delimiter: Delimiter
}

/** Headings of each column, of which the first is the one that messages show. */
export type Headings<Column extends string> = Record<Column, readonly [string, ...string[]]>

export interface TableLine<Column extends string> {
  number: number
  cells: Partial<Record<Column, string>>
}

export interface TableFault {
  path: string
  /** Italian sentence, which names the line and the column as spreadsheets do. */
  message: string
}

export interface Table<Column extends string> {
  /** Null for a column that is not read, for example because it has no heading. */
  columns: (Column | null)[]
  /** Empty if there are faults. */
  lines: TableLine<Column>[]
  faults: TableFault[]
}

/** Returns the column of a heading; undefined for an unknown one. */
export function columnOf<Column extends string>(
  heading: string,
  headings: Headings<Column>,
): Column | undefined {
  const name = comparable(heading)
  return columnsOf(headings).find((column) => headings[column].some((one) => comparable(one) === name))
}

const columnsOf = <Column extends string>(headings: Headings<Column>) => Object.keys(headings) as Column[]

/** Maximum number of columns of a table with headings. A file with more is no such table. */
const columnsMax = 200

/** Maximum number of rows above the headings. */
const titlesMax = 10

/**
 * Returns the rows from the headings on. Leaves out rows above them with a single filled cell, such as a title. Returns
 * null if no row has a known heading.
 */
export function headedRows<Column extends string>(
  rows: TableRow[],
  headings: Headings<Column>,
): TableRow[] | null {
  const head = rows
    .slice(0, titlesMax + 1)
    .findIndex(({ cells }) => cells.some((cell) => columnOf(cell, headings) !== undefined))
  const isTitle = ({ cells }: TableRow) => cells.filter((cell) => foldedName(cell) !== '').length === 1
  return head >= 0 && rows.slice(0, head).every(isTitle) ? rows.slice(head) : null
}

interface Reading {
  /** For a caller that compares the cells with stored texts, which may have the same damaged letter. */
  keepsDamaged?: boolean
}

/** Reads a table with headings. Unknown and repeated headings are faults, also if their columns are empty. */
export function readTable<Column extends string>(
  sheet: Sheet,
  headings: Headings<Column>,
  reading: Reading = {},
): Table<Column> {
  const { delimiter } = sheet
  const [head = { number: 1, row: 1, cells: [] }, ...rows] = headedRows(sheet.rows, headings) ?? sheet.rows
  const names = head.cells
  if (names.length > columnsMax) {
    const text = `Riga ${head.number}: ${names.length} colonne sono troppe. Controlla che il file sia quello giusto.`
    return { columns: [], lines: [], faults: [fault(head.number, columnsMax, text)] }
  }
  const columns = names.map((name) => columnOf(name, headings) ?? null)
  const unknown = names.flatMap((name, index) =>
    columns[index] !== null || name.trim() === ''
      ? []
      : fault(head.number, index, `${unknownColumn(name, index)}${suggestion(name, headings)}`),
  )
  const repeated = columnsOf(headings).flatMap((column) => {
    const places = columns.flatMap((one, index) => (one === column ? [index] : []))
    const [, second] = places
    if (second === undefined) return []
    const letters = `${places.slice(0, -1).map(letterOf).join(', ')} e ${letterOf(places.at(-1) ?? 0)}`
    const times = places.length === 2 ? 'due volte' : `${places.length} volte`
    return fault(
      head.number,
      second,
      `La colonna «${headings[column][0]}» compare ${times} (colonne ${letters}): tienine una sola.`,
    )
  })
  const faults = [...unknown, ...repeated]
  return faults.length > 0
    ? { columns, lines: [], faults }
    : readLines({ rows, delimiter }, columns, { head, ...reading })
}

const unknownColumn = (name: string, index: number) =>
  `Colonna non riconosciuta «${shortened(name)}» (colonna ${letterOf(index)})`

function suggestion<Column extends string>(name: string, headings: Headings<Column>): string {
  const labels = columnsOf(headings).map((column) => headings[column][0])
  const [near] = nearest(name, labels)
  return near
    ? `: forse è «${near}»? Correggi l’intestazione o togli la colonna.`
    : `: toglila, oppure usa una di queste intestazioni: ${labels.join(', ')}.`
}

/** Returns whether a program wrote a sign for a letter that it could not read, when it saved the file. */
export const isDamaged = (cell: string) => cell.includes('\ufffd')

/**
 * Reads lines whose columns are known. A line with more or fewer cells, with a damaged letter, or with text in a cell
 * without a heading, is a fault. `head` is the row of the headings, if the table has one.
 */
export function readLines<Column extends string>(
  { rows, delimiter }: Sheet,
  columns: (Column | null)[],
  { head, keepsDamaged = false }: Reading & { head?: TableRow } = {},
): Table<Column> {
  const names = head?.cells
  const width = columns.length
  const faults: TableFault[] = []
  const cutOff = cutOffRows(head ? [head, ...rows] : [], width)
  const lines = rows.map((tableRow): TableLine<Column> => {
    const { number } = tableRow
    const cells = cutOff.has(tableRow) ? padded(tableRow.cells, width) : tableRow.cells
    const broken = keepsDamaged ? -1 : cells.findIndex(isDamaged)
    const stray = names ? cells.findIndex((cell, index) => cell.trim() !== '' && !names[index]?.trim()) : -1
    // An empty cell too many is a fault as well, because an empty cell further left may have moved the others.
    if (cells.length > width) faults.push(tooMany(number, { cells, width, names, delimiter }))
    else if (cells.length < width) faults.push(tooFew(number, { cells, width, names }))
    else if (broken >= 0) faults.push(unreadable(number, broken, cells[broken] ?? ''))
    else if (stray >= 0) {
      const cell = `la cella della colonna ${letterOf(stray)} («${shortened(cells[stray] ?? '')}»)`
      faults.push(fault(number, stray, `Riga ${number}: ${cell} non ha un’intestazione.`))
    }
    const read: TableLine<Column>['cells'] = {}
    for (const [index, column] of columns.entries()) if (column !== null) read[column] = cells[index] ?? ''
    return { number, cells: read }
  })
  return { columns, lines: faults.length > 0 ? [] : lines, faults }
}

/** Excel decides for this number of rows together how many cells it writes. */
const excelRows = 16

const padded = (cells: string[], width: number) => [
  ...cells,
  ...Array.from({ length: width - cells.length }, () => ''),
]

/**
 * Returns the rows at whose end Excel cut off empty cells. It does so if they are empty in all rows of a block, so the
 * rows of the block have the same length. A row that is shorter than others of its block has lost another cell.
 * Source: Microsoft's article "Column delimiters missing in an Excel spreadsheet saved as text".
 */
function cutOffRows(rows: TableRow[], width: number): Set<TableRow> {
  const blocks = Map.groupBy(rows, ({ row }) => Math.floor((row - 1) / excelRows))
  const cut = [...blocks.values()].filter((block) => {
    const [length = 0] = block.map(({ cells }) => cells.length)
    const isEven = block.every(({ cells }) => cells.length === length)
    return isEven && block.length > 1 && length < width && block.some(({ cells }) => cells.at(-1) !== '')
  })
  return new Set(cut.flat())
}

/** Describes a cell with a letter that a program could not read when it saved the file. */
function unreadable(line: number, index: number, cell: string): TableFault {
  const hint = 'il file è stato salvato con una codifica sbagliata: salvalo come «CSV UTF-8»'
  return fault(
    line,
    index,
    `Riga ${line}: «${shortened(cell)}» (colonna ${letterOf(index)}) non si legge, ${hint}.`,
  )
}

/**
 * Returns the lines whose key an earlier line has, with the number of the first. `keyOf` returns null for no key. A table
 * with two lines for one thing is refused, because nobody knows which of them is meant.
 */
export function repeatedLines<Line extends { number: number }>(
  lines: Line[],
  keyOf: (line: Line) => string | null,
): { line: Line; earlier: number }[] {
  const first = new Map<string, number>()
  return lines.flatMap((line) => {
    const key = keyOf(line)
    const earlier = key === null ? undefined : first.get(key)
    if (key !== null && earlier === undefined) first.set(key, line.number)
    return earlier === undefined ? [] : [{ line, earlier }]
  })
}

export const repeatsLine = (earlier: number) => `ripete la riga ${earlier}: tieni una sola delle due`

interface UnevenLine {
  cells: string[]
  /** Number of cells that a line has. */
  width: number
  names: string[] | undefined
}

function tooMany(
  line: number,
  { cells, width, names, delimiter }: UnevenLine & Pick<Sheet, 'delimiter'>,
): TableFault {
  const more = cells.length - width
  const cell = cells[width]?.trim() ? `«${shortened(cells[width])}»` : 'vuota'
  const than = names ? 'delle intestazioni' : 'delle colonne'
  const text =
    more === 1
      ? `una cella in più ${than} (colonna ${letterOf(width)}, ${cell}).`
      : `${more} celle in più ${than} (dalla colonna ${letterOf(width)}, ${cell}).`
  const hint =
    delimiter === ',' ? ' Se i decimali hanno la virgola, separa le celle con il punto e virgola.' : ''
  return fault(line, width, `Riga ${line}: ${text}${hint}`)
}

function tooFew(line: number, { cells, width, names }: UnevenLine): TableFault {
  const index = cells.length
  const missing = width - index
  const column = `colonna ${letterOf(index)}${names?.[index]?.trim() ? `, «${shortened(names[index])}»` : ''}`
  const text = missing === 1 ? `manca una cella (${column})` : `mancano ${missing} celle (dalla ${column})`
  return fault(line, index, `Riga ${line}: ${text}. Ogni riga ha tante celle quante la prima.`)
}

/** Returns the letters by which spreadsheets name a column: A, …, Z, AA, … */
function letterOf(index: number): string {
  const last = String.fromCharCode(65 + (index % 26))
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last
}

const shortened = (text: string) => (text.trim().length > 40 ? `${text.trim().slice(0, 39)}…` : text.trim())

const fault = (line: number, index: number, message: string): TableFault => ({
  path: `righe.${line}.${letterOf(index)}`,
  message,
})
