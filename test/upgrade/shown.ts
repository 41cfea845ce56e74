import { inflateSync } from 'node:zlib'
import { parse } from 'csv/sync'
import { convert } from 'html-to-text'
import { romanMoment } from '../../src/kernel/romanDay.ts'
import type { Answer } from './calls.ts'

// Content of a reply, in a form that can be compared with another release's reply.

/** A difference between two values; `at` is the way to it, such as `items.3.name`. */
export interface Difference {
  at: string
  before: unknown
  after: unknown
}

/** Lists that the older releases send in any order, by their call. */
const unordered: Record<string, string> = {
  // Trips at the same moment, such as the parties of a joined trip, had no order.
  'GET /api/admin/privacy/export': 'trips',
  'cli privacy export': 'trips',
}

/** Lists that the older releases sort, and fields whose rows they send in any order if these are equal. */
const halfOrdered: Record<string, { list: string; equal: string[] }> = {
  // Requests of different kinds may have one number.
  'GET /api/admin/leads': { list: 'items', equal: ['id'] },
  'GET /api/admin/today': { list: 'trips', equal: ['date', 'time'] },
  'GET /api/admin/calendar': { list: 'items', equal: ['date', 'time'] },
}

/** Lists to which this release adds rows between the others. They come last here. */
const extended: Record<string, { list: string; isAdded(row: Record<string, unknown>): boolean }> = {
  // Guests whose ride was moved.
  'GET /api/admin/today': { list: 'untold', isAdded: ({ about }) => about === 'move' },
}

/** Sorts by the fields in the order of their names, because releases may send them in another order. */
const inOrder = (list: unknown[]) => {
  const text = (one: unknown) => JSON.stringify(isObject(one) ? Object.entries(one).toSorted() : one)
  return list.toSorted((one, other) => (text(one) < text(other) ? -1 : 1))
}

/** Sorts the neighbours whose fields are equal. */
function settled(list: Record<string, unknown>[], fields: string[]): unknown[] {
  const runs: Record<string, unknown>[][] = []
  for (const one of list) {
    const last = runs.at(-1)
    if (last && fields.every((field) => last[0]?.[field] === one[field])) last.push(one)
    else runs.push([one])
  }
  return runs.flatMap(inOrder)
}

function withAddedLast(call: string, content: unknown): unknown {
  const known = extended[call]
  if (!known || !isObject(content)) return content
  const rows = content[known.list]
  if (!Array.isArray(rows)) return content
  const { true: added = [], false: others = [] } = Object.groupBy(rows, (row) => `${known.isAdded(row)}`)
  return { ...content, [known.list]: [...others, ...added] }
}

function sorted(call: string, content: unknown): unknown {
  const half = halfOrdered[call]
  const name = unordered[call] ?? half?.list
  if (name === undefined || !isObject(content)) return content
  const list = content[name]
  if (!Array.isArray(list)) return content
  return { ...content, [name]: half ? settled(list, half.equal) : inOrder(list) }
}

/** Moments between the copy of the database and now: the reading itself writes them, for example as the last use of a session. */
export interface Since {
  copiedAt: number
}

export interface Shown {
  status: number
  type: string
  file: string | null
  content: unknown
}

/** Returns status, type and content of a reply, without what differs between two processes of the same release. */
export function shown(call: string, { status, headers, bytes, body }: Answer, { copiedAt }: Since): Shown {
  const type = headers.get('content-type')?.split(';')[0] ?? ''
  const file = headers.get('content-disposition')
  return {
    status,
    type,
    file,
    content: withoutNow(sorted(call, withAddedLast(call, contentOf(type, bytes, body))), copiedAt),
  }
}

