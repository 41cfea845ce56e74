import { HttpError } from '../../../kernel/httpError.ts'
import { likeOf, pageOf, pages } from '../../../kernel/list.ts'
import { answer, handle } from '../../../kernel/message.ts'
import type { PriceField } from '../search/contract.ts'
import { ListPriceBatches, type PriceBatch, priceLabels, UndoPriceBatch } from './contract.ts'
import { changesOf, lockedPrices, refuseCells, routeName, storedCents, writePrices } from './writes.ts'

interface BatchRow extends Omit<PriceBatch, 'changedAt' | 'undoneAt'> {
  changedAt: Date
  undoneAt: Date | null
}

const order = { changedAt: 'changed_at', changedBy: 'changed_by', updated: 'updated' }

export const listPriceBatches = answer(ListPriceBatches, async (read, asked) => {
  const like = likeOf(asked.search)
  const batches = read`
    (select min(id) as id, batch_id, min(reason) as reason, min(changed_by) as changed_by,
      min(changed_at) as changed_at, count(*) as updated, count(distinct route_id) as updated_routes,
      max(undone_at) as undone_at
    from price_changes group by batch_id) as batch
    where changed_by ilike ${like} or reason ilike ${like}`
  const rows = await read<BatchRow[]>`
    select id, batch_id, reason, changed_by, changed_at, updated, updated_routes, undone_at
    from ${batches} ${pageOf(read, asked, order, '-changedAt')}`
  const [{ total }] = await read<[{ total: number }]>`select count(*) as total from ${batches}`
  const items = rows.map(({ changedAt, undoneAt, ...row }) => ({
    ...row,
    changedAt: changedAt.toISOString(),
    undoneAt: undoneAt?.toISOString() ?? null,
  }))
  return { ...pages(asked, total), items }
})

interface ChangeRow {
  routeId: number
  field: PriceField
  priceFrom: string | null
  priceTo: string | null
  undoneAt: Date | null
}

export const undoPriceBatch = handle(UndoPriceBatch, async (tx, { batchId }, caller) => {
  // The second of two concurrent calls waits here, and then finds the batch undone.
  const made = await tx<ChangeRow[]>`
    select route_id, field, price_from, price_to, undone_at from price_changes
    where batch_id = ${batchId} order by id for update`
  if (made.length === 0) throw new HttpError(404, 'Modifica non trovata.')
  if (made.some(({ undoneAt }) => undoneAt))
    throw new HttpError(409, 'Questa modifica è già stata annullata.')
  const rows = await lockedPrices(
    tx,
    made.map(({ routeId }) => routeId),
  )
  const faults = made.flatMap(({ routeId, field, priceTo }) => {
    const row = rows.get(routeId)
    if (!row || storedCents(row[field]) === storedCents(priceTo)) return []
    const message = `${routeName(row)}, ${priceLabels[field]}: il prezzo è stato cambiato di nuovo in seguito`
    return { path: `${routeId}.${field}`, message }
  })
  refuseCells(409, faults)
  const cells = made.map(({ routeId, field, priceFrom }) => ({
    id: routeId,
    field,
    cents: storedCents(priceFrom),
  }))
  await tx`update price_changes set undone_at = now() where batch_id = ${batchId}`
  return writePrices(tx, rows, { changes: changesOf(rows, cells), reason: 'Annullamento', caller })
})
