import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer } from '../../../kernel/message.ts'
import { romanDay, romanToday } from '../../../kernel/romanDay.ts'
import type { Sql, Tx } from '../../../platform/db.ts'
import { centsOf, priceTextOrNull } from '../prices/cents.contract.ts'
import {
  ListPriceLists,
  type PriceList,
  type PriceListState,
  type PriceListSummary,
  ReadPriceList,
} from './contract.ts'

type Moments = 'cancelledAt' | 'createdAt' | 'updatedAt'

interface Row extends Omit<PriceListSummary, Moments | 'state'> {
  cells: { id: number; field: PriceList['cells'][number]['field']; value: string | number | null }[]
  cancelledAt: Date | null
  createdAt: Date
  updatedAt: Date
}

interface StoredVersion extends Omit<PriceList['versions'][number], 'changedAt'> {
  changedAt: Date
}

const columns = (sql: Sql | Tx) => sql`
  l.id, l.name, to_char(starts_on, 'YYYY-MM-DD') as starts_on, to_char(ends_on, 'YYYY-MM-DD') as ends_on,
  departure_location_id as departure, d.name as departure_name, l.transfer_type_id as kind, t.name as kind_name,
  overlay, weekdays, fields, percent, amount, round_to, cancelled_at, version, created_by, l.created_at,
  l.updated_at, jsonb_array_length(cells) as cell_count`

const tables = (sql: Sql | Tx) => sql`
  price_lists l left join locations d on d.id = departure_location_id
    left join transfer_types t on t.id = l.transfer_type_id`

const order = {
  name: 'lower(l.name)',
  startsOn: 'l.starts_on',
  endsOn: 'l.ends_on',
  createdAt: 'l.created_at',
}

export const listPriceLists = answer(ListPriceLists, async (read, asked, _, context) => {
  const where = read`l.name ilike ${likeOf(asked.search)}`
  const rows = await read<Omit<Row, 'cells'>[]>`
    select ${columns(read)} from ${tables(read)} where ${where} ${pageOf(read, asked, order, '-startsOn')}`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from price_lists l where ${where}`
  return { ...pages(asked, total), items: rows.map((row) => shown(row, romanToday(context))) }
})

export const readPriceList = answer(ReadPriceList, (read, { id }, _, context) =>
  findPriceList(read, id, romanToday(context)),
)

/** Returns a price list. Throws HttpError 404 if the id is unknown. */
export async function findPriceList(sql: Sql | Tx, id: number, today: string): Promise<PriceList> {
  const [row] = await sql<[Row?]>`
    select ${columns(sql)}, l.cells from ${tables(sql)} where l.id = ${id}`
  if (!row) throw new HttpError(404, 'Listino non trovato.')
  const cells = row.cells.map(({ id, field, value }) => ({
    id,
    field,
    value: priceTextOrNull(centsOf(value) ?? null),
  }))
  const versions = await sql<StoredVersion[]>`
    select version, changed_by, changed_at, content from price_list_versions where list_id = ${id}
    order by version desc`
  return {
    ...shown(row, today),
    cells,
    versions: versions.map((one) => ({ ...one, changedAt: one.changedAt.toISOString() })),
  }
}

function shown<R extends Omit<Row, 'cells'>>(row: R, today: string) {
  return {
    ...row,
    state: stateOf(row, today),
    cancelledAt: row.cancelledAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

function stateOf(
  { startsOn, endsOn, cancelledAt }: Pick<Row, 'startsOn' | 'endsOn' | 'cancelledAt'>,
  today: string,
): PriceListState {
  if (cancelledAt) return romanDay(cancelledAt) < startsOn ? 'annullato' : 'concluso'
  if (startsOn > today) return 'programmato'
  return endsOn !== null && endsOn < today ? 'concluso' : 'in corso'
}
