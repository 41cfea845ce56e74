import type { Tx } from '../platform/db.ts'
import type { Cause } from './selection.ts'

/**
 * Adds a reaction's changes to the bulk act that caused the reaction's event. An undo of the act then also
 * undoes these changes. Returns false if staff have already undone the act for `cause.item`. The reaction must
 * then change nothing.
 */
export async function joinAct(tx: Tx, cause: Cause | undefined): Promise<boolean> {
  if (!cause) return true
  const [act] = await tx<[{ isUndone: boolean }?]>`
    select exists (select from bulk_act_rows
      where act_id = ${cause.actId} and item = ${cause.item} and undone_at is not null) as is_undone
    from bulk_acts where id = ${cause.actId}`
  if (!act) return true
  if (act.isUndone) return false
  await tx`
    select set_config('app.act', ${String(cause.actId)}, true), set_config('app.act_item', ${cause.item}, true)`
  return true
}

/** Returns `{ cause }` for an event's payload; `{}` outside a bulk act. Reactions give `cause` to `joinAct`. */
export async function causeOf(tx: Tx): Promise<{ cause?: Cause }> {
  const [{ act, item }] = await tx<[{ act: string | null; item: string | null }]>`
    select nullif(current_setting('app.act', true), '') as act, current_setting('app.act_item', true) as item`
  return act && item ? { cause: { actId: Number(act), item } } : {}
}
