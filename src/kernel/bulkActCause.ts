import type { Tx } from '../platform/db.ts'
import type { Cause } from './selection.ts'

/**
 * Records a reaction's changes as part of the act that caused its event, so that an undo of the act includes these
 * changes. Returns false if the act is already undone for `cause.item`: the reaction must then change nothing.
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

/** Returns the `cause` for an event's payload, which reactions pass to `joinAct`; `{}` outside a bulk act. */
export async function causeOf(tx: Tx): Promise<{ cause?: Cause }> {
  const [{ act, item }] = await tx<[{ act: string | null; item: string | null }]>`
    select nullif(current_setting('app.act', true), '') as act, current_setting('app.act_item', true) as item`
  return act && item ? { cause: { actId: Number(act), item } } : {}
}