/** Returns what a command printed. */
export function shownText(call: string, text: string, { copiedAt }: Since): unknown {
  return withoutNow(sorted(call, /^[[{]/.test(text) ? JSON.parse(text) : rowsOf(text)), copiedAt)
}

function contentOf(type: string, bytes: Buffer, body: unknown): unknown {
  const text = bytes.toString()
  if (type === 'application/json') return typeof body === 'string' ? calendarOf(body) : body
  if (type === 'text/html') return visibleText(text)
  if (type === 'text/csv') return rowsOf(text)
  if (type === 'text/calendar') return calendarOf(text)
  if (type === 'application/pdf') return pdfText(bytes)
  return text
}

/** Returns the rows of a file for a spreadsheet by their headings. */
const rowsOf = (text: string) =>
  parse(text, { columns: true, delimiter: ';', bom: true, relax_column_count: true })

type Properties = Record<string, string>

/**
 * Returns the properties of a calendar and of its events by their ids, with moments in UTC, because a program shows the
 * same moment in either form. A file breaks long lines, and describes the time zone if it uses one.
 */
function calendarOf(text: string): { calendar: Properties; events: Record<string, Properties> } {
  const lines = text.replace(/\r?\n[ \t]/g, '').split(/\r?\n/)
  const zoneless = lines.join('\n').replace(/BEGIN:VTIMEZONE.*END:VTIMEZONE\n/s, '')
  const [calendar = '', ...events] = zoneless.split('BEGIN:VEVENT\n')
  const all = events.map(propertiesOf).map((event) => [event.UID?.split('@')[0], event] as const)
  return { calendar: propertiesOf(calendar), events: Object.fromEntries(all) }
}

function propertiesOf(text: string): Properties {
  const lines = text.split('\n').filter(Boolean)
  const pairs = lines.map((line) => {
    const at = line.indexOf(':')
    const [name, value] = [line.slice(0, at), line.slice(at + 1)]
    return name.endsWith(';TZID=Europe/Rome')
      ? [name.slice(0, name.indexOf(';')), inUtc(value)]
      : [name, value]
  })
  return Object.fromEntries(pairs)
}

/** Returns the moment of a time in Rome such as `20261207T110000`. */
function inUtc(value: string): string {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(value) ?? []
  const at = romanMoment(`${year}-${month}-${day}`, `${hour}:${minute}`)
  return `${at.toISOString().slice(0, 19).replace(/[-:]/g, '')}Z`
}

/** Returns the text of a page by lines, with the targets of its links. */
export function visibleText(html: string): string[] {
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      ...['img', 'svg'].map((selector) => ({ selector, format: 'skip' })),
      ...['h1', 'h2', 'h3', 'h4'].map((selector) => ({ selector, options: { uppercase: false } })),
    ],
  })
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** Returns the drawing of the pages. Time and number of the file are elsewhere in it. */
function pdfText(bytes: Buffer): string[] {
  const file = bytes.toString('latin1')
  return [...file.matchAll(/<<([^>]*)>>\s*stream\r?\n/g)].flatMap(({ 0: head, 1: options = '', index }) => {
    if (!options.includes('FlateDecode') || options.includes('Length1')) return []
    const start = index + head.length
    const stream = inflateSync(bytes.subarray(start, file.indexOf('endstream', start))).toString('latin1')
    return stream.includes('BT') ? stream.split('\n') : []
  })
}

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/

function withoutNow(value: unknown, copiedAt: number): unknown {
  if (Array.isArray(value)) return value.map((one) => withoutNow(one, copiedAt))
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withoutNow(one, copiedAt)]))
  if (typeof value !== 'string' || !moment.test(value)) return value
  const at = Date.parse(value)
  return at >= copiedAt && at <= Date.now() + 1_000 ? 'since the copy' : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object'

const areLines = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')

/** Returns the lines that only one of the texts has. A line that is new must not make those after it differ. */
function differentLines(before: string[], after: string[], at: string): Difference[] {
  const only = (some: string[], others: string[]) => {
    const left = Map.groupBy(others, (line) => line)
    return some.filter((line) => left.get(line)?.pop() === undefined)
  }
  const gone = only(before, after).map((line) => ({ at, before: line, after: undefined }))
  const added = only(after, before).map((line) => ({ at, before: undefined, after: line }))
  const isOrder = gone.length + added.length === 0 && before.some((line, n) => line !== after[n])
  return isOrder ? [{ at: `${at}.order`, before, after }] : [...gone, ...added]
}

/** Returns the differences of two values in their parts, so that each can be judged. */
export function differencesBetween(before: unknown, after: unknown, at: string[] = []): Difference[] {
  if (Object.is(before, after)) return []
  if (areLines(before) && areLines(after)) return differentLines(before, after, at.join('.'))
  if (!isObject(before) || !isObject(after) || Array.isArray(before) !== Array.isArray(after))
    return [{ at: at.join('.'), before, after }]
  const names = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...names].flatMap((name) => differencesBetween(before[name], after[name], [...at, name]))
}

interface Labelled {
  value: string
}

interface Request {
  code: string
  route: string
  rows: Labelled[]
  offer: { rows: Labelled[] } | null
  drivers: { rows: Labelled[] }[]
}

/** Returns what a guest must find on the page of the request: names, places, moments and prices. */
export function factsOf({ code, route, rows, offer, drivers }: Request): string[] {
  const labelled = [...rows, ...(offer?.rows ?? []), ...drivers.flatMap((driver) => driver.rows)]
  return [code, route, ...labelled.map(({ value }) => value)].map(plain).filter(Boolean)
}

/** Without line breaks and with plain spaces, because a page may break a line elsewhere. */
export const plain = (text: string) => text.replace(/\s+/g, ' ').trim()
