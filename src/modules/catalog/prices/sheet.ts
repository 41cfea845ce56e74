import { parse } from 'csv/sync'
import { type FieldError, HttpError, refuseFaults } from '../../../kernel/httpError.ts'
import { inert } from '../../../kernel/sheet.ts'
import type { Tx } from '../../../platform/db.ts'
import { type PriceField, priceFields } from '../search/contract.ts'
import { priceLabels } from './contract.ts'
import { foldedName, foldedRoute, routeEnds, routeHeadings } from './names.contract.ts'

export interface Line {
  number: number
  /** Null if the line has no id; NaN if its id is unreadable. */
  id: number | null
  departure: string | undefined
  destination: string | undefined
  transferType: string | undefined
  /** Prices in the order of the columns. A price whose column is missing stays unchanged. */
  prices: [PriceField, string][]
}

/** Decodes UTF-8, or Windows-1252 from Excel. */
export function textOf(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function linesOf(text: string): Line[] {
  const [first = ''] = text.split(/\r?\n/, 1)
  // Tries the comma last, because it may be the decimal mark.
  const delimiter = [';', '\t'].find((mark) => first.includes(mark)) ?? ','
  const [head, ...rest] = parsed(text, delimiter)
  const names = (head?.record ?? []).map((cell) => cell.toLowerCase())
  const at = (label: string, field: string) =>
    Math.max(names.indexOf(label.toLowerCase()), names.indexOf(field.toLowerCase()))
  const places = {
    id: at('ID', 'id'),
    route: at(routeHeadings.route, 'route'),
    from: at(routeHeadings.departure, 'departure'),
    to: at(routeHeadings.destination, 'destination'),
    transferType: at(routeHeadings.transferType, 'transferType'),
  }
  const columns = priceFields.flatMap((field): [PriceField, number][] => {
    const index = at(priceLabels[field], field)
    return index < 0 ? [] : [[field, index]]
  })
  if (places.id < 0 && places.route < 0 && (places.from < 0 || places.to < 0))
    throw new HttpError(
      422,
      'Riga 1: manca la colonna ID. Senza ID servono la colonna Tratta, oppure Partenza e Destinazione.',
    )
  if (columns.length === 0) throw new HttpError(422, 'Riga 1: non c’è nessuna colonna di prezzo.')
  const short = rest.filter(({ record }) => record.length < names.length)
  refuseFaults(
    422,
    short.map(({ number }) => fault(number, 'ID', 'mancano delle celle')),
  )
  return rest.map(({ record, number }) => ({
    number,
    id: idOf(record[places.id]),
    departure: record[places.from],
    destination: record[places.to],
    ...routeEnds(record[places.route] ?? ''),
    transferType: record[places.transferType],
    prices: columns.map(([field, index]) => [field, record[index] ?? '']),
  }))
}

function idOf(text = ''): number | null {
  if (text === '') return null
  return /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
}

function parsed(text: string, delimiter: string): { record: string[]; number: number }[] {
  try {
    const found: unknown = parse(text, {
      bom: true,
      delimiter,
      info: true,
      relax_column_count: true,
      skip_records_with_empty_values: true,
      trim: true,
    })
    return (found as { record: string[]; info: { lines: number } }[]).map(({ record, info }) => ({
      record,
      number: info.lines,
    }))
  } catch (error) {
    // Only the CSV parser's errors have a line number.
    if (!(error instanceof Error && 'lines' in error)) throw error
    const line = typeof error.lines === 'number' ? error.lines : 1
    throw new HttpError(422, `Riga ${line}: il file non è un CSV leggibile.`)
  }
}

interface NamedRoute {
  id: number
  departure: string
  destination: string
  transferType: string
}

/** Finds the route's id for each line with names only. Throws HttpError 422 for unknown or ambiguous names. */
export async function identified(tx: Tx, lines: Line[]): Promise<(Line & { id: number })[]> {
  const byName = lines.some(({ id }) => id === null)
    ? await routesByName(tx)
    : new Map<string, NamedRoute[]>()
  const faults: FieldError[] = []
  const found = lines.map((line) => {
    const { number, id, departure, destination, transferType } = line
    if (id !== null) return { ...line, id }
    const named = byName.get(foldedRoute(departure ?? '', destination ?? '')) ?? []
    const kind = foldedName(transferType ?? '')
    const [route, ...others] = kind ? named.filter((one) => foldedName(one.transferType) === kind) : named
    if (departure === undefined || destination === undefined)
      faults.push(
        fault(number, routeHeadings.route, 'scrivi partenza e destinazione, per esempio Lecce → Gallipoli'),
      )
    else if (!route)
      faults.push(fault(number, routeHeadings.route, `nessuna tratta da ${departure} a ${destination}`))
    else if (others.length > 0)
      faults.push(
        fault(
          number,
          routeHeadings.route,
          `${named.length} tratte da ${departure} a ${destination}: aggiungi la colonna ID o Tipologia`,
        ),
      )
    // Omits the names, which are checked above, so that `cellsOf` (csv.ts) does not compare them again.
    return { ...line, id: route?.id ?? Number.NaN, departure: undefined, destination: undefined }
  })
  refuseFaults(422, faults)
  return found
}

/** Returns the routes by their names, both in the stored and in the exported form (`inert`). */
async function routesByName(tx: Tx): Promise<Map<string, NamedRoute[]>> {
  const rows = await tx<NamedRoute[]>`
    select r.id, d.name as departure, a.name as destination, t.name as transfer_type
    from route_prices r join locations d on d.id = departure_location_id
      join locations a on a.id = destination_location_id join transfer_types t on t.id = transfer_type_id`
  const found = new Map<string, NamedRoute[]>()
  for (const row of rows)
    for (const key of new Set([
      foldedRoute(row.departure, row.destination),
      foldedRoute(inert(row.departure), inert(row.destination)),
    ]))
      found.set(key, [...(found.get(key) ?? []), row])
  return found
}

export const fault = (line: number, column: string, text: string): FieldError => ({
  path: `righe.${line}.${column}`,
  message: `Riga ${line}, ${column}: ${text}`,
})
