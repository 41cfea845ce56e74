import type { PendingQuery, Row } from 'postgres'
import { recordedActs } from '../../../kernel/bulkActList.ts'
import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, type Command } from '../../../kernel/message.ts'
import { recordable } from '../../../kernel/recordedAct.ts'
import type { Sql } from '../../../platform/db.ts'
import type { PriceField } from '../book/contract.ts'
import { storedPriceText } from '../book/price.queries.ts'
import {
  AdjustPrices,
  type BatchChange,
  CopyBariPrices,
  ImportPrices,
  ListPriceBatches,
  ListRoutePriceChanges,
  type PriceBatch,
  ReadPriceBatch,
  UpdatePrices,
} from './contract.ts'
import { keyOf, priceRows, storedCents } from './priceCells.writes.ts'
import { undonePrices } from './undonePrices.writes.ts'

interface BatchRow extends Omit<PriceBatch, 'changedAt' | 'undoneAt'> {
  changedAt: Date
  undoneAt: Date | null
}

const order = { changedAt: 'changed_at', changedBy: 'changed_by', updated: 'updated' }

const columns = [
  'batchId',
  'reason',
  'changedBy',
  'changedAt',
  'updated',
  'updatedRoutes',
  'undone',
  'undoneAt',
  'actId',
]

for (const message of [UpdatePrices, AdjustPrices, ImportPrices, CopyBariPrices])
  recordable({ ...undonePrices, message: message as unknown as Command })

/** Returns the names of the commands whose acts change nothing but prices. */
const pricing = () =>
  [...recordedActs].filter(([, { together }]) => together === undonePrices.together).map(([name]) => name)

/** Returns SQL to put after `from`. */
const batches = (read: Sql) => read`
  (select min(id) as id, batch_id, min(reason) as reason, min(changed_by) as changed_by,
    min(changed_at) as changed_at, count(*) as updated, count(distinct route_id) as updated_routes,
    count(undone_at) as undone, case when count(undone_at) = count(*) then max(undone_at) end as undone_at,
    (select id from bulk_acts
      where id = min(price_changes.act_id) and undone = 0 and act = any(${pricing()})) as act_id
  from price_changes group by batch_id) as batch`

const shownBatch = ({ changedAt, undoneAt, ...row }: BatchRow): PriceBatch => ({
  ...row,
  changedAt: changedAt.toISOString(),
  undoneAt: undoneAt?.toISOString() ?? null,
})

export const listPriceBatches = answer(ListPriceBatches, async (read, asked) => {
  const like = likeOf(asked.search)
  // Finds the page first, because counting the routes and finding the act of each batch would take longer.
  const found = read`
    (select min(id) as id, batch_id, min(reason) as reason, min(changed_by) as changed_by,
      min(changed_at) as changed_at, count(*) as updated
    from price_changes group by batch_id) as batch where changed_by ilike ${like} or reason ilike ${like}`
  const page = await read<{ batchId: string; total: number }[]>`
    select batch_id, count(*) over () as total from ${found} ${pageOf(read, asked, order, '-changedAt', ['changedAt', 'changedBy', 'updated'])}`
  const ids = page.map(({ batchId }) => batchId)
  const rows = await read<BatchRow[]>`
    select ${read(columns)} from ${batches(read)} where batch_id = any(${ids}::uuid[])
    order by array_position(${ids}::uuid[], batch_id)`
  const total = page[0]?.total ?? (await countOf(read, found))
  return { ...pages(asked, total), items: rows.map(shownBatch) }
})

/** A page behind the last one has no row that says the total. */
async function countOf(read: Sql, found: PendingQuery<Row[]>): Promise<number> {
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${found}`
  return total
}

interface ChangeRow extends Pick<BatchChange, 'departure' | 'destination'> {
  id: number
  field: PriceField
  priceFrom: string | null
  priceTo: string | null
  undoneAt: Date | null
}

interface Later {
  id: number
  field: PriceField
  laterBy: string
  laterAt: Date
}

export const readPriceBatch = answer(ReadPriceBatch, async (read, { batchId }) => {
  const [batch] = await read<[BatchRow?]>`
    select ${read(columns)} from ${batches(read)} where batch_id = ${batchId}`
  if (!batch) throw new HttpError(404, 'Modifica non trovata.')
  const made = await read<ChangeRow[]>`
    select c.route_id as id, d.name as departure, a.name as destination, field, price_from, price_to, undone_at
    from price_changes c join route_prices r on r.id = c.route_id
      join locations d on d.id = departure_location_id join locations a on a.id = destination_location_id
    where batch_id = ${batchId} order by lower(d.name), lower(a.name), c.route_id, c.id`
  const rows = await priceRows(
    read,
    made.map(({ id }) => id),
  )
  const nowOf = ({ id, field }: Pick<ChangeRow, 'id' | 'field'>) => rows.get(id)?.[field] ?? null
  const overwritten = made.filter((change) => storedCents(nowOf(change)) !== storedCents(change.priceTo))
  const later = await laterChanges(read, batchId, overwritten)
  const keys = new Set(made.map(keyOf))
  const changes = made.map(({ priceFrom, priceTo, undoneAt, ...change }): BatchChange => {
    const { laterBy = null, laterAt = null } = later.get(keyOf(change)) ?? {}
    const followsId = rows.get(change.id)?.followsId ?? null
    return {
      ...change,
      from: storedPriceText(priceFrom),
      to: storedPriceText(priceTo),
      now: storedPriceText(nowOf(change)),
      undoneAt: undoneAt?.toISOString() ?? null,
      laterBy,
      laterAt: laterAt?.toISOString() ?? null,
      ...(followsId !== null && keys.has(keyOf({ id: followsId, field: change.field })) ? { followsId } : {}),
    }
  })
  return { ...shownBatch(batch), changes }
})

/** Returns, for each price of the batch, the newest change after the batch. */
async function laterChanges(read: Sql, batchId: string, changes: ChangeRow[]): Promise<Map<string, Later>> {
  if (changes.length === 0) return new Map()
  const rows = await read<Later[]>`
    select distinct on (c.route_id, c.field) c.route_id as id, c.field, c.changed_by as later_by,
      c.changed_at as later_at
    from price_changes c join price_changes made using (route_id, field)
    where made.batch_id = ${batchId} and c.id > made.id
      and c.route_id = any(${[...new Set(changes.map(({ id }) => id))]}::bigint[])
    order by c.route_id, c.field, c.id desc`
  return new Map(rows.map((row) => [keyOf(row), row]))
}

interface PastRow extends Omit<ChangeRow, 'id' | 'departure' | 'destination'> {
  batchId: string
  reason: string | null
  changedBy: string
  changedAt: Date
}

export const listRoutePriceChanges = answer(ListRoutePriceChanges, async (read, asked) => {
  const { id, field } = asked
  const where = read`route_id = ${id} and ${field ? read`field = ${field}` : read`true`}`
  const rows = await read<PastRow[]>`
    select batch_id, field, price_from, price_to, reason, changed_by, changed_at, undone_at
    from price_changes where ${where} ${pageOf(read, asked, { id: 'id' }, '-id')}`
  const [{ total }] = await read<[{ total: number }]>`
    select count(*) as total from price_changes where ${where}`
  const items = rows.map(({ changedAt, priceFrom, priceTo, undoneAt, ...row }) => ({
    ...row,
    from: storedPriceText(priceFrom),
    to: storedPriceText(priceTo),
    changedAt: changedAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
  return { ...pages(asked, total), items }
})
