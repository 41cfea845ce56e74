import type { Tx } from '../platform/db.ts'
import { actOf } from './bulkActList.ts'
import { goneReason, type Outcome, outcomeOf } from './bulkActOutcome.ts'
import type { Context } from './context.ts'
import { HttpError } from './httpError.ts'
import type { Caller } from './message.ts'
import { refusedByTable } from './refusedByTable.ts'
import type { BulkOutcome } from './selection.ts'

interface ActOn {
  actId: number
  ids: string[]
  input: object
}

/** Applies an act to rows, each in a savepoint. Triggers record the changed rows as part of the act. */
export async function actOn(
  tx: Tx,
  { actId, ids, input }: ActOn,
  caller: Caller,
  context: Context,
): Promise<Outcome> {
  const act = await actOf(tx, actId)
  const names = await act.names(tx, ids)
  const refused: BulkOutcome['refused'] = []
  for (const id of ids) {
    const name = names.get(id)
    if (name === undefined) {
      refused.push({ id, name: id, reason: goneReason })
      continue
    }
    try {
      await tx.savepoint(async (sp) => {
        await sp`
          select set_config('app.act', ${String(actId)}, true), set_config('app.act_item', ${id}, true)`
        await act.apply(sp, id, input, caller, context)
      })
    } catch (error) {
      refused.push({ id, name, reason: reasonOf(error) })
    }
  }
  await tx`select set_config('app.act', '', true)`
  const [{ changed }] = await tx<[{ changed: number }]>`
    select count(distinct item) as changed from bulk_act_rows where act_id = ${actId} and item = any(${ids})`
  await tx`update bulk_acts set changed = changed + ${changed} where id = ${actId}`
  return outcomeOf(ids.length, changed, refused)
}

function reasonOf(error: unknown): string {
  const refusal = refusedByTable(error)
  if (refusal instanceof HttpError) return refusal.message
  throw error
}
