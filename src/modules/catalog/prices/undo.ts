import type { Static } from '@sinclair/typebox'
import { HttpError, refuseFaults } from '../../../kernel/httpError.ts'
import { isMany, long, rowsAtOnce } from '../../../kernel/longCommand.ts'
import { handle } from '../../../kernel/message.ts'
import type { PriceField } from '../book/contract.ts'
import { UndoPriceBatch } from './contract.ts'
import {
  changesOf,
  keyOf,
  lockedPrices,
  type PricedRow,
  priceName,
  storedCents,
  writePrices,
} from './priceCells.writes.ts'

interface MadeChange {
  changeId: number
  /** Id of the route. */
  id: number
  field: PriceField
  priceFrom: string | null
  priceTo: string | null
  undoneAt: Date | null
}

const undo = handle(UndoPriceBatch, async (tx, { batchId, rows: chosen }, caller) => {
  // A concurrent call waits here and then finds the prices restored.
  const made = await tx<MadeChange[]>`
    select id as change_id, route_id as id, field, price_from, price_to, undone_at from price_changes
    where batch_id = ${batchId} order by id for update`
  if (made.length === 0) throw new HttpError(404, 'Modifica non trovata.')
  const open = made.filter(({ undoneAt }) => !undoneAt)
  if (open.length === 0) throw new HttpError(409, 'Questa modifica è già stata annullata.')
  const rows = await lockedPrices(
    tx,
    made.map(({ id }) => id),
  )
  const undone = chosen ? chosenOf(chosen, made, rows) : open
  refuseFaults(
    409,
    undone.flatMap((change) => {
      const row = rows.get(change.id)
      if (!row || storedCents(row[change.field]) === storedCents(change.priceTo)) return []
      return fault(change, row, 'il prezzo è stato cambiato di nuovo in seguito')
    }),
  )
  const cells = undone.map(({ id, field, priceFrom }) => ({ id, field, cents: storedCents(priceFrom) }))
  await tx`
    update price_changes set undone_at = now()
    where id = any(${undone.map(({ changeId }) => changeId)}::bigint[])`
  const reason = undone.length < made.length ? 'Annullamento di una parte' : 'Annullamento'
  return writePrices(tx, rows, { changes: changesOf(rows, cells), reason, caller })
})

export const undoPriceBatch = long(
  undo,
  async (tx, { batchId, rows }) =>
    (rows === undefined || rows.length > rowsAtOnce) &&
    isMany(tx, tx`price_changes where batch_id = ${batchId}`),
)

const fault = (cell: Pick<MadeChange, 'id' | 'field'>, row: PricedRow | undefined, text: string) => ({
  path: keyOf(cell),
  message: `${priceName(row, cell)}: ${text}`,
})

/** Adds return routes that use the chosen prices. Throws HttpError 409 for a return route chosen alone. */
function chosenOf(
  chosen: NonNullable<Static<typeof UndoPriceBatch.input>['rows']>,
  made: MadeChange[],
  rows: Map<number, PricedRow>,
): MadeChange[] {
  const keys = new Set(chosen.map(keyOf))
  const open = new Map(made.flatMap((change) => (change.undoneAt ? [] : [[keyOf(change), change]])))
  const outboundOf = ({ id, field }: { id: number; field: PriceField }) => {
    const followsId = rows.get(id)?.followsId ?? null
    return followsId === null ? undefined : open.get(keyOf({ id: followsId, field }))
  }
  refuseFaults(
    409,
    chosen.flatMap((cell) => {
      if (!open.has(keyOf(cell))) return fault(cell, rows.get(cell.id), 'qui non c’è più nulla da annullare')
      const outbound = outboundOf(cell)
      if (!outbound || keys.has(keyOf(outbound))) return []
      return fault(cell, rows.get(cell.id), 'segue i prezzi dell’andata, annulla quello dell’andata')
    }),
  )
  return [...open.values()].filter((change) => {
    const outbound = outboundOf(change)
    return keys.has(keyOf(change)) || (outbound !== undefined && keys.has(keyOf(outbound)))
  })
}
