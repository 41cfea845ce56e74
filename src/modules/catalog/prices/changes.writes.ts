import { audit, told } from '../../../kernel/audit.ts'
import type { Caller } from '../../../kernel/message.ts'
import { emit } from '../../../kernel/outbox.ts'
import type { Tx } from '../../../platform/db.ts'
import { type PriceField, priceFields } from '../book/contract.ts'
import { pricesChanged } from './contract.ts'

interface Priced extends Record<PriceField, string | null> {
  id: number
}

export type PriceSave = [before: Priced, after: Priced]

/**
 * Records the changed prices of a save as one batch, which staff can undo as a whole, and emits `pricesChanged`. With
 * `counts` the save also becomes an entry of the audit log; saves of the route form have an entry of their own.
 */
export async function recordPriceChanges(
  tx: Tx,
  saves: PriceSave[],
  {
    batchId,
    caller,
    reason = null,
    counts,
  }: {
    batchId: string
    caller: Caller
    reason?: string | null
    counts?: { updated: number; updatedRoutes: number }
  },
): Promise<void> {
  const changes = saves.flatMap(([before, after]) =>
    priceFields.flatMap((field) =>
      before[field] === after[field]
        ? []
        : { route_id: after.id, field, price_from: before[field], price_to: after[field] },
    ),
  )
  if (changes.length === 0) return
  const payload = { routeIds: [...new Set(changes.map(({ route_id }) => route_id))], batchId }
  await Promise.all([
    tx`
      insert into price_changes (batch_id, route_id, field, price_from, price_to, changed_by, reason)
      select ${batchId}, route_id, field, price_from, price_to, ${caller.name}, ${reason}
      from jsonb_to_recordset(${tx.json(changes)})
        as c (route_id bigint, field text, price_from numeric, price_to numeric)`,
    counts
      ? audit(tx, caller, told(pricesChanged, payload), `price_changes/${batchId}`, null, {
          reason,
          ...counts,
        })
      : emit(tx, pricesChanged, payload),
  ])
}
