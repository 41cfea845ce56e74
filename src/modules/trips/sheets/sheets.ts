import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import type { LeadKind } from '../../leads/lead/contract.ts'
import { ListServiceSheets, ReadServiceSheet, type ServiceSheet } from './contract.ts'

export interface SheetRow extends Omit<ServiceSheet, 'departureAt' | 'arrivalAt' | 'createdAt'> {
  departureAt: Date
  arrivalAt: Date | null
  createdAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  id, year, number, vehicle_id, plate, authorization_number, municipality, driver_name, passenger_name,
  from_place as "from", to_place as "to", departure_at, is_departure_receipt, arrival_at, is_arrival_receipt, start_km, end_km, trip_id, corrects, reason,
  (select number || '/' || year from service_sheets old where old.id = sheet.corrects) as corrects_number,
  (select id from service_sheets new where new.corrects = sheet.id) as corrected_by,
  (select number || '/' || year from service_sheets new where new.corrects = sheet.id) as corrected_by_number,
  created_at`

interface Filter {
  year?: number | undefined
  vehicle?: number | undefined
  leadKind?: LeadKind | undefined
  leadId?: number | undefined
}

const matching = (sql: Sql, { year, vehicle, leadKind, leadId }: Filter) => sql`
  ${year === undefined ? sql`true` : sql`year = ${year}`}
  and ${vehicle === undefined ? sql`true` : sql`vehicle_id = ${vehicle}`}
  and ${
    leadKind && leadId
      ? sql`trip_id in (select trip_id from rides where lead_kind = ${leadKind} and lead_id = ${leadId})`
      : sql`true`
  }`

/** Returns the sheets by plate, year and number. */
export async function countSheets(read: Sql, filter: Filter): Promise<number> {
  const [{ count }] = await read<[{ count: number }]>`
    select count(*) as count from service_sheets sheet where ${matching(read, filter)}`
  return count
}

export function numberedSheets(read: Sql, filter: Filter) {
  return read<SheetRow[]>`
    select ${columns(read)} from service_sheets sheet where ${matching(read, filter)} order by plate, year, number`
}

export const listServiceSheets = answer(ListServiceSheets, async (read, asked) => {
  const { search } = asked
  const like = likeOf(search)
  const found = search
    ? read`(driver_name ilike ${like} or coalesce(passenger_name, '') ilike ${like} or from_place ilike ${like}
        or to_place ilike ${like} or number::text = ${search})`
    : read`true`
  const where = read`${matching(read, asked)} and ${found}`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from service_sheets where ${where}`
  const order = { number: 'number', departure: 'departure_at', driver: 'lower(driver_name)' }
  const rows = await read<SheetRow[]>`
    select ${columns(read)} from service_sheets sheet where ${where} ${pageOf(read, asked, order, '-departure', ['departure'])}`
  return { ...pages(asked, total), items: rows.map(shownSheet) }
})

export const readServiceSheet = answer(ReadServiceSheet, async (read, { id }) =>
  shownSheet(await findSheet(read, id)),
)

/** Throws HttpError 404 if the sheet does not exist. */
export async function findSheet(sql: Sql | Tx, id: number): Promise<SheetRow> {
  const [row] = await sql<[SheetRow?]>`select ${columns(sql)} from service_sheets sheet where id = ${id}`
  if (!row) throw new HttpError(404, 'Foglio di servizio non trovato.')
  return row
}

export function shownSheet({ departureAt, arrivalAt, createdAt, ...row }: SheetRow): ServiceSheet {
  return {
    ...row,
    departureAt: departureAt.toISOString(),
    arrivalAt: arrivalAt?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}
